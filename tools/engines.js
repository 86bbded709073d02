// node tools/engines.js [programs]: states of random programs, bit for bit the same on Node 20, 22, 24 and 26?
// node@22, node@24 and node@26 come from npm, outside the repository; where one cannot be had it is skipped with a word.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { bundled } from './bundled.js'
import { node as nodeOf } from './runtimes/install.js'

const programs = process.argv[2] ?? '300'
const { folder, outfile } = await bundled('states')
const run = (node) =>
  execFileSync(node, [outfile, programs], { encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n')
const own = run(process.execPath)
let differences = 0
for (const major of [22, 24, 26]) {
  const node = nodeOf(major)
  if (!node) {
    console.log(`node@${major}: skipped, it could not be installed from npm`)
    continue
  }
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  const other = run(node)
  const differing = own.filter((line, i) => line !== other[i])
  differences += differing.length
  console.log(`${process.version} and ${version}: ${own.length} states, ${differing.length} differ`)
  for (const line of differing.slice(0, 5)) console.log(`  seed ${line}`)
}
rmSync(folder, { recursive: true })
process.exitCode = differences === 0 ? 0 : 1
