import { expect, it } from 'vitest'
import { normal, seededRng } from '../../math/rng.ts'
import { residualStream } from '../../testing/residuals/residualStream.ts'
import { Watch } from './watch.ts'

const KINDS = [
  ...['gauss', 'uniform', 'arcsine', 'laplace', 't2', 't1.5', 'cauchy', 'lognormal'],
  ...['bimodal', 'beta', 'exponential', 'spikes', 'rounded', 'zeros80'],
]
const SERIES = 2000
const ROUNDS = 3000

it.each([
  ['errors', true],
  ['sizes', false],
])('over 2,000 series of %s without a change, false alarms at or below the stated rate', (_of, signed) => {
  for (const rate of [0.01, 0.1, 0.5]) {
    let alarms = 0
    for (let seed = 1; seed <= SERIES; seed++) {
      const { residuals } = residualStream(KINDS[seed % KINDS.length], seed, ROUNDS)
      const watch = new Watch(0.1, { rate }, signed)
      const state = watch.init()
      for (let t = 0; t < ROUNDS; t++) {
        // Nine hits and a miss in turn: what the governor's intervals come to.
        if (!watch.observe(state, signed ? residuals[t] : Math.abs(residuals[t]), t % 10 === 0)) continue
        alarms++
        break
      }
    }
    expect(alarms / SERIES).toBeLessThanOrEqual(rate)
  }
})

it('over 1,000 series of rows without a change, features watched, false alarms at or below the stated rate', () => {
  for (const rate of [0.01, 0.1, 0.5]) {
    let alarms = 0
    for (let seed = 1; seed <= 1000; seed++) {
      const rng = seededRng(seed)
      const watch = new Watch(0.1, { rate, features: true }, true)
      const state = watch.init()
      for (let t = 0; t < 1500; t++) {
        // One feature that spreads the errors, one with ties, one that is often missing.
        const x = [normal(rng), Math.round(normal(rng)), t % 3 === 0 ? normal(rng) : Number.NaN]
        if (!watch.observe(state, Math.exp(x[0]) * normal(rng), t % 10 === 0, x)) continue
        alarms++
        break
      }
    }
    expect(alarms / 1000).toBeLessThanOrEqual(rate)
  }
})
