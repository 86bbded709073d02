import { type NoOptions, type Options, options } from '../base/options.ts'
import { hypotenuse } from '../math/hypotenuse.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import { enteringLogit } from './enteringLogit.ts'
import { fromLogits, logPrior, regretTo } from './logWeights.ts'

export const MLEWA: Options<NoOptions> = options('mlewa', {})

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
export function mlewa(given: NoOptions = {}): MetaLearner<MlewaState> {
  MLEWA.read(given)
  return {
    name: 'mlewa',
    settings: {},
    init: (size, prior) => ({
      logPrior: logPrior(size, prior),
      regrets: new Float64Array(size),
      norms: new Float64Array(size),
    }),
    rate: () => 1,
    ...fromLogits(logits),
    update({ regrets, norms }, { losses, own, awake }) {
      for (let k = 0; k < norms.length; k++) {
        const regret = regretTo(losses[k], own, awake[k])
        regrets[k] += regret
        norms[k] = hypotenuse(norms[k], regret)
      }
    },
    slots: {
      enter(state, expert, share) {
        state.regrets[expert] = state.norms[expert] = 0
        state.logPrior[expert] = enteringLogit(logits, state, state.norms.length, expert, share)
      },
      leave(state, expert) {
        state.logPrior[expert] = -Infinity
      },
    },
  }
}

function logits({ logPrior, regrets, norms }: MlewaState, _awake: Float64Array, out: Float64Array): void {
  const root = Math.sqrt(Math.log(out.length))
  for (let k = 0; k < out.length; k++) {
    // The quotient first: √log K / norm may overflow where R / norm does not.
    out[k] = logPrior[k] + (norms[k] > 0 ? root * (regrets[k] / norms[k]) : 0)
  }
}
