import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  adaptiveRandomForest,
  hoeffdingAdaptiveTree,
  hoeffdingTree,
  knn,
  linearRegression,
  mondrianForest,
  normal,
  onlineBagging,
  seededRng,
  squared,
  uniform,
} from 'credence'

/**
 * Rounds per second (predict and learn) of the baselines beside River's, run in turns on the same stream.
 *
 *     CREDENCE_PYTHON=/path/to/python node bench/baselines.js
 */
const DIMENSION = 10
const REPEATS = 3

const ROUNDS = 2000

const contests = {
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

const python = process.env.CREDENCE_PYTHON ?? 'python3'

function askPython(...args) {
  const { status, stdout } = spawnSync(python, args, { encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1]

export function benchBaselines() {
  const version = askPython('-c', 'import river; print(river.__version__)')?.trim()
  if (version === undefined) {
    console.log(`baselines: skipped, for ${python} has no River; set CREDENCE_PYTHON to one that has`)
    return []
  }
  const folder = mkdtempSync(join(tmpdir(), 'credence-'))
  const file = join(folder, 'stream.bin')
  const stream = makeStream()
  writeFileSync(file, new Uint8Array(stream.buffer))
  const peer = fileURLToPath(new URL('./peers/riverPeer.py', import.meta.url))
  console.log(
    `rounds per second over ${ROUNDS} rounds of ${DIMENSION} features, medians of ${REPEATS} in turns: ours, River ${version}`,
  )
  const results = []
  for (const [name, rule] of Object.entries(contests)) {
    const ours = []
    const theirs = []
    for (let i = 0; i < REPEATS; i++) {
      ours.push(timeOurs(rule, stream))
      theirs.push(JSON.parse(askPython(peer, file, name, String(ROUNDS))).rate)
    }
    const result = { name, ours: median(ours), theirs: median(theirs) }
    results.push(result)
    const columns = [name.padEnd(22), Math.round(result.ours), Math.round(result.theirs)]
    console.log(`${columns.join('\t')}\t${(result.ours / result.theirs).toFixed(1)}×`)
  }
  rmSync(folder, { recursive: true })
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) benchBaselines()
