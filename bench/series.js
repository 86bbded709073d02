/**
 * Paths of `paths` beside those of others, refitted at each of 12 origins; coverage at all origins, on random walks and on
 * synthetic series; time and size.
 *
 *     CREDENCE_SERIES=FOLDER[,FOLDER] node bench/series.js [--write]
 *
 * FOLDER/index.json lists series ({ name, freq, h, seasons, known }), FOLDER/NAME.csv has `time,y` and the known columns, and
 * FOLDER/peers/NAME__METHOD.json has { paths: { origin: [mean, lower, upper] } }. Without FOLDER only the synthetic part
 * runs. `--write` puts the tables into docs/series.md.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { normal, seededRng } from 'credence'
import { paths } from 'credence/paths'
import { BUCKETS, geometricMean, scorePaths, unitsOf } from './lib/pathScores.js'
import { SYNTHETIC } from './lib/syntheticSeries.js'
import { printTable, writeTables } from './lib/tables.js'

const folders = process.env.CREDENCE_SERIES?.split(',') ?? []
const MOST_ROWS = { h: 1000, D: 800, W: 600, M: 400, Q: 200 }
const DAYS_IN_YEAR = { 5: 261, 7: 365.25 }

/** Learns a series row by row; the path of every origin. */
function follow({ y, known = [], steps, seasons, year = 0 }) {
  const learner = paths({ steps, seasons, known: known[0]?.length ?? 0, year })
  return y.map((outcome, t) => {
    const input = known.length > 0 ? { known: known.slice(t, t + steps) } : {}
    const path = learner.predict(input)
    learner.learn(input, outcome)
    const { lower, upper } = path.total
    const each = (name) => path.steps.map((step) => step[name])
    return {
      mean: each('mean'),
      median: each('median'),
      lower: each('lower'),
      upper: each('upper'),
      total: { lower, upper },
    }
  })
}

function readSeries(folder, { name, freq, h, seasons, known }) {
  const [head, ...lines] = readFileSync(join(folder, `${name}.csv`), 'utf8')
    .trim()
    .split('\n')
  const columns = head.split(',')
  const rows = lines.slice(-MOST_ROWS[freq]).map((line) => line.split(',').map(Number))
  const year = freq === 'D' ? DAYS_IN_YEAR[seasons[0]] : 0
  const places = known.map((column) => columns.indexOf(column))
  const given = places.length > 0 ? rows.map((row) => places.map((place) => row[place])) : []
  return { y: rows.map((row) => row[1]), known: given, steps: h, seasons, year }
}

function readPeers(folder, name) {
  const peers = join(folder, 'peers')
  if (!existsSync(peers)) throw new Error(`${peers} must hold the paths of other methods`)
  return readdirSync(peers)
    .filter((file) => file.startsWith(`${name}__`))
    .map((file) => [
      file.slice(name.length + 2, -'.json'.length),
      JSON.parse(readFileSync(join(peers, file), 'utf8')).paths,
    ])
}

const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)

/** Scores of one series: of each peer and of ours at the peers' origins, and of ours at all from the middle on, and early. */
function judge(folder, entry) {
  const series = readSeries(folder, entry)
  const { y, steps, seasons } = series
  const peers = readPeers(folder, entry.name)
  const origins = Object.keys(Object.fromEntries(peers).snaive).map(Number)
  const units = unitsOf(y, seasons[0] ?? 1, origins[0])
  const own = follow(series)
  const at = (list) => scorePaths((origin) => own[origin], y, list, steps, units)
  const scores = { credence: at(origins) }
  for (const [method, found] of peers) {
    if (Object.keys(found).length !== origins.length) continue
    const pathAt = (origin) => {
      const [mean, lower, upper] = found[origin]
      return { mean, lower, upper }
    }
    scores[method] = scorePaths(pathAt, y, origins, steps, units)
  }
  return {
    name: entry.name,
    known: entry.known.length > 0,
    scores,
    dense: at(range(origins[0], y.length - steps + 1)),
    early: at(range(30, Math.min(origins[0], 150, y.length - steps))),
    broken: brokenEnds(own, y, steps),
  }
}

