import { hypotenuse } from '../math/hypotenuse.ts'
import { fromLogits, logPrior, regretTo } from './logWeights.ts'
import type { MetaLearner } from './metaLearner.ts'

export interface MlewaState {
  readonly logPrior: Float64Array
  /** R = Σr. */
  readonly regrets: Float64Array
  /** √Σr². */
  readonly norms: Float64Array
}

/**
 * Exponential weights with a rate for each expert, as in opera.
 *
 *     ωₖ ∝ ω₁ₖ exp(Rₖ √(log K / Σr²)),   R = Σr
 *
 * No regret bound is published for it.
 */
export function mlewa(): MetaLearner<MlewaState> {
  return {
    name: 'mlewa',
    settings: {},
    init: (size, prior) => ({
      logPrior: logPrior(size, prior),
      regrets: new Float64Array(size),
      norms: new Float64Array(size),
    }),
    rate: () => 1,
    ...fromLogits<MlewaState>(({ logPrior, regrets, norms }, _awake, out) => {
      const root = Math.sqrt(Math.log(out.length))
      for (let k = 0; k < out.length; k++) {
        // The quotient first: √log K / norm may overflow where R / norm does not.
        out[k] = logPrior[k] + (norms[k] > 0 ? root * (regrets[k] / norms[k]) : 0)
      }
    }),
    update({ regrets, norms }, { losses, own, awake }) {
      for (let k = 0; k < norms.length; k++) {
        const regret = regretTo(losses[k], own, awake[k])
        regrets[k] += regret
        norms[k] = hypotenuse(norms[k], regret)
      }
    },
  }
}
