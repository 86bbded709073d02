import { describe, expect, it } from 'vitest'
import { logDensity, normal, type Rng, seededRng } from '../src/doors/index.ts'
import { integerBelow, uniform } from '../src/doors/random.ts'
import { plainBackend, wasmBackend } from '../src/gp/fast/backend.ts'
import { gpOn } from '../src/gp/gp.ts'
import { createBeliefs } from '../src/panels/beliefs.ts'
import { oracle } from './gpOracle.ts'

const paths: Record<string, (t: number, rng: Rng) => number[]> = {
  uniform: (_t, rng) => [uniform(rng), uniform(rng), uniform(rng)],
  smooth: (t) => [Math.sin(0.035 * t), Math.cos(0.035 * t), Math.sin(0.0071 * t)],
  repeated: (_t, rng) => {
    const i = integerBelow(rng, 40)
    return [Math.sin(i), Math.cos(3 * i), Math.sin(7 * i)]
  },
}

const W = 250
const BANDWIDTHS = [0.5, 2]
const cases = Object.keys(paths).flatMap((path) =>
  [0.25, 1e-2, 1e-4, 1e-6].map((square) => ({ path, square })),
)

describe.each([
  ['wasm', wasmBackend()!, 100_000],
  ['plain', plainBackend, 3_000],
] as const)('on the %s path', (_name, backend, rounds) => {
  it.each(cases)('keeps 8 digits: $path path, noise² = $square', ({ path, square }) => {
    const rng = seededRng(7)
    const noise = Math.sqrt(square)
    const panel = gpOn(() => backend, { inverseBandwidth: BANDWIDTHS, noise, window: W }).bind({
      loss: logDensity,
      dimension: 3,
      seed: 0,
    })
    const state = panel.init()
    const beliefs = createBeliefs(BANDWIDTHS.length)
    const xs: Float64Array[] = []
    const ys: number[] = []
    let worst = 0
    for (let t = 0; t < rounds; t++) {
      const x = Float64Array.from(paths[path](t, rng))
      panel.predict(state, x, beliefs)
      // Checked at scattered phases of the rebuilding clock, and at the end.
      if (t >= W && (t % Math.floor(rounds / 15.37) === 0 || t > rounds - 3)) {
        BANDWIDTHS.forEach((a, k) => {
          const { mean, variance } = oracle(xs, ys, x, a, noise)
          const scale = variance + square
          worst = Math.max(
            worst,
            Math.abs(beliefs.mean[k] - mean) / Math.sqrt(scale),
            Math.abs(beliefs.variance[k] - variance) / scale,
          )
        })
      }
      const y = Math.sin(3 * x[0]) + x[1] * x[2] + noise * normal(rng)
      panel.update(state, x, y, beliefs)
      xs.push(x)
      ys.push(y)
      if (xs.length > W) {
        xs.shift()
        ys.shift()
      }
    }
    expect(worst).toBeLessThan(1e-8)
  })
})
