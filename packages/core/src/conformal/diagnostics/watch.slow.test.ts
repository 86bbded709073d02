import { expect, it } from 'vitest'
import { residualStream } from '../../testing/residuals/residualStream.ts'
import { Watch } from './watch.ts'

const KINDS = ['gauss', 't2', 'cauchy', 'uniform', 'rounded', 'zeros80', 'lognormal', 'exponential']
const SERIES = 2000
const ROUNDS = 3000

it('over 2,000 series without a change, false alarms at or below the stated rate', () => {
  for (const rate of [0.01, 0.1]) {
    let alarms = 0
    for (let seed = 1; seed <= SERIES; seed++) {
      const { residuals } = residualStream(KINDS[seed % KINDS.length], seed, ROUNDS)
      const watch = new Watch(0.1, { rate })
      const state = watch.init()
      for (let t = 0; t < ROUNDS; t++) {
        // Nine hits and a miss in turn: what the governor's intervals come to.
        if (!watch.observe(state, Math.abs(residuals[t]), t % 10 === 0)) continue
        alarms++
        break
      }
    }
    expect(alarms / SERIES).toBeLessThanOrEqual(rate)
  }
})
