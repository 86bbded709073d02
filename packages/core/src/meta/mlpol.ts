import { type Options, options } from '../base/options.ts'
import { positiveNumber } from '../base/values.ts'
import { hypotenuse } from '../math/hypotenuse.ts'
import type { MetaLearner, Round } from '../nouns/metaLearner.ts'
import { fromLogits, logPrior, regretTo } from './logWeights.ts'

export interface MlpolOptions {
  /** A known bound E of |own − loss|: the theorem's rule, with B = E² throughout. @default learnt */
  readonly range?: number
}

export const MLPOL: Options<MlpolOptions, 'range'> = options('mlpol', {
  range: {
    value: positiveNumber,
    absent: 'learnt',
  },
})

export interface MlpolState {
  readonly logPrior: Float64Array
  /** R = Σr. */
  readonly regrets: Float64Array
  /** √D. */
  readonly norms: Float64Array
  /** √B: the largest |r| of all. */
  range: number
}

/**
 * Polynomial weights with a rate for each expert (Gaillard, Stoltz and van Erven 2014).
 *
 *     ωₖ ∝ ω₁ₖ max(Rₖ, 0) / Dₖ,   R = Σr,   D = B + Σr²,   B = max r² of all experts so far
 *
 * While no expert that is awake is ahead of the learner, the prior decides.
 */
export function mlpol(given: MlpolOptions = {}): MetaLearner<MlpolState> {
  const { range } = MLPOL.read(given)
  return {
    name: 'mlpol',
    settings: { range: range ?? null },
    init: (size, prior) => ({
      logPrior: logPrior(size, prior),
      regrets: new Float64Array(size),
      norms: new Float64Array(size).fill(range ?? 0),
      range: range ?? 0,
    }),
    rate: () => 1,
    ...fromLogits<MlpolState>((state, awake, out) => {
      const { logPrior, regrets, norms } = state
      const byPrior = !isAnyAhead(state, awake)
      for (let k = 0; k < out.length; k++) {
        if (byPrior) out[k] = logPrior[k]
        else out[k] = regrets[k] > 0 ? logPrior[k] + Math.log(regrets[k]) - 2 * Math.log(norms[k]) : -Infinity
      }
    }),
    update(state, round) {
      const { regrets, norms } = state
      const { losses, own, awake } = round
      const range = Math.max(state.range, largest(round))
      // √(B′ − B), so that a regret of 1e300 does not overflow.
      const widened = Math.sqrt(range - state.range) * Math.sqrt(range + state.range)
      state.range = range
      for (let k = 0; k < norms.length; k++) {
        const regret = regretTo(losses[k], own, awake[k])
        regrets[k] += regret
        norms[k] = hypotenuse(hypotenuse(norms[k], regret), widened)
      }
    },
  }
}

function isAnyAhead({ regrets, logPrior }: MlpolState, awake: Float64Array): boolean {
  for (let k = 0; k < awake.length; k++) {
    if (awake[k] > 0 && regrets[k] > 0 && logPrior[k] > -Infinity) return true
  }
  return false
}

function largest({ losses, own, awake }: Round): number {
  let found = 0
  for (let k = 0; k < losses.length; k++)
    found = Math.max(found, Math.abs(regretTo(losses[k], own, awake[k])))
  return found
}
