import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { datasets } from '@credence/datasets'
import { adaHedge, aggregate, hinge, normal, seededRng, squared, svb } from 'credence'
import { growing } from 'credence/panels'

/**
 * A grid that starts with one learning rate beside every fixed rate of a dense grid, SVB, mean loss over all rounds, from
 * several starts. Features are standardised by the whole file, as in the paper's benchmark. The last streams are
 * synthetic, with sizes, noise and drift drawn at random.
 *
 *     node bench/growing.js [covertype.csv.gz]
 */
const STARTS = [1e-4, 1e-3, 0.01, 0.1, 1]
const DENSE = Array.from({ length: 40 }, (_, j) => 6.25e-6 * 2 ** (j / 2))

function read(path, task, positive) {
  const [, ...lines] = gunzipSync(readFileSync(path)).toString().trim().split('\n')
  const rows = lines.map((line) => line.split(',').map(Number))
  const d = rows[0].length - 1
  const columns = Array.from({ length: d }, (_, j) => {
    const mean = rows.reduce((sum, row) => sum + row[j], 0) / rows.length
    const variance = rows.reduce((sum, row) => sum + (row[j] - mean) ** 2, 0) / rows.length
    return { mean, deviation: Math.sqrt(variance) }
  })
  return rows.map((row) => ({
    x: [...columns.map(({ mean, deviation }, j) => (deviation > 0 ? (row[j] - mean) / deviation : 0)), 1],
    y: task === 'regression' ? row[d] : row[d] === positive ? 1 : -1,
  }))
}

/** A linear stream whose dimension, offset, scale, noise and drift come from the seed. */
function synthetic(seed) {
  const rng = seededRng(seed)
  const classes = seed % 3 === 2
  const d = 3 + Math.floor(10 * Math.abs(normal(rng)))
  const scale = 10 ** normal(rng)
  const offset = classes ? scale * normal(rng) : 10 ** (1.5 * normal(rng))
  const noise = scale * (0.2 + Math.abs(normal(rng)))
  const drift = seed % 4 === 3 ? (0.03 * scale) / Math.sqrt(d) : 0
  const truth = Array.from({ length: d }, () => (scale * normal(rng)) / Math.sqrt(d))
  const rows = Array.from({ length: 1000 }, () => {
    const x = Array.from({ length: d }, () => normal(rng))
    for (let j = 0; j < d; j++) truth[j] += drift * normal(rng)
    const z = truth.reduce((sum, weight, j) => sum + weight * x[j], offset) + noise * normal(rng)
    return { x: [...x, 1], y: classes ? (z > 0 ? 1 : -1) : z }
  })
  return { name: `synthetic ${seed}`, task: classes ? 'classification' : 'regression', rows }
}

const sources = datasets.map(({ name, task, url }) => ({ name, task, rows: read(url, task, 1) }))
if (process.argv[2]) {
  const task = 'classification'
  sources.push({ name: 'covertype', task, rows: read(process.argv[2], task, 2) })
}
for (let seed = 1; seed <= 12; seed++) sources.push(synthetic(seed))

console.log(
  ['stream', 'T', 'best fixed rate', 'its mean loss', ...STARTS.map((start) => `from ${start}`)].join(' | '),
)
for (const { name, task, rows } of sources) {
  const loss = task === 'regression' ? squared : hinge
  const options = { loss, horizon: rows.length, onFailure: 'sleep', meta: adaHedge() }
  const dense = aggregate({ ...options, experts: svb({ scale: DENSE }) })
  const totals = new Float64Array(DENSE.length)
  for (const { x, y } of rows) {
    const { losses, awake } = dense.learn(x, y)
    for (let k = 0; k < totals.length; k++) totals[k] += awake[k] > 0 ? losses[k] : Infinity
  }
  const least = Math.min(...totals)
  const differences = STARTS.map((start) => {
    const experts = growing((scale) => svb({ scale }), { axis: 'scale', start })
    const grown = aggregate({ ...options, experts })
    let own = 0
    for (const { x, y } of rows) own += grown.learn(x, y).own
    return `${(100 * (own / least - 1)).toFixed(1)} %`
  })
  const rate = DENSE[totals.indexOf(least)].toPrecision(3)
  console.log([name, rows.length, rate, (least / rows.length).toPrecision(4), ...differences].join(' | '))
}
