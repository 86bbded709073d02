import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { manifests } from '../tools/packages/pack.js'
import { root } from './markdown.ts'

/** Every entry of every package, as a program names it. */
const entries = manifests().flatMap(({ manifest }) =>
  Object.keys(manifest.exports ?? {})
    .filter((path) => path !== './package.json')
    .map((path) => `${manifest.name}${path.slice(1)}`),
)

it('every entry of every package can be required from CommonJS, and has values', () => {
  const program = `for (const entry of ${JSON.stringify(entries)}) console.log(entry, Object.keys(require(entry)).length > 0)`
  const printed = execFileSync(process.execPath, ['--input-type=commonjs', '--no-warnings', '-e', program], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(printed.trim().split('\n')).toEqual(entries.map((entry) => `${entry} true`))
})
