// node tools/packages/publish.js [--registry URL]: publishes every package, a library before what needs it.
// Provenance is added where the runner can prove who it is; what is there already in this version is passed over.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifests, root } from './pack.js'

const at = process.argv.indexOf('--registry')
const registry = at < 0 ? [] : ['--registry', process.argv[at + 1]]
const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Packages in an order in which each comes after what it depends on. */
export function inOrder(packages) {
  const names = new Set(packages.map(({ manifest }) => manifest.name))
  const done = []
  const visit = (one) => {
    if (done.includes(one)) return
    const needs = Object.keys(one.manifest.dependencies ?? {}).filter((name) => names.has(name))
    for (const name of needs) visit(packages.find(({ manifest }) => manifest.name === name))
    done.push(one)
  }
  packages.forEach(visit)
  return done
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const { folder, manifest } of inOrder(manifests())) {
    const { name, version } = manifest
    const seen = spawnSync('npm', ['view', `${name}@${version}`, 'version', ...registry], {
      encoding: 'utf8',
    })
    if (seen.stdout.trim() === version) {
      console.log(`${name} ${version} is there already`)
      continue
    }
    // The one address is in the manifest of the workspace; a registry that checks provenance reads it in each package.
    const file = join(folder, 'package.json')
    const before = readFileSync(file, 'utf8')
    const directory = folder.slice(root.length).replace(/^[/\\]/, '')
    writeFileSync(file, JSON.stringify({ ...manifest, repository: { ...repository, directory } }, null, 2))
    try {
      const args = ['publish', '--access', 'public', '--ignore-scripts', ...registry]
      execFileSync('npm', args, { cwd: folder, stdio: 'inherit' })
    } finally {
      writeFileSync(file, before)
    }
  }
}
