import { logDensity, normal, type Rng, seededRng } from '../src/doors/index.ts'
import { integerBelow, uniform } from '../src/doors/random.ts'
import type { Backend } from '../src/gp/fast/backend.ts'
import { gpOn } from '../src/gp/gp.ts'
import { createBeliefs } from '../src/panels/beliefs.ts'
import { oracle } from './gpOracle.ts'

/** Inputs that make kernel matrices nearly singular. */
export const inputs: Readonly<Record<string, (rng: Rng, t: number) => number[]>> = {
  line: (rng) => [uniform(rng)],
  clusters: (rng) => [integerBelow(rng, 5) + 1e-3 * uniform(rng), integerBelow(rng, 2)],
  cube: (rng) => [uniform(rng), uniform(rng), uniform(rng)],
  circle: (_rng, t) => [Math.sin(0.11 * t), Math.cos(0.11 * t)],
}

const NOISE = 1e-3
const BANDWIDTHS = [0.3, 1, 3]

/**
 * The hardest targets: noise of 1 where the model expects 1e-3. Worst error of the mean, relative to max(1, |mean|), over
 * `checks` rounds of a window that has been full for some time.
 */
export function worstMeanError(backend: Backend, window: number, path: string, checks: number): number {
  const rng = seededRng(3)
  const draw = (t: number) => Float64Array.from(inputs[path](rng, t))
  const panel = gpOn(() => backend, { inverseBandwidth: BANDWIDTHS, noise: NOISE, window }).bind({
    loss: logDensity,
    dimension: draw(0).length,
    seed: 0,
  })
  const state = panel.init()
  const beliefs = createBeliefs(BANDWIDTHS.length)
  const xs: Float64Array[] = []
  const ys: number[] = []
  const every = Math.max(1, Math.floor((2 * window) / checks))
  let worst = 0
  for (let t = 0; t < window + every * checks; t++) {
    const x = draw(t)
    panel.predict(state, x, beliefs)
    if (t >= window && (t - window) % every === 0) {
      BANDWIDTHS.forEach((a, k) => {
        const { mean } = oracle(xs, ys, x, a, NOISE)
        worst = Math.max(worst, Math.abs(beliefs.mean[k] - mean) / Math.max(1, Math.abs(mean)))
      })
    }
    const y = Math.sin(3 * x[0]) + normal(rng)
    panel.update(state, x, y, beliefs)
    xs.push(x)
    ys.push(y)
    if (xs.length > window) {
      xs.shift()
      ys.shift()
    }
  }
  return worst
}
