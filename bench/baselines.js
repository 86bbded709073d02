import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { normal, seededRng, squared } from 'credence'
import {
  adaptiveRandomForest,
  hoeffdingAdaptiveTree,
  hoeffdingTree,
  knn,
  linearRegression,
  mondrianForest,
  onlineBagging,
} from 'credence/baselines'
import { uniform } from 'credence/random'
import { contest } from './lib/contest.js'
import { missingPython, runPython } from './lib/peer.js'

/**
 * Rounds per second (predict and learn) of the baselines beside River's, run in turns on the same stream.
 *
 *     CREDENCE_PYTHON=/path/to/python node bench/baselines.js
 */
const DIMENSION = 10
const REPEATS = 3
const ROUNDS = 2000

const thousands = (value) => Math.round(value).toLocaleString('en')

const rules = {
  knn: knn({ window: 250 }),
  hoeffdingTree: hoeffdingTree(),
  hoeffdingAdaptiveTree: hoeffdingAdaptiveTree(),
  adaptiveRandomForest: adaptiveRandomForest(),
  baggedLinear: onlineBagging(linearRegression()),
  baggedTrees: onlineBagging(hoeffdingTree()),
  mondrianForest: mondrianForest(),
}

const friedman = (x) => 10 * Math.sin(Math.PI * x[0] * x[1]) + 20 * (x[2] - 0.5) ** 2 + 10 * x[3] + 5 * x[4]

function makeStream() {
  const rng = seededRng(1)
  const stream = new Float64Array(ROUNDS * (DIMENSION + 1))
  for (let i = 0; i < stream.length; i += DIMENSION + 1) {
    for (let j = 0; j < DIMENSION; j++) stream[i + j] = uniform(rng)
    stream[i + DIMENSION] = friedman(stream.subarray(i, i + DIMENSION)) + normal(rng)
  }
  return stream
}

/** Plays the stream from the start, again and again, for a good half second. */
function timeOurs(rule, stream) {
  const panel = rule.bind({ loss: squared, dimension: DIMENSION, seed: 1 })
  const one = () => new Float64Array(1)
  const beliefs = { mean: one(), variance: one(), noise: one(), awake: one() }
  const start = performance.now()
  for (let rounds = ROUNDS; ; rounds += ROUNDS) {
    const state = panel.init()
    for (let i = 0; i < stream.length; i += DIMENSION + 1) {
      const x = stream.subarray(i, i + DIMENSION)
      panel.predict(state, x, beliefs)
      panel.update(state, x, stream[i + DIMENSION], beliefs)
    }
    const elapsed = performance.now() - start
    if (elapsed > 500) return (1000 * rounds) / elapsed
  }
}

const folder = mkdtempSync(join(tmpdir(), 'credence-'))
const file = join(folder, 'stream.bin')
const stream = makeStream()
writeFileSync(file, new Uint8Array(stream.buffer))
const noRiver = missingPython('river')
let version

function timeRiver(name) {
  const { river, rate } = runPython('riverPeer.py', file, name, ROUNDS)
  version = river
  return rate
}

console.log(`rounds per second over ${ROUNDS} rounds of ${DIMENSION} features (goal: 10 times River)`)
for (const [name, rule] of Object.entries(rules)) {
  const { ours, theirs } = contest(
    {
      ours: () => timeOurs(rule, stream),
      ...(noRiver ? {} : { theirs: () => timeRiver(name) }),
    },
    { repeats: REPEATS },
  )
  const beside = noRiver
    ? ''
    : `, River ${version} ${thousands(theirs)} (${(ours / theirs).toFixed(1)} times)`
  console.log(`${name.padEnd(22)} ${thousands(ours).padStart(8)}${beside}`)
}
if (noRiver) console.log(noRiver)
rmSync(folder, { recursive: true })
