/**
 * `auto` on real streams beside the best River model of each in hindsight, and what a row costs.
 *
 *     CREDENCE_STREAMS=FOLDER node bench/auto.js [streams] [memory-off] [robust] [cost] [wide] [classes] [bytes] [regimes]     all of them if none is named
 *     CREDENCE_PARTS=FOLDER node bench/auto.js parts     what parts of it are worth, on the tables of bench/peers/parts.py
 *     node --expose-gc bench/auto.js memory [ROWS]     whether memory stays flat, 100,000 rows by default
 *
 * FOLDER holds the files that bench/peers/streams.py builds from public packages (NAME.csv or NAME.csv.gz); without it
 * the shipped data sets alone are run. Predict, then learn; rows before 50 are not scored. What the peers scored by
 * the same protocol is in bench/peers/streams.json. `--write` puts the tables into docs/auto.md and
 * bench/results/auto.md.
 *
 * The mean time of a row is processor time of all threads. The percentile is what the caller waits for: threads that
 * compile or collect beside it are charged to whatever row they happen to meet, ten times its own time.
 */
import {
  aggregate,
  annealed,
  auto,
  dyadic,
  fixedShare,
  logDensity,
  normal,
  point,
  seededRng,
  squared,
} from 'credence'
import {
  adaptiveRandomForest,
  hoeffdingAdaptiveTree,
  knn,
  linearRegression,
  mondrianForest,
  onlineBagging,
} from 'credence/baselines'
import { gp, gpMemory } from 'credence/gp'
import { uniform } from 'credence/random'
import { regimes } from 'credence/synthetic'
import { AutoModel } from '../packages/core/dist/auto/autoModel.js'
import { autoFamilies, ruleOf } from '../packages/core/dist/auto/families.js'
import { Learner } from '../packages/core/dist/live/learner.js'
import { median } from './lib/contest.js'
import { loadStream, loadTables, peers } from './lib/streams.js'
import { printTable, writeTables } from './lib/tables.js'

const FIRST = 50
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const wanted = (name) => named.length === 0 || named.includes(name)

/** Runs `auto` along the rows: squared errors, coverage, interval score or log loss, and the time of each row. */
function follow(rows, { labels = false, memory = true } = {}) {
  const learner = auto({ task: labels ? 'classification' : 'regression', time: null, memory })
  const sums = { squares: 0, covered: 0, score: 0, logLoss: 0, count: 0 }
  const waits = []
  const spent = { user: 0, system: 0 }
  rows.forEach(({ x, y }, t) => {
    const [before, start] = [process.cpuUsage(), performance.now()]
    const forecast = learner.predict(x)
    learner.learn(x, y)
    waits.push(performance.now() - start)
    const { user, system } = process.cpuUsage(before)
    spent.user += user
    spent.system += system
    if (t < FIRST) return
    sums.count++
    if (labels) {
      const p = forecast.probabilities[forecast.labels.indexOf(String(y))] ?? 0
      sums.logLoss -= Math.log(Math.min(0.99, Math.max(0.01, p)))
      return
    }
    const { mean, lower, upper } = forecast
    sums.squares += (mean - y) ** 2
    sums.covered += y >= lower && y <= upper ? 1 : 0
    sums.score += upper - lower + 20 * Math.max(0, lower - y, y - upper)
  })
  const { count } = sums
  return {
    rmse: Math.sqrt(sums.squares / count),
    coverage: sums.covered / count,
    intervalScore: sums.score / count,
    logLoss: sums.logLoss / count,
    mean: (spent.user + spent.system) / 1000 / rows.length,
    p999: waits.sort((a, b) => a - b)[Math.floor(0.999 * waits.length)],
  }
}

const geometric = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)

