import { type Options, options } from '../base/options.ts'
import { numberFrom0 } from '../base/values.ts'
import { hypotenuse } from '../math/hypotenuse.ts'
import type { MetaLearner, Round } from '../nouns/metaLearner.ts'
import { keepAwake, keepAwakeLog, logPrior, regretTo } from './logWeights.ts'

export interface SimplexOgdOptions {
  /** α: the step of round t is t^−α over the largest gradient so far. @default 0.5 */
  readonly decay?: number
}

export const SIMPLEX_OGD: Options<SimplexOgdOptions> = options('simplexOgd', {
  decay: {
    value: numberFrom0,
    default: 0.5,
  },
})

export interface SimplexOgdState {
  /** Rounds seen. */
  round: number
  readonly prior: Float64Array
  /** ω itself, not its logarithm: gradient descent adds, and a weight of 0 is an ordinary one. */
  readonly weights: Float64Array
  /** The largest Euclidean norm of a round's losses. */
  largest: number
}

/**
 * Gradient descent on the simplex, with the losses as gradient (Zinkevich 2003).
 *
 *     ω ← Π(ω − t^−α·losses / B),   B = max ‖losses‖ so far,   Π the Euclidean projection
 *
 * Meant for the gradient score. An expert that sleeps is charged the learner's own loss. Where all experts that
 * are awake have weight 0, the prior decides.
 */
export function simplexOgd(given: SimplexOgdOptions = {}): MetaLearner<SimplexOgdState> {
  const { decay } = SIMPLEX_OGD.read(given)
  return {
    name: 'simplex-ogd',
    settings: { decay },
    init(size, given) {
      const prior = logPrior(size, given).map(Math.exp)
      return { round: 0, prior, weights: prior.slice(), largest: 0 }
    },
    rate: () => 1,
    weigh: (state, awake, out) => keepAwake(weightsAmong(state, awake), awake, out),
    weighLog: (state, awake, out) => keepAwakeLog(weightsAmong(state, awake), awake, out),
    update(state, round) {
      state.largest = Math.max(state.largest, normOf(round))
      state.round++
      if (state.largest === 0) return
      const { losses, own, awake } = round
      const step = decay === 0.5 ? 1 / Math.sqrt(state.round) : Math.exp(-decay * Math.log(state.round))
      for (let k = 0; k < state.weights.length; k++) {
        // The regret differs from −loss by what is the same for all, which the projection removes.
        state.weights[k] += step * (regretTo(losses[k], own, awake[k]) / state.largest)
      }
      project(state.weights)
    },
  }
}

/** The weights, or the prior where no expert that is awake has any. */
function weightsAmong({ prior, weights }: SimplexOgdState, awake: Float64Array): Float64Array {
  for (let k = 0; k < weights.length; k++) if (weights[k] > 0 && awake[k] > 0) return weights
  return prior
}

function normOf({ losses, awake }: Round): number {
  let norm = 0
  for (let k = 0; k < losses.length; k++) norm = hypotenuse(norm, awake[k] * losses[k])
  return norm
}

/**
 * Projects onto the simplex: max(0, v − θ), where each pass drops the entries below θ until there are none
 * (Michelot 1986).
 */
export function project(values: Float64Array): void {
  // Measured from the largest, which θ then stays below however large the values are.
  let largest = -Infinity
  for (let k = 0; k < values.length; k++) largest = Math.max(largest, values[k])
  for (let k = 0; k < values.length; k++) values[k] -= largest
  let threshold = -Infinity
  for (let kept = Infinity; ; ) {
    let count = 0
    let excess = -1
    for (let k = 0; k < values.length; k++) {
      if (!(values[k] > threshold)) continue
      excess += values[k]
      count++
    }
    // Not «until equal»: by rounding, one that was dropped could come back, for ever.
    if (count >= kept) break
    kept = count
    threshold = excess / count
  }
  for (let k = 0; k < values.length; k++) values[k] = Math.max(0, values[k] - threshold)
}
