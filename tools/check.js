// npm run check: lint, types, unused code, sizes and packages, as many at once as there are processors.
// The types of what is shipped come first, because the others read what they build.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { root } from './packages/pack.js'

/** The longest first, so that none is left over at the end. */
const CHECKS = [
  'tsc -p tsconfig.test.json',
  'node tools/packages/check.js',
  'biome ci .',
  'knip --no-progress --no-config-hints',
  'size-limit --silent',
]

/** Resolves to whether it passed. What it prints is shown where it did not. */
function passes(command) {
  return new Promise((resolve) => {
    const child = spawn(command, { cwd: root, shell: true })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text
      })
    child.on('close', (code) => {
      console.log(code === 0 ? `passed: ${command}` : `failed: ${command}\n${said}`.trimEnd())
      resolve(code === 0)
    })
  })
}

if (!(await passes('tsc -b'))) process.exit(1)
const left = [...CHECKS]
const worker = async () => {
  let all = true
  for (let next = left.shift(); next; next = left.shift()) all = (await passes(next)) && all
  return all
}
const done = await Promise.all(Array.from({ length: availableParallelism() }, worker))
process.exitCode = done.every(Boolean) ? 0 : 1
