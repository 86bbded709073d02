import { normal, seededRng } from 'credence'
import { fleet } from 'credence/conformal'
import { BANDWIDTHS, draw, engine, NOISES, quantile } from '../lib/gpContest.js'

const BASE = { inverseBandwidth: BANDWIDTHS, noise: NOISES, window: 250 }

/** Median µs of a round of Gaussian processes in steady state. */
function steady(options, d) {
  const { step } = engine(options, d)
  for (let t = 0; t < 2 * options.window; t++) step(draw(d))
  return quantile(Array.from({ length: Math.max(200, options.window) }, () => step(draw(d))))
}

function experts(K) {
  const noise = [0.5, 1, 2, 0.75, 1.5, 3].slice(0, Math.max(1, K / 6))
  return steady({ ...BASE, inverseBandwidth: BANDWIDTHS.slice(0, Math.min(6, K)), noise }, 10)
}

/** µs of a round at the end of a stream of which everything is kept. */
function kept(rounds) {
  const { step } = engine({ inverseBandwidth: BANDWIDTHS, noise: 1 }, 10)
  return quantile(Array.from({ length: rounds }, () => step(draw(10))).slice(-21))
}

/** µs of a tick of calibrators: one round of every series. */
function ticks(series) {
  const rng = seededRng(1)
  const all = fleet({})
  all.add(...Array.from({ length: series }, (_, i) => `series ${i}`))
  const columns = Array.from({ length: 4 }, () => new Float64Array(series))
  const [forecasts, lower, upper, outcomes] = columns
  const tick = () => {
    for (let i = 0; i < series; i++) outcomes[i] = normal(rng)
    const start = performance.now()
    all.predictAll(forecasts, lower, upper)
    all.learnAll(outcomes)
    return 1e3 * (performance.now() - start)
  }
  for (let t = 0; t < 100; t++) tick()
  return quantile(Array.from({ length: 11 }, tick))
}

const SIZES = {
  'K experts': [[3, 6, 12, 24, 36], experts],
  'W rounds of window': [[50, 100, 200, 400, 800], (window) => steady({ ...BASE, window }, 10)],
  'd features': [[2, 8, 32, 128], (d) => steady(BASE, d)],
  'T rounds, all kept': [[250, 500, 1000, 2000], kept],
  'series calibrated': [[10, 100, 1000, 10_000], ticks],
}

export default {
  title: 'How cost grows',
  about:
    'The first four are Gaussian processes, the others of K = 18, W = 250, d = 10 as they are (K = 6 where all rounds are kept); the last is one round of a fleet of calibrated intervals. The exponent is that of the last step.',
  unit: 'µs',
  measure: () =>
    Object.entries(SIZES).map(([path, [sizes, time]]) => ({
      path,
      sizes,
      times: sizes.map((size) => time(size)),
    })),
}
