// node tools/licences.js: the licence of every package in the lock file, by licence. Fails at every package, shipped or for
// development, whose licence is not on the list in licences/allowed.js.
import { allowed } from './licences/allowed.js'
import { installed } from './licences/installed.js'

const packages = installed()
const licences = [...new Set(packages.map(({ licence }) => licence))]
for (const licence of licences.sort()) {
  const under = packages.filter((one) => one.licence === licence)
  console.log(`${licence}: ${under.length}`)
  for (const { name, version, use } of under) console.log(`  ${name}@${version} (${use})`)
}
const others = packages.filter(({ name, version, licence }) => !allowed(name, version, licence))
console.log(`${others.length} of ${packages.length} under a licence that is not allowed`)
for (const { name, version, licence, use } of others)
  console.error(`not allowed: ${name}@${version} (${use}): ${licence}`)
if (others.length > 0) process.exitCode = 1
