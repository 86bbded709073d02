import { aggregate, boa, ewa, external, gradient, keyed, logDensity, pinball, squared, svb } from 'credence'
import { BAYES_DTACI_GRID, bayesAci, conformal, dtaciMeta } from 'credence/conformal'
import { gp, gpMemory } from 'credence/gp'
import { normal, seededRng } from 'credence/random'
import { fastestPass } from './lib/fastestPass.js'

/**
 * What a user does, predict and then learn, beside learn alone: nanoseconds a round in the fastest of many short
 * passes. And many series on one model: bytes of a state, and what a process takes for each.
 */
const rng = seededRng(1)
const ROUNDS = 512

const draw = (dimension) => Float64Array.from({ length: dimension }, () => normal(rng))

function streamOf(dimension, outcome) {
  return Array.from({ length: ROUNDS }, () => {
    const x = draw(dimension)
    return { x, y: outcome(x) }
  })
}

const scales = Array.from({ length: 8 }, (_, j) => 1e-4 * 2 ** j)
const learners = {
  'SVB, K = 8, d = 54': [
    54,
    () => aggregate({ experts: svb({ scale: scales }), loss: squared, dimension: 54 }),
  ],
  'EWA, K = 8': [8, () => forecasters(ewa({ rate: 0.01 }))],
  'BOA, K = 8': [8, () => forecasters(boa())],
  'Bayes-DtACI, K = 8': [0, () => thresholds()],
  'GP, K = 18, W = 100, d = 10': [10, () => processes(100)],
}

function forecasters(meta) {
  return aggregate({ experts: external({ columns: 8 }), loss: squared, score: gradient, meta, dimension: 8 })
}

function thresholds() {
  const experts = bayesAci(BAYES_DTACI_GRID)
  return aggregate({ experts, loss: pinball(0.9), meta: dtaciMeta(), dimension: 0 })
}

function processes(window) {
  const experts = gp({ inverseBandwidth: [0.125, 0.25, 0.5, 1, 2, 4], noise: [0.5, 1, 2], window })
  return aggregate({ experts, loss: logDensity, dimension: 10 })
}

console.log(`${'ns a round'.padEnd(30)} ${'learn'.padStart(10)} ${'predict + learn'.padStart(16)}`)
for (const [name, [dimension, make]] of Object.entries(learners)) {
  const stream = streamOf(dimension, (x) => (x[0] ?? 0) + normal(rng))
  const timed = (play) => fastestPass(play, ROUNDS, { milliseconds: 2500 })
  const alone = make()
  const learn = timed((t) => alone.learn(stream[t].x, stream[t].y))
  const user = make()
  const both = timed((t) => {
    user.predict(stream[t].x).mean
    user.learn(stream[t].x, stream[t].y)
  })
  console.log(`${name.padEnd(30)} ${learn.toFixed(0).padStart(10)} ${both.toFixed(0).padStart(16)}`)
}

/** Bytes of the heap and of typed arrays, after a collection where Node lets us ask for one. */
function used() {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function fleet(name, model, keys, rounds, play) {
  const before = used()
  const many = keyed(model)
  for (let t = 0; t < rounds; t++) for (let i = 0; i < keys; i++) play(many, `key ${i}`)
  const bytes = (used() - before) / keys
  const saved = many.save('key 0').length
  console.log(
    `${keys.toLocaleString('en')} keys, ${name}: ${saved.toLocaleString('en')} bytes a state saved, ` +
      `${Math.round(bytes).toLocaleString('en')} bytes a key in the process, scratch and key included`,
  )
}

console.log()
for (const [name, options] of [
  ['conformal default without diagnostics', { diagnostics: false }],
  ['conformal default', {}],
]) {
  fleet(name, conformal(options).model, 10_000, 20, (many, key) => many.learn(key, 0, normal(rng)))
}
const x = draw(10)
const many = keyed(processes(250))
for (let t = 0; t < 12; t++) {
  for (let i = 0; i < 200; i++) {
    x[0] = normal(rng)
    many.learn(`key ${i}`, x, normal(rng))
  }
}
console.log(
  `200 keys, GP, K = 18, W = 250: ${many.save('key 0').length.toLocaleString('en')} bytes a state saved; ` +
    `the pool of factors: ${JSON.stringify(gpMemory())}`,
)
