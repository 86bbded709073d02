import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'

const file = new URL('../results.json', import.meta.url)
const load = loadavg()[0]

/** What was measured last, by group. */
export function results() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** Keeps the rows of a group, with the machine and the day. */
export function keep(name, rows) {
  const rounded = JSON.parse(JSON.stringify(rows), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value,
  )
  const where = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`,
    node: process.version,
    load: Number(load.toFixed(1)),
  }
  writeFileSync(file, `${formatted({ ...results(), [name]: { ...where, rows: rounded } })}\n`)
}

/** As the formatter of this repository has it: a list of numbers stays on its line. */
function formatted(value) {
  const oneLine = (_, numbers) => `[${numbers.trim().replace(/\s+/g, ' ')}]`
  return JSON.stringify(value, null, 2).replace(/\[([-\d.,e\s]+)\]/g, oneLine)
}
