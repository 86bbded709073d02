// node tools/licences.js: the licence of every package that is installed, by licence. Fails at one that asks for more than
// its own notice; MPL-2.0 asks for changes of its own files, of which we make none.
import { readFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
const ALLOWED =
  /^(\(?(MIT|MPL-2\.0|ISC|BSD|Apache-2\.0|0BSD|CC0|CC-BY|Unlicense|BlueOak|Python-2\.0|MIT-0|OFL|WTFPL|Zlib)|\(MIT OR)/

const byLicence = new Map()
for (const [path, { link, license, version, dev, optional }] of Object.entries(lock.packages)) {
  if (!path.includes('node_modules/') || link) continue
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const licence = license ?? 'unknown'
  if (!byLicence.has(licence)) byLicence.set(licence, [])
  byLicence
    .get(licence)
    .push({ name: `${name}@${version}`, use: dev ? 'development' : optional ? 'optional' : 'shipped' })
}
for (const [licence, packages] of [...byLicence].sort((a, b) => b[1].length - a[1].length)) {
  console.log(`${licence}: ${packages.length}`)
  for (const { name, use } of packages) console.log(`  ${name} (${use})`)
}
const others = [...byLicence]
  .filter(([licence]) => !ALLOWED.test(licence))
  .flatMap(([, packages]) => packages)
const shipped = others.filter(({ use }) => use === 'shipped')
console.log(`${others.length} under another licence, ${shipped.length} of them shipped`)
if (shipped.length > 0) process.exitCode = 1
