import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { datasets } from '@credence/datasets'
import { adaHedge, aggregate, hinge, squared, svb } from 'credence'
import { growing } from 'credence/panels'

/**
 * A grid that starts with one learning rate beside every fixed rate of a dense grid, SVB, mean loss over all rounds.
 * Features are standardised by the whole file, as in the paper's benchmark.
 *
 *     node bench/growing.js [covertype.csv.gz]
 */
const START = 0.01
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

const sources = datasets.map(({ name, task, url }) => ({ name, task, path: url, positive: 1 }))
if (process.argv[2])
  sources.push({ name: 'covertype', task: 'classification', path: process.argv[2], positive: 2 })

console.log('data set | T | best fixed rate | its mean loss | growing | difference')
for (const { name, task, path, positive } of sources) {
  const rows = read(path, task, positive)
  const loss = task === 'regression' ? squared : hinge
  const options = { loss, horizon: rows.length, onFailure: 'sleep', meta: adaHedge() }
  const dense = aggregate({ ...options, experts: svb({ scale: DENSE }) })
  const grown = aggregate({
    ...options,
    experts: growing((scale) => svb({ scale }), { axis: 'scale', start: START }),
  })
  const totals = new Float64Array(DENSE.length)
  let own = 0
  for (const { x, y } of rows) {
    const { losses, awake } = dense.learn(x, y)
    for (let k = 0; k < totals.length; k++) totals[k] += awake[k] > 0 ? losses[k] : Infinity
    own += grown.learn(x, y).own
  }
  const best = totals.indexOf(Math.min(...totals))
  const [fixed, mean] = [totals[best] / rows.length, own / rows.length]
  const cells = [DENSE[best].toPrecision(3), fixed.toFixed(4), mean.toFixed(4)]
  console.log([name, rows.length, ...cells, `${(100 * (mean / fixed - 1)).toFixed(1)} %`].join(' | '))
}
