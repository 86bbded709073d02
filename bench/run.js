import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { groups } from './groups/index.js'
import { describeGroup, writePage } from './lib/page.js'
import { keep, results } from './lib/results.js'

/**
 * npm run bench [-- NAME …]           the named groups of hot paths and studies, or all groups
 * npm run bench -- --write [NAME …]   the same, and keeps what was measured in bench/results.json and docs/benchmarks.md
 *
 * A group is measured in a process of its own: what is compiled for one path is slower after another.
 */
const folder = fileURLToPath(new URL('.', import.meta.url))
const studies = readdirSync(folder)
  .filter((file) => file.endsWith('.js') && file !== 'run.js')
  .map((file) => file.slice(0, -3))
const write = process.argv.includes('--write')
const [one, ...others] = process.argv.slice(2).filter((word) => !word.startsWith('--'))

if (process.argv.includes('--here')) await measureHere(one)
else runAll(one === undefined ? Object.keys(groups) : [one, ...others])

async function measureHere(name) {
  const group = groups[name]
  const rows = await group.measure()
  console.log(describeGroup(group, rows))
  if (write) keep(name, rows)
}

function runAll(names) {
  const unknown = names.filter((name) => !(name in groups) && !studies.includes(name))
  if (unknown.length > 0) {
    const known = `${Object.keys(groups).join(', ')}; studies: ${studies.join(', ')}`
    console.error(`no benchmark ${unknown.join(', ')}; groups: ${known}`)
    process.exitCode = 2
    return
  }
  for (const name of names) {
    console.log(`\n${name}`)
    const program =
      name in groups ? ['run.js', name, '--here', ...(write ? ['--write'] : [])] : [`${name}.js`]
    const [file, ...rest] = program
    const { status } = spawnSync(process.execPath, [...process.execArgv, folder + file, ...rest], {
      stdio: 'inherit',
    })
    if (status !== 0) process.exitCode = 1
  }
  if (write) writePage(results())
}