function streams(memory) {
  const scored = Object.entries(peers).flatMap(([name, peer]) => {
    const rows = loadStream(name)
    if (rows === undefined) return []
    const labels = peer.task === 'classification'
    return [{ name, peer, labels, own: follow(rows, { labels, memory }) }]
  })
  const numbers = scored.filter(({ labels }) => !labels)
  const ratio = (own, peer) => (own / peer).toFixed(3)
  const rows = numbers.map(({ name, peer, own }) => [
    name,
    ratio(own.rmse, peer.rmse.river),
    peer.bestOfRiver,
    ratio(peer.rmse.lightgbm, peer.rmse.river),
    ratio(peer.rmse.catboost, peer.rmse.river),
    ratio(own.intervalScore, peer.intervalScore.river),
    own.coverage.toFixed(3),
  ])
  if (numbers.length > 0) {
    const of = (each) => geometric(numbers.map(each)).toFixed(3)
    const errors = of(({ own, peer }) => own.rmse / peer.rmse.river)
    const scores = of(({ own, peer }) => own.intervalScore / peer.intervalScore.river)
    rows.push([
      'geometric mean',
      errors,
      '',
      of(({ peer }) => peer.rmse.lightgbm / peer.rmse.river),
      of(({ peer }) => peer.rmse.catboost / peer.rmse.river),
      scores,
      '',
    ])
  }
  printTable(
    memory ? 'Numbers' : 'Numbers, memory off',
    [
      'stream',
      'RMSE / River’s',
      'River’s best',
      'LightGBM / River’s',
      'CatBoost / River’s',
      'interval score / River’s',
      'coverage',
    ],
    rows,
  )
  const classes = scored.filter(({ labels }) => labels)
  const lines = classes.map(({ name, peer, own }) => [
    name,
    ratio(own.logLoss, peer.logLoss.river),
    peer.bestOfRiver,
    ratio(peer.logLoss.lightgbm, peer.logLoss.river),
    ratio(peer.logLoss.catboost, peer.logLoss.river),
  ])
  if (classes.length > 0) {
    const of = (each) => geometric(classes.map(each)).toFixed(3)
    lines.push(['geometric mean', of(({ own, peer }) => own.logLoss / peer.logLoss.river), '', '', ''])
  }
  printTable(
    memory ? 'Classes' : 'Classes, memory off',
    ['stream', 'log loss / River’s', 'River’s best', 'LightGBM / River’s', 'CatBoost / River’s'],
    lines,
  )
}

/** Rows of each stream that are spoilt, and the one that becomes an outlier. */
const SPOILT = 1000
const OUTLIER = 200

/** RMSE and coverage where forecasts are asked for `asked` and learnt from `learnt`, in units of `unit`. */
function spoilt(asked, learnt = asked, unit = 1) {
  const learner = auto({ task: 'regression', time: null })
  let [squares, covered, count] = [0, 0, 0]
  for (let t = 0; t < asked.length; t++) {
    const { mean, lower, upper } = learner.predict(asked[t].x)
    const { x, y } = learnt[t]
    learner.learn(x, y)
    if (t < FIRST || asked[t].unscored) continue
    squares += ((mean - y) / unit) ** 2
    covered += y >= lower && y <= upper ? 1 : 0
    count++
  }
  return { rmse: Math.sqrt(squares / count), coverage: covered / count }
}

/** The rows without a tenth of their cells. */
function withGaps(rows, rng) {
  return rows.map(({ x, y }) => ({ x: x.map((cell) => (uniform(rng) < 0.1 ? Number.NaN : cell)), y }))
}

/** The rows with a column of three words drawn at random. */
function withWord(rows, rng) {
  return rows.map(({ x, y }) => ({
    x: {
      ...Object.fromEntries([...x].map((cell, j) => [`x${j}`, cell])),
      word: 'abc'[Math.floor(3 * uniform(rng))],
    },
    y,
  }))
}

/** What gaps, words, an outlier and other units do to the error, as a ratio to that of the clean rows. */
function robust() {
  const table = Object.entries(peers).flatMap(([name, { task }]) => {
    const rows = loadStream(name)?.slice(0, SPOILT)
    if (rows === undefined || task === 'classification') return []
    const gappy = Array.from({ length: 10 }, (_, seed) => withGaps(rows, seededRng(8 + seed)))
    const worded = [7, 17, 27].map((seed) => withWord(rows, seededRng(seed)))
    const outlier = rows.map(({ x, y }, t) =>
      t === OUTLIER ? { x: x.map(() => 1e6), y: 1e6, unscored: true } : { x, y },
    )
    const clean = spoilt(rows)
    const units = [
      [1e6, 0, 1],
      [1e-6, 0, 1],
      [1, 1e6, 1],
      [1, 0, 1e6],
      [1, 0, 1e-6],
    ].map(([scale, shift, scaleX]) =>
      spoilt(
        rows.map(({ x, y }) => ({ x: x.map((cell) => cell * scaleX), y: scale * y + shift })),
        undefined,
        scale,
      ),
    )
    const ratio = ({ rmse }) => rmse / clean.rmse
    const farthest = units
      .map(ratio)
      .reduce((a, b) => (Math.abs(Math.log(a)) > Math.abs(Math.log(b)) ? a : b))
    const moved = Math.max(...units.map(({ coverage }) => Math.abs(coverage - clean.coverage)))
    const over = (draws, each) => geometric(draws.map((drawn) => ratio(each(drawn))))
    const said = [
      over(gappy, (gaps) => spoilt(gaps)),
      over(gappy, (gaps) => spoilt(gaps, rows)),
      over(worded, (words) => spoilt(words)),
      ratio(spoilt(outlier)),
    ].map((value) => value.toFixed(3))
    return [[name, ...said, farthest.toFixed(4), moved.toFixed(4)]]
  })
  printTable(
    'Spoilt rows',
    [
      'stream',
      '10 % missing',
      'learnt without gaps',
      'a word column',
      'an outlier',
      'other units',
      'coverage moved',
    ],
    table,
  )
}

