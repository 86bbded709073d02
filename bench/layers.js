/**
 * The layer of intervals around SVB-EA, GP-EA, forests and `auto`: coverage, the worst 200 rounds, and what a distribution is worth.
 *
 *     CREDENCE_STREAMS=FOLDER node bench/layers.js [STREAM …] [--write]
 *
 * FOLDER holds the files that bench/peers/streams.py builds; without it the shipped data sets and A → B → C are run.
 * Predict, then learn, all rounds counted; interval scores leave out the first 50. `--write` puts the tables into
 * docs/conformal.md.
 */
import {
  aggregate,
  annealed,
  auto,
  dyadic,
  fixedShare,
  logDensity,
  logistic,
  prepared,
  squared,
  svb,
  withIntervals,
} from 'credence'
import { adaptiveRandomForest, mondrianForest } from 'credence/baselines'
import { withLabels } from 'credence/conformal'
import { gp } from 'credence/gp'
import { standardize, standardizeTarget } from 'credence/stream'
import { regimes } from 'credence/synthetic'
import { loadStream, peers } from './lib/streams.js'
import { printTable, writeTables } from './lib/tables.js'

const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const SCALES = dyadic(-13, -3)

/** Around an aggregate: features and y in standard units, learnt from the past. */
const inUnits = (learner) => (dimension) =>
  prepared(learner(), {
    features: standardize({ dimension, intercept: true }),
    target: standardizeTarget(),
  })

const REGRESSION = {
  'SVB-EA': inUnits(() =>
    aggregate({ experts: svb({ scale: SCALES }), loss: squared, meta: fixedShare({ share: 1e-3 }) }),
  ),
  'GP-EA': inUnits(() =>
    aggregate({
      experts: gp({ inverseBandwidth: [0.25, 0.5, 1], noise: [0.1, 0.3, 1], window: 100 }),
      loss: logDensity,
      score: annealed,
      meta: fixedShare({ share: 1e-3 }),
    }),
  ),
  ARF: inUnits(() => aggregate({ experts: adaptiveRandomForest(), loss: squared })),
  AMF: inUnits(() => aggregate({ experts: mondrianForest(), loss: squared })),
  auto: () => auto({ task: 'regression', time: null }),
}

/** P(y = +1) of each. */
const CLASSES = {
  'SVB-EA': (dimension) => {
    const learner = prepared(
      aggregate({ experts: svb({ scale: SCALES }), loss: logistic, meta: fixedShare({ share: 1e-3 }) }),
      { features: standardize({ dimension, intercept: true }) },
    )
    return { probability: (x) => learner.predict(x).probability, learn: (x, y) => learner.learn(x, y) }
  },
  auto() {
    const learner = auto({ task: 'classification', time: null })
    return {
      probability(x) {
        const { labels, probabilities } = learner.predict(x)
        const own = probabilities[labels.indexOf('1')] ?? 0.5
        return labels.length < 2 ? 0.5 : own
      },
      learn: (x, y) => learner.learn(x, String(y)),
    }
  },
}

/** Says what it is told: one run of a learner serves several layers. Around the learner itself they give the same. */
const echo = {
  description: { model: 'echo' },
  init: () => null,
  predict: (_state, answer) => answer,
  learn: () => null,
  issue: () => null,
  settle: () => null,
}

/** Coverage, the worst 200 rounds in a row, and the mean interval score. */
function tally() {
  const hits = []
  let [score, finite] = [0, 0]
  return {
    see({ lower, upper }, y) {
      hits.push(lower <= y && y <= upper ? 1 : 0)
      if (hits.length <= 50 || !(upper - lower < Infinity)) return
      finite++
      score += upper - lower + 20 * Math.max(0, lower - y, y - upper)
    },
    hit: (covered) => hits.push(covered ? 1 : 0),
    get coverage() {
      return hits.reduce((sum, hit) => sum + hit, 0) / hits.length
    },
    get worst() {
      let [sum, least] = [0, Infinity]
      for (let t = 0; t < hits.length; t++) {
        sum += hits[t] - (t >= 200 ? hits[t - 200] : 0)
        if (t >= 199) least = Math.min(least, sum)
      }
      return least / 200
    },
    get score() {
      return score / finite
    },
  }
}

