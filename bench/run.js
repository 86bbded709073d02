import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `npm run bench [-- NAME …]`: the named benchmarks, or all of them, one after the other. */
const folder = fileURLToPath(new URL('.', import.meta.url))
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.js') && file !== 'run.js')
  .map((file) => file.slice(0, -3))
const named = process.argv.slice(2)
const unknown = named.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}`)
  process.exit(2)
}
for (const name of named.length > 0 ? named : all) {
  console.log(`\n${name}`)
  const { status } = spawnSync(process.execPath, [...process.execArgv, `${folder}${name}.js`], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