/** Memory along a stream without end: what is alive in the heap and outside it after a collection. */
function memory(rows) {
  const learner = auto({ task: 'regression' })
  const rng = seededRng(1)
  const marks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1].map((part) => Math.round(part * rows))
  const table = []
  for (let t = 1; t <= rows; t++) {
    // The level wanders, so that units are found anew again and again.
    const x = Float64Array.from({ length: 5 }, () => normal(rng) + Math.sin(t / 5000))
    learner.predict(x)
    learner.learn(x, x[0] + Math.sin(t / 20000) * x[4] + 0.5 * normal(rng))
    if (!marks.includes(t)) continue
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    table.push([t, ...[heapUsed, external, gpMemory().bytes].map((bytes) => (bytes / 1e6).toFixed(1))])
  }
  printTable('Memory', ['rows', 'heap, MB', 'outside it, MB', 'of that Gaussian processes, MB'], table)
}

/** y is a noisy sum of two of d features. */
function noisySum(d, rows, seed = d) {
  const rng = seededRng(seed)
  return Array.from({ length: rows }, () => {
    const x = Float64Array.from({ length: d }, () => normal(rng))
    return { x, y: x[0] + x[d - 1] + 0.5 * normal(rng) }
  })
}

/** What a row costs as it gets longer, all replays included; first in a process that has compiled nothing yet. */
function cost() {
  const fresh = follow(noisySum(10, 3000))
  const rows = [['10, in a fresh process', fresh.mean.toFixed(2), fresh.p999.toFixed(1)]]
  for (const d of [2, 5, 10, 20]) {
    const runs = Array.from({ length: 5 }, (_, i) => follow(noisySum(d, 5000, d + i)))
    const of = (each) => median(runs.map(each))
    rows.push([d, of(({ mean }) => mean).toFixed(2), of(({ p999 }) => p999).toFixed(1)])
  }
  printTable('Cost of a row', ['features', 'ms a row', '99.9th percentile'], rows)
}

/** What wide rows cost beside rows of 20 features that are run just before: what slows the machine down slows both. */
function wide() {
  const run = (d) => follow(noisySum(d, 700)).mean
  printGrowth('Cost of wide rows', 'features', run, 20, [50, 100, 200, 500, 2000])
}

/** What `run` takes of each size, beside the smallest, which is run just before each. */
function printGrowth(title, unit, run, smallest, sizes) {
  run(smallest)
  const rows = sizes.map((size) => {
    const few = run(smallest)
    const own = run(size)
    return [size, own.toFixed(2), (own / few).toFixed(1)]
  })
  printTable(title, [unit, 'ms a row', `times that of ${smallest}`], rows)
}

/** What a row of ten features costs as there are more classes, beside two that are run just before. The first two features say which. */
function costOfClasses() {
  const run = (classes) => {
    const told = noisySum(10, 500).map(({ x }) => {
      const turn = Math.atan2(x[0], x[1]) / (2 * Math.PI) + 0.5
      return { x, y: `class ${Math.min(classes - 1, Math.floor(classes * turn))}` }
    })
    return follow(told, { labels: true }).mean
  }
  printGrowth('Cost of classes', 'classes', run, 2, [2, 5, 10, 30, 100])
}

/** What is saved after some rows of so many features; the state in memory is about as large. */
function bytes() {
  const marks = [5, 20, 60, 200, 1000]
  const widths = [2, 10, 50, 500]
  const columns = widths.map((d) => {
    const learner = auto({ task: 'regression', time: null })
    const most = d > 50 ? 200 : 1000
    const sizes = new Map()
    noisySum(d, most).forEach(({ x, y }, t) => {
      learner.learn(x, y)
      if (marks.includes(t + 1)) sizes.set(t + 1, learner.save().length)
    })
    return sizes
  })
  const cell = (size) => (size === undefined ? '' : Math.round(size / 1000).toLocaleString('en'))
  printTable(
    'Bytes',
    ['rows', ...widths.map((d) => `${d} features, kB`)],
    marks.map((rows) => [rows, ...columns.map((sizes) => cell(sizes.get(rows)))]),
  )
}

/** Mean squared error over all rows of one seed, row by row: predict, then learn. */
function squaredError(learner, functions, seed) {
  let [squares, count] = [0, 0]
  for (const { x, y } of regimes({ seed, regimes: functions.split('') })) {
    squares += (learner.predict(x).mean - y) ** 2
    learner.learn(x, y)
    count++
  }
  return squares / count
}