/** Ends below zero before any outcome was, and ends that are infinite after 30 outcomes. */
function brokenEnds(own, y, steps) {
  const broken = { below: 0, infinite: 0 }
  let least = Infinity
  own.forEach(({ lower, upper, total }, t) => {
    if (t > 0) least = Math.min(least, y[t - 1])
    if (t < 30) return
    for (const [low, high] of [
      ...range(0, steps).map((k) => [lower[k], upper[k]]),
      [total.lower, total.upper],
    ]) {
      if (least >= 0 && low < 0) broken.below++
      if (!Number.isFinite(high - low)) broken.infinite++
    }
  })
  return broken
}

/** Our score over that of the best single method, and over that of the best of each series in hindsight. */
function ratios(judged, metric) {
  const methods = [...new Set(judged.flatMap(({ scores }) => Object.keys(scores)))]
  const others = methods.filter((method) => method !== 'credence')
  const over = (method) => {
    const both = judged.filter(({ scores }) => scores[method]?.[metric] > 0)
    if (both.length < 0.9 * judged.length) return Infinity
    return geometricMean(both.map(({ scores }) => scores[method][metric] / scores.snaive[metric]))
  }
  const [single] = others.sort((a, b) => over(a) - over(b))
  const both = judged.filter(({ scores }) => scores[single]?.[metric] > 0)
  const best = ({ scores }) => Math.min(...others.map((method) => scores[method]?.[metric] || Infinity))
  return [
    `${geometricMean(both.map(({ scores }) => scores.credence[metric] / scores[single][metric])).toFixed(3)} (${single})`,
    geometricMean(judged.map((one) => one.scores.credence[metric] / best(one))).toFixed(3),
  ]
}

function mean(values) {
  const finite = values.filter(Number.isFinite)
  return finite.length > 0 ? finite.reduce((a, b) => a + b, 0) / finite.length : Number.NaN
}

function coverageRow(title, all) {
  const bucket = (name) => mean(all.map(({ coverage }) => coverage[name]))
  const worst = Math.min(...all.flatMap(({ coverage }) => Object.values(coverage).filter(Number.isFinite)))
  const shown = [...Object.keys(BUCKETS).map(bucket), mean(all.map(({ total }) => total)), worst]
  return [title, ...shown.map((value) => (Number.isNaN(value) ? '' : value.toFixed(3)))]
}

const METRICS = [
  ['MASE of the mean', 'mase'],
  ['MASE of the median', 'medianMase'],
  ['RMSSE', 'rmsse'],
  ['interval score, 90 %', 'score'],
]
const coverage = []
const beside = []
const ends = []
for (const folder of folders) {
  const set = basename(folder)
  const judged = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')).map((entry) => {
    const one = judge(folder, entry)
    const shown = Object.entries(one.scores).map(([method, { mase }]) => `${method} ${mase.toFixed(3)}`)
    console.log(`${set} ${one.name}: MASE ${shown.join(', ')}`)
    return one
  })
  const kinds = [
    ['', judged.filter(({ known }) => !known)],
    [' with known columns', judged.filter(({ known }) => known)],
  ]
  for (const [kind, some] of kinds.filter(([, { length }]) => length > 0)) {
    for (const [title, metric] of METRICS)
      beside.push([`${set}${kind}, ${some.length} series`, title, ...ratios(some, metric)])
  }
  const lows = judged.map(({ dense }) => Math.min(...Object.values(dense.coverage).filter(Number.isFinite)))
  const sum = (name) => judged.reduce((all, { broken }) => all + broken[name], 0)
  ends.push([
    set,
    `${lows.filter((low) => low < 0.75).length} of ${judged.length}`,
    sum('below'),
    sum('infinite'),
  ])
  for (const [title, part] of [
    ['all origins from the middle on', 'dense'],
    ['origins 30 to 150', 'early'],
  ]) {
    coverage.push(
      coverageRow(
        `${set}, ${title}`,
        judged.map((one) => one[part]),
      ),
    )
  }
}
if (folders.length > 0) {
  printTable(
    'Paths beside others',
    ['series', '', 'over the best single method', 'over the best of each series in hindsight'],
    beside,
  )
  printTable(
    'Ends of paths',
    [
      'series',
      'covered by less than 0.75 in some steps',
      'ends below 0 where nothing was',
      'infinite after 30 outcomes',
    ],
    ends,
  )
}

