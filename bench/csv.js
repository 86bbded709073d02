import { csv, table } from 'credence/stream'
import { parse } from 'csv-parse/sync'

/**
 * Rows per second from a ten-column CSV in memory, beside csv-parse and, where it is installed, d3-dsv.
 *
 *     node bench/csv.js [rows] [rounds]
 *
 * Runs are interleaved, so that what else the machine does falls on all alike; medians are shown.
 */
const rows = Number(process.argv[2] ?? 200_000)
const rounds = Number(process.argv[3] ?? 9)

const d3 = await import('d3-dsv').catch(() => null)

/** A small linear congruential generator: the same file on every run. */
function file(cell) {
  let seed = 1
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return (seed + ((Math.imul(seed, 22695477) >>> 11) & 0x1fffff) / 2 ** 21) / 2 ** 32
  }
  const lines = ['a,b,c,d,e,f,g,h,i,j']
  for (let r = 0; r < rows; r++) lines.push(Array.from({ length: 10 }, () => cell(random())).join(','))
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}

async function viaBatches(bytes) {
  let sum = 0
  for await (const batch of (await table(bytes)).batches()) {
    const { values } = batch
    const size = batch.size * 10
    for (let i = 0; i < size; i++) sum += values[i]
  }
  return sum
}

async function viaRows(bytes) {
  let sum = 0
  for await (const { values } of await table(bytes)) {
    for (let i = 0; i < 10; i++) sum += values[i]
  }
  return sum
}

async function viaText(bytes) {
  let sum = 0
  for await (const batch of csv(bytes).batches()) {
    for (const { line, fields } of batch) if (line > 1) for (let i = 0; i < 10; i++) sum += Number(fields[i])
  }
  return sum
}

function viaCsvParse(bytes) {
  let sum = 0
  for (const fields of parse(bytes, { from_line: 2 })) for (let i = 0; i < 10; i++) sum += Number(fields[i])
  return sum
}

function viaD3(bytes) {
  let sum = 0
  d3.csvParseRows(new TextDecoder().decode(bytes), (fields, line) => {
    if (line > 0) for (let i = 0; i < 10; i++) sum += Number(fields[i])
    return null
  })
  return sum
}

const readers = [
  ['table, by batch', viaBatches],
  ['table, by row', viaRows],
  ['csv, text and Number()', viaText],
  ['csv-parse and Number()', viaCsvParse],
  ...(d3 === null ? [] : [['d3-dsv and Number()', viaD3]]),
]

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1]

for (const [name, cell] of [
  ['four decimals', (u) => (100 * u).toFixed(4)],
  ['every digit', (u) => String(u)],
]) {
  const bytes = file(cell)
  const times = readers.map(() => [])
  const sums = []
  for (let round = 0; round < rounds + 1; round++) {
    for (const [k, [, read]] of readers.entries()) {
      const start = performance.now()
      sums[k] = await read(bytes)
      if (round > 0) times[k].push(performance.now() - start)
    }
  }
  if (new Set(sums).size !== 1) throw new Error(`the readers disagree: ${sums}`)
  console.log(`\n${rows} rows of ten numbers, ${name} (${(bytes.length / rows).toFixed(0)} bytes a row)`)
  const peer = median([...times[3]])
  for (const [k, [reader]] of readers.entries()) {
    const time = median(times[k])
    const speed = (rows / time / 1e3).toFixed(2)
    console.log(`  ${reader.padEnd(24)} ${speed} million rows/s   ${(peer / time).toFixed(1)} × csv-parse`)
  }
}