/** One learner along the rows: its distribution as it is, and the layer with its distribution and with its mean alone. */
function follow(rows, learner) {
  const layers = { law: withIntervals(echo), mean: withIntervals(echo, { law: false }) }
  const tallies = { own: tally(), law: tally(), mean: tally() }
  let lawful = false
  for (const { x, y } of rows) {
    const answer = learner.predict(x)
    if (answer.about === 'y') {
      lawful = true
      const [lower, upper] = 'lower' in answer ? [answer.lower, answer.upper] : answer.interval(0.9)
      tallies.own.see({ lower, upper }, y)
    }
    for (const [name, layer] of Object.entries(layers)) {
      tallies[name].see(layer.predict(answer), y)
      layer.learn(answer, y)
    }
    learner.learn(x, y)
  }
  return { ...tallies, lawful }
}

const shown = ({ coverage, worst }) => `${coverage.toFixed(3)}, ${worst.toFixed(3)}`
const streams = (task) =>
  Object.keys(peers).filter((name) => peers[name].task === task && name !== 'california')
const wanted = (names) => (named.length === 0 ? names : names.filter((name) => named.includes(name)))

function regression() {
  const [covers, scores] = [[], []]
  const names = ['A → B → C', 'boston', 'california', 'concrete', ...streams('regression')]
  for (const name of wanted(names)) {
    const rows = name === 'A → B → C' ? [...regimes({ seed: 1 })] : loadStream(name)
    if (rows === undefined) continue
    const found = Object.values(REGRESSION).map((make) => follow(rows, make(rows[0].x.length)))
    covers.push([name, rows.length, ...found.map(({ law }) => shown(law))])
    const ratio = (a, b) => (a.score / b.score).toFixed(3)
    const lawful = found.filter((each) => each.lawful)
    scores.push([
      name,
      ...lawful.flatMap(({ own, law, mean }) => [shown(own), ratio(own, law), ratio(mean, law)]),
    ])
  }
  printTable(
    'Coverage of the layer',
    ['stream', 'rounds', ...Object.keys(REGRESSION).map((name) => `around ${name}`)],
    covers,
  )
  const head = ['GP-EA', 'auto'].flatMap((name) => [`${name} alone`, 'its score', 'by its mean'])
  printTable('What a distribution is worth', ['stream', ...head], scores)
}

function classes() {
  const table = []
  for (const name of wanted(['breast_cancer', 'pima', ...streams('classification')])) {
    const rows = loadStream(name)
    if (rows === undefined) continue
    const cells = Object.values(CLASSES).map((make) => {
      const learner = make(rows[0].x.length)
      const layer = withLabels(echo)
      const hits = tally()
      let [given, calibrated] = [0, 0]
      for (const { x, y: raw } of rows) {
        const y = raw > 0 ? 1 : -1
        const answer = { probability: learner.probability(x) }
        const { probability } = layer.predict(answer)
        const loss = (p) => -Math.log(Math.max(1e-12, y > 0 ? p : 1 - p))
        given += loss(answer.probability)
        calibrated += loss(probability)
        hits.hit(layer.learn(answer, y).interval.covered)
        learner.learn(x, y)
      }
      return `${shown(hits)}; ${(calibrated / given).toFixed(3)}`
    })
    table.push([name, rows.length, ...cells])
  }
  const head = Object.keys(CLASSES).map((name) => `around ${name}`)
  printTable('Label sets', ['stream', 'rounds', ...head], table)
}

regression()
classes()
writeTables('conformal.md')
