import { positive, refuseUnknown } from '../../src/base/check.ts'
import { fromLogits, logPrior } from '../../src/meta/logWeights.ts'
import type { MetaLearner } from '../../src/nouns/metaLearner.ts'

export interface LevelBoaState {
  readonly logPrior: Float64Array
  /** S: losses relative to the learner's own, with their second-order correction. */
  readonly corrected: Float64Array
  /** Σl². */
  readonly squares: Float64Array
  /** max|l|. */
  readonly ranges: Float64Array
  /** η; 0 before the first round. */
  readonly rates: Float64Array
}

/**
 * Bernstein online aggregation as the authors of DtACI run AgACI on levels: the doubling form with the rate of before the round.
 *
 *     S += ½(l(1 + ηl) + E·1{ηl > ½}),   E = 2^(⌈log₂(max|l| + ε)⌉ + 1),   η = min(1/E, √(log K / Σl²)),   ω ∝ η exp(−ηS)
 *
 * l is the gradient score less the learner's own.
 */
export function levelBoa(options: { readonly epsilon?: number } = {}): MetaLearner<LevelBoaState> {
  refuseUnknown('levelBoa', options, ['epsilon'])
  const { epsilon = 1e-3 } = options
  positive('epsilon', epsilon)
  return {
    name: 'level-boa',
    settings: { epsilon },
    init: (size, prior) => ({
      logPrior: logPrior(size, prior),
      corrected: new Float64Array(size),
      squares: new Float64Array(size),
      ranges: new Float64Array(size),
      rates: new Float64Array(size),
    }),
    rate: () => 1,
    ...fromLogits<LevelBoaState>(({ logPrior: prior, corrected, rates }, _awake, out) => {
      for (let k = 0; k < out.length; k++) {
        out[k] = rates[k] > 0 ? prior[k] + Math.log(rates[k]) - rates[k] * corrected[k] : prior[k]
      }
    }),
    update({ corrected, squares, ranges, rates }, { losses, own, awake }) {
      const logSize = Math.log(rates.length)
      for (let k = 0; k < rates.length; k++) {
        const loss = awake[k] * (losses[k] - own)
        squares[k] += loss * loss
        ranges[k] = Math.max(ranges[k], Math.abs(loss))
        const ceiling = 2 ** (Math.ceil(Math.log2(ranges[k] + epsilon)) + 1)
        const excess = rates[k] * loss > 0.5 ? ceiling : 0
        corrected[k] += 0.5 * (loss * (1 + rates[k] * loss) + excess)
        rates[k] = Math.min(1 / ceiling, Math.sqrt(logSize / squares[k]))
      }
    },
  }
}
