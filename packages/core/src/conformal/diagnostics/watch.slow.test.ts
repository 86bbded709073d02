import { expect, it } from 'vitest'
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
  for (const rate of [0.01, 0.1]) {
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
