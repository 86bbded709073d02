/**
 * Width that follows features: `conformal({ features: true })` beside `conformal()`, which ignores them.
 *
 *     CREDENCE_STREAMS=FOLDER node bench/local.js [--seeds 3] [--first 301] [--write]
 *     node bench/local.js --unseen --first 501 --seeds 3
 *
 * Interval score at 0.9 over that of the default, rounds from 100 on; coverage in quarters of the true scale. Real streams
 * are forecast by ridge regression and by their naive forecast. `--write` puts the tables into docs/conformal.md.
 * `--unseen` plays three kinds that were drawn after all was built, and nothing else.
 */
import { aggregate, auto, conformal, conjugate, prepared, squared } from 'credence'
import { standardize, standardizeTarget } from 'credence/stream'
import { featureStream, IRRELEVANT_KINDS, SCALED_KINDS, UNSEEN_KINDS } from './lib/featureKinds.js'
import { loadColumns, loadStream } from './lib/streams.js'
import { printTable, writeTables } from './lib/tables.js'

const option = (name, value) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? value : Number(process.argv[at + 1])
}
const seeds = option('seeds', 2)
const first = option('first', 101)
const rounds = option('rounds', 3000)
const FROM = 100
const STREAMS = ['waterflow', 'nyctemp', 'flightdelay', 'seattle', 'nox', 'sunspots', 'bikeshare', 'chick']
const TABLES = ['california', 'boston', 'concrete']

function play(rows, features) {
  const learner = conformal({ features, diagnostics: false })
  return judge(rows, ({ x, forecast, y }) => {
    const interval = learner.predict(forecast, features ? { x } : {})
    learner.learn(y)
    return interval
  })
}

/** Mean interval score, rms of 200-round coverage, and which rounds were covered. */
function judge(rows, intervalOf) {
  const hits = []
  let [score, finite] = [0, 0]
  for (const row of rows) {
    const { lower, upper } = intervalOf(row)
    const { y } = row
    hits.push(lower <= y && y <= upper ? 1 : 0)
    if (hits.length <= FROM || !(upper - lower < Infinity)) continue
    finite++
    score += upper - lower + 20 * Math.max(0, lower - y, y - upper)
  }
  let [sum, squares, windows] = [0, 0, 0]
  for (let t = FROM; t < hits.length; t++) {
    sum += hits[t] - (t >= FROM + 200 ? hits[t - 200] : 0)
    if (t < FROM + 199) continue
    squares += (sum / 200 - 0.9) ** 2
    windows++
  }
  return { score: score / finite, rms: Math.sqrt(squares / windows), hits }
}

/** Coverage in quarters of the rounds, those of the least scale first. */
function quarters(rows, hits) {
  const order = rows.map((_, t) => t).slice(FROM)
  order.sort((a, b) => rows[a].scale - rows[b].scale)
  const size = order.length / 4
  return [0, 1, 2, 3].map((q) => {
    const part = order.slice(Math.floor(q * size), Math.floor((q + 1) * size))
    return part.reduce((total, t) => total + hits[t], 0) / part.length
  })
}

/** Rows forecast by ridge regression in units of their own, learnt online. */
function byRidge(rows) {
  const experts = conjugate({ noise: 0.3, forgetting: 0.999 })
  const learner = prepared(aggregate({ experts, loss: squared }), {
    features: standardize({ dimension: rows[0].x.length, intercept: true }),
    target: standardizeTarget(),
  })
  return rows.map(({ x, y }) => {
    const { mean } = learner.predict(x)
    learner.learn(x, y)
    return { x, y, forecast: mean }
  })
}

function byNaive(name, rows) {
  const { naive } = loadColumns(name)
  return rows.map(({ x, y }, t) => ({ x, y, forecast: naive[t] }))
}

