import { positiveInteger } from '../../src/base/check.ts'
import type { RateSchedule } from '../../src/meta/rates.ts'
import { createWindowNorm, pushWindowNorm, type WindowNorm, windowNorm } from '../../src/meta/windowNorm.ts'
import type { Round } from '../../src/nouns/metaLearner.ts'

export interface FaciRateState {
  readonly size: number
  /** √Σω·loss² of the last rounds. */
  readonly moments: WindowNorm
}

/**
 * The rate that the code of SAOCP gives DtACI on thresholds.
 *
 *     γ_t = √((log(KI) + 2) / Q),   Q = I·mean of the last min(I, t − 1) values of Σω·loss²
 *
 * At first, and after losses that were all zero, Q = I·c².
 */
export function faciRate(window: number, coverage: number): RateSchedule<FaciRateState> {
  positiveInteger('window', window)
  return {
    label: `faci ${window}`,
    init: (size) => ({ size, moments: createWindowNorm(window) }),
    rate({ size, moments }) {
      const norm = windowNorm(moments)
      const root = norm === 0 ? coverage : norm / Math.sqrt(moments.count)
      return Math.sqrt((Math.log(size * window) + 2) / window) / root
    },
    update(state, round) {
      pushWindowNorm(state.moments, rootMeanSquare(round))
    },
  }
}

function rootMeanSquare({ weights, losses }: Round): number {
  let largest = 0
  for (let k = 0; k < losses.length; k++) largest = Math.max(largest, Math.abs(losses[k]))
  if (largest === 0) return 0
  let sum = 0
  for (let k = 0; k < losses.length; k++) sum += weights[k] * (losses[k] / largest) ** 2
  return largest * Math.sqrt(sum)
}
