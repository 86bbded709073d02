import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { horizons } from 'credence/conformal'
import { missingR, runR } from './lib/peer.js'
import { loadColumns } from './lib/streams.js'
import { printTable, writeTables } from './lib/tables.js'

/**
 * Intervals several steps ahead: `horizons` beside AcMCP (Wang and Hyndman 2024), by its authors' R package
 * conformalForecast, around the same forecasts: the last value. `CREDENCE_STREAMS=FOLDER npm run bench acmcp [-- --write]`
 */
const STEPS = 4
const CALIBRATION = 100
const FROM = 200
const ROWS = 800
const STREAMS = ['waterflow', 'nyctemp', 'flightdelay', 'seattle', 'nox', 'sunspots', 'bikeshare']

/** Ends by step, for each row those that were made `step` rows before. */
function byHorizons(y) {
  const learner = horizons({ steps: STEPS })
  const found = Array.from({ length: STEPS }, () => ({ lower: [], upper: [] }))
  for (let t = 0; t < y.length; t++) {
    for (let step = 1; step <= Math.min(t, STEPS); step++) learner.learn({ id: t - step, step, y: y[t] })
    const path = learner.predict(Array(STEPS).fill(y[t]), { id: t })
    for (const [h, { lower, upper }] of path.entries()) {
      found[h].lower[t + h + 1] = lower
      found[h].upper[t + h + 1] = upper
    }
  }
  return found
}

function byAcmcp(y) {
  const folder = mkdtempSync(join(tmpdir(), 'credence-acmcp-'))
  try {
    const file = join(folder, 'y')
    writeFileSync(file, y.join('\n'))
    return runR('acmcp.R', STEPS, CALIBRATION, file).steps
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Coverage and interval score at 0.9 of one step, over the rows that both have. */
function judge({ lower, upper }, y) {
  let [rows, covered, score] = [0, 0, 0]
  for (let t = FROM; t < y.length; t++) {
    rows++
    if (y[t] >= lower[t] && y[t] <= upper[t]) covered++
    score += upper[t] - lower[t] + 20 * (Math.max(0, lower[t] - y[t]) + Math.max(0, y[t] - upper[t]))
  }
  return { coverage: covered / rows, score: score / rows }
}

const missing = missingR()
if (missing) console.log(missing)
else {
  const rows = []
  const ratios = Array.from({ length: STEPS }, () => [])
  for (const name of STREAMS) {
    const columns = loadColumns(name)
    if (!columns) continue
    const y = columns.y.slice(0, ROWS)
    const [ours, theirs] = [byHorizons(y), byAcmcp(y)].map((found) => found.map((step) => judge(step, y)))
    const cells = ours.map((own, h) => {
      ratios[h].push(Math.log(own.score / theirs[h].score))
      return `${own.coverage.toFixed(3)}, ${theirs[h].coverage.toFixed(3)}; ${(own.score / theirs[h].score).toFixed(2)}`
    })
    rows.push([name, ...cells])
  }
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  rows.push(['geometric mean', ...ratios.map((logs) => Math.exp(mean(logs)).toFixed(2))])
  const head = ['stream', ...ratios.map((_, h) => `step ${h + 1}`)]
  printTable('Several steps ahead, beside AcMCP', head, rows)
  writeTables('conformal.md')
}
