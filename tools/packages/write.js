// npm run pack: tarballs of all packages in out/packages, to install in another project before they are published.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { packAll, root } from './pack.js'

const target = join(root, 'out/packages')
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
for (const { name, file, paths } of packAll(target)) console.log(`${name}: ${file}, ${paths.length} files`)
