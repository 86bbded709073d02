import { spawn, spawnSync } from 'node:child_process'
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseRecipe, planRecipe } from '@credence/recipe'
import { RunStatistics } from '@credence/report'
import { table } from 'credence/stream'
import { jsonLines } from '../packages/cli/dist/output/jsonLines.js'
import { TextBytes } from '../packages/cli/dist/output/textBytes.js'

/**
 * The command line as a user meets it: rows a second from a CSV through default conformal, what each stage costs, two
 * recipes compared on two cores beside one, the largest memory of a long pipe, and how long help takes beside bare node.
 *
 *     node bench/cli.js [rows] [rows through the pipe]
 */
const rows = Number(process.argv[2] ?? 1_000_000)
const piped = Number(process.argv[3] ?? 10_000_000)

const bin = fileURLToPath(new URL('../packages/cli/bin/credence.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'credence-bench-'))
const recipe = join(folder, 'r.json')
const data = join(folder, 'd.csv')
const written = { task: 'conformal', target: 'y', forecast: 'forecast' }
const line = (t) =>
  `${(10 * Math.sin(t / 50)).toFixed(4)},${(10 * Math.sin(t / 50) + Math.sin(t * t)).toFixed(4)}\n`

/** Seconds that a command takes, the fastest of some. */
function seconds(args, times = 5) {
  const taken = Array.from({ length: times }, () => {
    const start = performance.now()
    const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' })
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
    return (performance.now() - start) / 1000
  })
  return Math.min(...taken)
}

function help() {
  const more = seconds([bin, '--help']) - seconds(['-e', '0'])
  console.log(`credence --help: ${Math.round(1000 * more)} ms more than bare node`)
}

function through(file) {
  const taken = seconds([bin, 'run', recipe, data, '-o', join(folder, file), '--quiet'], 3)
  const kind = file.split('.')[1]
  console.log(
    `CSV in, default conformal, ${kind} out: ${Math.round(rows / taken)} rows a second, start included`,
  )
}

/** Microseconds of a row in each stage, one after the other in this process. */
async function stages() {
  const took = (start) => `${((1000 * (performance.now() - start)) / rows).toFixed(2)} µs`
  let start = performance.now()
  const values = []
  for await (const batch of (await table(createReadStream(data), { columns: ['forecast', 'y'] })).batches())
    values.push(batch.values.slice(0, 2 * batch.size))
  const reading = took(start)
  const session = planRecipe(parseRecipe(written), ['forecast', 'y']).begin({})
  start = performance.now()
  const records = values.flatMap((some) =>
    Array.from({ length: some.length / 2 }, (_, r) => session.step(some.subarray(2 * r, 2 * r + 2))),
  )
  const learning = took(start)
  const statistics = new RunStatistics({ coverage: 0.9 })
  start = performance.now()
  for (const record of records) statistics.add(record, session)
  const counting = took(start)
  const lines = jsonLines()
  const bytes = new TextBytes(1 << 17)
  start = performance.now()
  for (const record of records) {
    lines.write(record, bytes)
    if (bytes.length >= 1 << 16) bytes.take()
  }
  const writing = took(start)
  console.log(`of a row: reading ${reading}, learning ${learning}, statistics ${counting}, text ${writing}`)
}

/** Two recipes of the same cost, in two threads and in one. */
function compare() {
  const args = [bin, 'compare', recipe, recipe, data]
  const [one, two] = [1, 2].map((workers) => seconds([...args, '--workers', workers], 2))
  console.log(
    `compare on two cores: ${two.toFixed(1)} s, one after the other ${one.toFixed(1)} s: ${(two / one).toFixed(2)}`,
  )
}

/** Megabytes that a process holds. */
function memory(pid) {
  const [, kilobytes = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

async function pipe() {
  const child = spawn(process.execPath, [bin, 'run', recipe, '-', '-o', '/dev/null', '--quiet'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const start = performance.now()
  child.stdin.write('forecast,y\n')
  const seen = []
  // The same stretch of rows again and again: making them must not cost more than taking them.
  const stretch = Array.from({ length: 10_000 }, (_, t) => line(t)).join('')
  for (let t = 0; t < piped; t += 10_000) {
    if (!child.stdin.write(stretch)) await new Promise((resolve) => child.stdin.once('drain', resolve))
    if (process.platform === 'linux' && t % (piped / 5) < 10_000) seen.push(memory(child.pid))
  }
  if (process.platform === 'linux') seen.push(memory(child.pid))
  child.stdin.end()
  await new Promise((resolve) => child.once('close', resolve))
  const speed = Math.round((1000 * piped) / (performance.now() - start))
  console.log(`${piped} rows through a pipe: ${speed} a second; memory on the way ${seen.join(', ')} MB`)
}

try {
  writeFileSync(recipe, JSON.stringify(written))
  writeFileSync(data, `forecast,y\n${Array.from({ length: rows }, (_, t) => line(t)).join('')}`)
  help()
  through('o.ndjson')
  through('o.csv')
  await stages()
  compare()
  await pipe()
} finally {
  rmSync(folder, { recursive: true })
}