/** Beside `auto`: the paper's grid of Gaussian processes, and what its experiment compares with. */
function contenders(seed) {
  const alone = (experts) => aggregate({ experts, loss: squared, score: point, dimension: 10, seed })
  const grid = { inverseBandwidth: dyadic(-3, 2), noise: [0.5, 1, 2], window: 250 }
  return {
    auto: () => auto({ task: 'regression' }),
    'GP-EA, share 0.001': () =>
      aggregate({
        experts: gp(grid),
        loss: logDensity,
        score: annealed,
        meta: fixedShare({ rate: 1, share: 0.001 }),
      }),
    'Online Bagging': () => alone(onlineBagging(linearRegression(), { learners: 10 })),
    AMF: () => alone(mondrianForest({ learners: 10 })),
    KNN: () => alone(knn({ window: 250 })),
    HAT: () => alone(hoeffdingAdaptiveTree()),
    ARF: () => alone(adaptiveRandomForest({ learners: 10 })),
  }
}

/** Mean and its standard error. */
function summary(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return `${mean.toFixed(2)} ± ${Math.sqrt(squares / (values.length - 1) / values.length).toFixed(2)}`
}

/** The changing function of the paper's experiment, and its parts alone, on the same seeds for all. */
function changing() {
  const seeds = Array.from({ length: 30 }, (_, seed) => 2000 + seed)
  const streams = ['ABC', 'A', 'B', 'C']
  const errors = Object.keys(contenders(0)).map((name) => ({
    name,
    by: streams.map((functions) =>
      seeds
        .slice(0, functions === 'ABC' ? 30 : 10)
        .map((seed) => squaredError(contenders(seed)[name](), functions, seed)),
    ),
  }))
  const [own] = errors
  const rows = errors.map(({ name, by }) => [
    name,
    summary(by[0]),
    name === 'auto' ? '' : summary(by[0].map((error, i) => error - own.by[0][i])),
    ...by.slice(1).map(summary),
  ])
  printTable('A function that changes', ['learner', 'A → B → C', 'above auto, paired', 'A', 'B', 'C'], rows)
}

/** What `auto` scores on a table with a part of it left out. */
function without(plan, { names, rows }) {
  const learner = new Learner(new AutoModel({ memory: true, ahead: 1, coverage: 0.9, ...plan }))
  const first = rows.length > 150 ? FIRST : 24
  let [squares, score, count] = [0, 0, 0]
  rows.forEach((cells, t) => {
    const row = Object.fromEntries(names.slice(0, -1).map((name, j) => [name, cells[j]]))
    const y = cells[cells.length - 1]
    const { mean, lower, upper } = learner.predict(row)
    learner.learn(row, y)
    if (t < first) return
    squares += (mean - y) ** 2
    score += upper - lower + 20 * Math.max(0, lower - y, y - upper)
    count++
  })
  return { rmse: Math.sqrt(squares / count), score: score / count }
}

/** What parts are worth: `auto` as it is beside `auto` without each, on the tables in CREDENCE_PARTS. */
function parts() {
  const families = autoFamilies({ memory: true, ahead: 1 })
  const short = families.map((family) =>
    family.kind === 'boosted-trees' ? { ...family, window: 1000, every: 100, trees: 40 } : family,
  )
  const recent = { kind: 'gp', inverseBandwidth: [0.1, 0.5], noise: [0.1, 0.4], window: 60 }
  const close = { kind: 'per-feature', of: { ...recent, amplitude: 4, constant: 4 } }
  const left = {
    smoothing: { guide: false },
    'long memory of trees': { experts: short.map(ruleOf) },
    'a Gaussian process of 60 rows, which it no longer has': { experts: [...families, close].map(ruleOf) },
  }
  const rows = loadTables(process.env.CREDENCE_PARTS).map(({ name, ...table }) => {
    const plan = { task: 'regression', time: table.names.includes('time') ? 'time' : null }
    const own = without(plan, table)
    const each = Object.values(left).map((change) => {
      const { rmse, score } = without({ ...plan, ...change }, table)
      // An interval without an end, as after a change of unit, has no score.
      const scores = Number.isFinite(own.score) ? (own.score / score).toFixed(3) : '–'
      return `${(own.rmse / rmse).toFixed(3)}, ${scores}`
    })
    return [name, table.rows.length, ...each]
  })
  printTable('Parts', ['table', 'rows', ...Object.keys(left)], rows)
}

if (wanted('streams')) streams(true)
if (wanted('memory-off')) streams(false)
if (wanted('robust')) robust()
if (wanted('cost')) cost()
if (wanted('wide')) wide()
if (wanted('classes')) costOfClasses()
if (wanted('bytes')) bytes()
if (wanted('regimes')) changing()
if (named.includes('parts')) parts()
if (named.includes('memory')) memory(Number(named[named.indexOf('memory') + 1] ?? 100_000))
writeTables('auto.md', '../bench/results/auto.md')
