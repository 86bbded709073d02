/**
 * `auto` on real streams beside the best River model of each in hindsight, and what a row costs.
 *
 *     CREDENCE_STREAMS=FOLDER node bench/auto.js [streams] [memory-off] [cost] [regimes]     all of them if none is named
 *
 * FOLDER holds the files that bench/peers/streams.py builds from public packages (NAME.csv or NAME.csv.gz); without it
 * the shipped data sets alone are run. Predict, then learn; rows before 50 are not scored. What the peers scored by
 * the same protocol is in bench/peers/streams.json. `--write` puts the tables into docs/auto.md. Times are processor time.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { auto, normal, seededRng } from 'credence'
import { regimes } from 'credence/synthetic'

const FIRST = 50
const peers = JSON.parse(readFileSync(new URL('peers/streams.json', import.meta.url), 'utf8'))
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const wanted = (name) => named.length === 0 || named.includes(name)
const tables = []

/** The rows of a stream: numbers alone, without its naive forecast; undefined if it is not there. */
function load(name) {
  const folders = [fileURLToPath(new URL('../packages/datasets/data', import.meta.url))]
  if (process.env.CREDENCE_STREAMS) folders.push(process.env.CREDENCE_STREAMS)
  const paths = folders.flatMap((folder) => [join(folder, `${name}.csv`), join(folder, `${name}.csv.gz`)])
  const path = paths.find((each) => existsSync(each))
  if (path === undefined) return undefined
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  const [header, ...lines] = text.trim().split('\n')
  const names = header.split(',')
  const features = [...names.keys()].filter((c) => names[c] !== 'naive' && c < names.length - 1)
  return lines.slice(0, peers[name].rows).map((line) => {
    const cells = line.split(',').map(Number)
    return { x: Float64Array.from(features, (c) => cells[c]), y: cells[cells.length - 1] }
  })
}

/** Runs `auto` along the rows: squared errors, coverage, interval score or log loss, and the time of each row. */
function follow(rows, { labels = false, memory = true } = {}) {
  const learner = auto({ task: labels ? 'classification' : 'regression', time: null, memory })
  const sums = { squares: 0, covered: 0, score: 0, logLoss: 0, count: 0 }
  const times = []
  rows.forEach(({ x, y }, t) => {
    const start = process.cpuUsage()
    const forecast = learner.predict(x)
    learner.learn(x, y)
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1000)
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
    ...timesOf(times),
  }
}

function timesOf(times) {
  const sorted = [...times].sort((a, b) => a - b)
  return {
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
    p999: sorted[Math.floor(0.999 * sorted.length)],
  }
}

const geometric = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)

function print(title, head, rows) {
  const lines = [`| ${head.join(' | ')} |`, `|${head.map(() => ' --- |').join('')}`]
  for (const row of rows) lines.push(`| ${row.join(' | ')} |`)
  console.log(`\n${title}\n\n${lines.join('\n')}`)
  tables.push({ title, text: lines.join('\n') })
}

function streams(memory) {
  const scored = Object.entries(peers).flatMap(([name, peer]) => {
    const rows = load(name)
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
    ratio(own.intervalScore, peer.intervalScore.river),
    own.coverage.toFixed(3),
    own.mean.toFixed(2),
    own.p999.toFixed(1),
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
      scores,
      '',
      '',
      '',
    ])
  }
  print(
    memory ? 'Numbers' : 'Numbers, memory off',
    [
      'stream',
      'RMSE / River’s',
      'River’s best',
      'LightGBM / River’s',
      'interval score / River’s',
      'coverage',
      'ms a row',
      '99.9th percentile',
    ],
    rows,
  )
  const classes = scored.filter(({ labels }) => labels)
  const lines = classes.map(({ name, peer, own }) => [
    name,
    ratio(own.logLoss, peer.logLoss.river),
    peer.bestOfRiver,
    ratio(peer.logLoss.lightgbm, peer.logLoss.river),
    own.mean.toFixed(2),
  ])
  if (classes.length > 0) {
    const of = (each) => geometric(classes.map(each)).toFixed(3)
    lines.push(['geometric mean', of(({ own, peer }) => own.logLoss / peer.logLoss.river), '', '', ''])
  }
  print(
    memory ? 'Classes' : 'Classes, memory off',
    ['stream', 'log loss / River’s', 'River’s best', 'LightGBM / River’s', 'ms a row'],
    lines,
  )
}

/** What a row costs as it gets longer: y is a noisy sum of its first features. */
function cost() {
  const rows = [2, 5, 10, 20, 50, 100, 200].map((d) => {
    const rng = seededRng(d)
    const stream = Array.from({ length: 1500 }, () => {
      const x = Float64Array.from({ length: d }, () => normal(rng))
      return { x, y: x[0] + x[d - 1] + 0.5 * normal(rng) }
    })
    const { mean, p999 } = follow(stream)
    return [d, mean.toFixed(2), p999.toFixed(1)]
  })
  print('Cost of a row', ['features', 'ms a row', '99.9th percentile'], rows)
}

/** The changing function of the paper's experiment: mean squared error over all rows, 30 seeds. */
function changing() {
  const rows = ['ABC', 'A', 'B', 'C'].map((name) => {
    const errors = Array.from({ length: name === 'ABC' ? 30 : 5 }, (_, seed) => {
      const learner = auto({ task: 'regression' })
      let [squares, count] = [0, 0]
      for (const { x, y } of regimes({ seed: 2000 + seed, regimes: name.split('') })) {
        squares += (learner.predict(x).mean - y) ** 2
        learner.learn(x, y)
        count++
      }
      return squares / count
    })
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    const spread = Math.sqrt(
      errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / (errors.length - 1),
    )
    return [
      name.split('').join(' → '),
      errors.length,
      mean.toFixed(2),
      (spread / Math.sqrt(errors.length)).toFixed(2),
    ]
  })
  print('A function that changes', ['functions', 'seeds', 'mean squared error', 'standard error'], rows)
}

if (wanted('streams')) streams(true)
if (wanted('memory-off')) streams(false)
if (wanted('cost')) cost()
if (wanted('regimes')) changing()

if (process.argv.includes('--write')) {
  const page = new URL('../docs/auto.md', import.meta.url)
  let text = readFileSync(page, 'utf8')
  for (const { title, text: table } of tables) {
    const place = new RegExp(`(<!-- ${title} -->\n)[^]*?(<!-- end -->)`)
    if (!place.test(text)) console.error(`docs/auto.md has no place for «${title}»`)
    text = text.replace(place, `$1\n${table}\n\n$2`)
  }
  writeFileSync(page, text)
}