/** Rows forecast by `auto`, with its own intervals. */
function byAuto(rows) {
  const learner = auto()
  return rows.map(({ x, y }) => {
    const own = learner.predict([...x])
    learner.learn([...x], y)
    return { x, y, forecast: own.mean, own }
  })
}

const geometric = (list) => Math.exp(list.reduce((sum, one) => sum + Math.log(one), 0) / list.length)
const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length

function synthetic(title, kinds) {
  const found = Object.keys(kinds).map((kind) => {
    const each = Array.from({ length: seeds }, (_, i) => {
      const rows = featureStream(kind, first + i, rounds)
      const [plain, local] = [play(rows, false), play(rows, true)]
      const of = (one) => quarters(rows, one.hits)
      return { ratio: local.score / plain.score, plain, local, before: of(plain), after: of(local) }
    })
    return { kind, ratio: geometric(each.map(({ ratio }) => ratio)), each }
  })
  const all = found.flatMap(({ each }) => each)
  const shown = (which) =>
    [0, 1, 2, 3].map((q) => mean(all.map((one) => one[which][q])).toFixed(2)).join(', ')
  const worst = found.reduce((a, b) => (b.ratio > a.ratio ? b : a))
  const rms = (which) => mean(all.map((one) => one[which].rms)).toFixed(4)
  for (const { kind, ratio } of found) console.log(kind.padEnd(16), ratio.toFixed(3))
  return [
    title,
    geometric(all.map(({ ratio }) => ratio)).toFixed(3),
    `${worst.ratio.toFixed(3)} ${worst.kind}`,
    `${rms('plain')}, ${rms('local')}`,
    shown('before'),
    shown('after'),
  ]
}

function real(title, names, forecast) {
  const found = []
  for (const name of names) {
    const rows = loadStream(name)
    if (!rows) continue
    const ready = forecast(name, rows)
    const [plain, local] = [play(ready, false), play(ready, true)]
    console.log(`${name} ${title}`.padEnd(40), (local.score / plain.score).toFixed(3))
    found.push({ name, ratio: local.score / plain.score, plain, local })
  }
  if (found.length === 0) return []
  const worst = found.reduce((a, b) => (b.ratio > a.ratio ? b : a))
  const rms = (which) => mean(found.map((one) => one[which].rms)).toFixed(4)
  const ratio = geometric(found.map((one) => one.ratio)).toFixed(3)
  const cells = [ratio, `${worst.ratio.toFixed(3)} ${worst.name}`, `${rms('plain')}, ${rms('local')}`]
  return [[`${found.length} real streams, ${title}`, ...cells, '', '']]
}

if (process.argv.includes('--unseen')) {
  synthetic('kinds that nothing was chosen by', UNSEEN_KINDS)
  process.exit(0)
}

const rows = [
  synthetic('13 kinds whose scale depends on x', SCALED_KINDS),
  synthetic('6 kinds where x is irrelevant', IRRELEVANT_KINDS),
  ...real('around ridge', [...STREAMS, ...TABLES], (_name, table) => byRidge(table)),
  ...real('around their naive forecasts', STREAMS, byNaive),
]
const head = [
  '',
  'interval score / default',
  'largest',
  'rms200: default, local',
  'quarters: default',
  'local',
]
printTable('What features are worth', head, rows)

const around = [...STREAMS, ...TABLES].flatMap((name) => {
  const table = loadStream(name)
  if (!table) return []
  const ready = byAuto(table)
  const own = judge(ready, (row) => row.own).score
  return [[name, play(ready, false).score / own, play(ready, true).score / own]]
})
printTable(
  'Local width around auto',
  ['interval score / that of `auto`', ...around.map(([name]) => name), 'geometric mean'],
  [1, 2].map((c) => [
    ['', 'its mean, `conformal()`', 'its mean, `features: true`'][c],
    ...around.map((row) => row[c].toFixed(3)),
    geometric(around.map((row) => row[c])).toFixed(3),
  ]),
)
writeTables('conformal.md')