for (const [kind, { steps, seasons, of }] of Object.entries(SYNTHETIC)) {
  const seeds = kind === 'random walk' ? 30 : 6
  const all = range(1, seeds + 1).map((seed) => {
    const y = of(seededRng(seed), Math.max(400, 5 * (seasons.at(-1) ?? 0)))
    const own = follow({ y, steps, seasons })
    const origins = range(Math.floor(y.length / 2), y.length - steps)
    return scorePaths((origin) => own[origin], y, origins, steps, { absolute: 1, square: 1 })
  })
  // The worst bucket of the mean over seeds, not of one of them.
  const together = {
    coverage: Object.fromEntries(
      Object.keys(BUCKETS).map((name) => [name, mean(all.map((one) => one.coverage[name]))]),
    ),
    total: mean(all.map(({ total }) => total)),
  }
  coverage.push(coverageRow(`synthetic: ${kind}`, [together]))
}

/** A random walk at every step, over many of them: in a bucket a bad step could hide. */
const walk = SYNTHETIC['random walk']
const walks = range(1, 61).map((seed) => {
  const y = walk.of(seededRng(1000 + seed), 400)
  const { steps } = walk
  const own = follow({ y, steps, seasons: [] })
  return range(200, y.length - steps).map((origin) =>
    range(0, steps).map(
      (k) => own[origin].lower[k] <= y[origin + k] && y[origin + k] <= own[origin].upper[k],
    ),
  )
})
const byStep = range(0, walk.steps).map((k) => mean(walks.flat().map((held) => (held[k] ? 1 : 0))))
coverage.push([
  'synthetic: random walk, the least and the most of all 24 steps',
  ...[Math.min(...byStep), Math.max(...byStep)].map((share) => share.toFixed(3)),
  '',
  '',
  '',
  Math.min(...byStep).toFixed(3),
])
printTable(
  'Coverage of paths',
  ['', ...Object.keys(BUCKETS).map((name) => `steps ${name}`), 'total', 'worst'],
  coverage,
)

const shapes = [
  ['hours, 24 steps', 24, [24, 168]],
  ['days, 14 steps', 14, [7]],
  ['weeks, 8 steps', 8, [52]],
  ['months, 12 steps', 12, [12]],
]
const costs = shapes.map(([title, steps, seasons]) => {
  const rng = seededRng(3)
  const learner = paths({ steps, seasons })
  const next = (t) => 100 + 10 * Math.sin(t / 4) + normal(rng)
  for (let t = 0; t < 500; t++) learner.learn({}, next(t))
  const passes = range(0, 8).map((pass) => {
    // Processor time, because others may have the processor as well.
    const before = process.cpuUsage()
    for (const t of range(500 + 100 * pass, 600 + 100 * pass)) {
      learner.predict({})
      learner.learn({}, next(t))
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e5
  })
  return [
    title,
    seasons.join(', '),
    String(learner.model.experts),
    Math.min(...passes).toFixed(2),
    String(Math.round(learner.save().length / 1000)),
  ]
})
printTable(
  'Cost of paths',
  ['', 'seasons', 'experts', 'ms of processor a row, predicted and learnt', 'state, kB'],
  costs,
)
writeTables('series.md')
