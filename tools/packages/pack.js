// Packs every package that is to be published, as `npm publish` would.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Folder and manifest of each package, in the order of their names. */
export function manifests() {
  return readdirSync(join(root, 'packages')).map((name) => {
    const folder = join(root, 'packages', name)
    return { folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }
  })
}

/** Writes a tarball of each package into `target`; what is in dist/ is packed, so build first. */
export function packAll(target) {
  const names = manifests().flatMap(({ manifest }) => ['--workspace', manifest.name])
  const args = ['pack', ...names, '--ignore-scripts', '--json', '--pack-destination', target]
  const output = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return Object.values(JSON.parse(output)).map(({ name, filename, files }) => ({
    name,
    file: join(target, filename),
    paths: files.map(({ path }) => path),
  }))
}
