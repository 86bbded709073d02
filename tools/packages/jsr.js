// node tools/packages/jsr.js [FOLDER]: the library as JSR takes it, sources with a manifest made of package.json.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './pack.js'

const core = join(root, 'packages/core')

/** Writes the folder that `jsr publish` runs in. */
export function writeJsr(target) {
  const { version, license, exports } = JSON.parse(readFileSync(join(core, 'package.json'), 'utf8'))
  const doors = Object.entries(exports)
    .filter(([, door]) => door.default)
    .map(([name, door]) => [name, door.default.replace('./dist/', './src/').replace(/js$/, 'ts')])
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  cpSync(join(core, 'src'), join(target, 'src'), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  })
  for (const file of ['README.md', 'LICENSE']) cpSync(join(core, file), join(target, file))
  const manifest = { name: '@credence/core', version, license, exports: Object.fromEntries(doors) }
  writeFileSync(join(target, 'jsr.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeJsr(process.argv[2] ?? join(root, 'out/jsr'))
}
