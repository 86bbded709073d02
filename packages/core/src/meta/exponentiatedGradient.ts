import { type Options, options } from '../base/options.ts'
import { positiveNumber } from '../base/values.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import {
  awakeLogits,
  createHedge,
  enterHedge,
  type HedgeState,
  hedgeBound,
  hedgeWeights,
  resizeHedge,
  updateHedge,
} from './hedge.ts'
import { logGains } from './logGains.ts'
import { fromLogits } from './logWeights.ts'

export interface ExponentiatedGradientOptions {
  /** Learning rate η. @default tuned by the past, as AdaHedge does it */
  readonly rate?: number
}

export const EXPONENTIATED_GRADIENT: Options<ExponentiatedGradientOptions, 'rate'> = options(
  'exponentiatedGradient',
  {
    rate: {
      value: positiveNumber,
      absent: 'tuned by the past, as AdaHedge does it',
    },
  },
)

export interface ExponentiatedGradientState extends HedgeState {
  /** Σ(own + log M): what the learner lost beyond its mixture. */
  beyond: number
}

/** Ceiling of log(p/M), so that sums of p/M stay finite. */
const MOST = 690

/**
 * Exponentiated gradient for log loss (Helmbold, Schapire, Singer and Warmuth 1998): competes with the best mixture.
 *
 *     ωₖ ∝ πₖ exp(η Σ pₖ/M),   pₖ = exp(−lossₖ),   M = Σω·p
 *     regret to a mixture u ≤ Σ(u·p/M − 1) ≤ Δ + η⁻¹ KL(u‖π), with Δ and η of AdaHedge where no rate is given
 *
 * Made for losses that are −log of a density: annealed scores of a log-density, whose rate is 1. Its bound depends on
 * the largest p/M; soft-Bayes' does not.
 */
export function exponentiatedGradient(
  given: ExponentiatedGradientOptions = {},
): MetaLearner<ExponentiatedGradientState> {
  const { rate } = EXPONENTIATED_GRADIENT.read(given)
  const rateOf = ({ gap, logSize }: HedgeState): number => rate ?? logSize / gap
  let steps = new Float64Array(0)
  let weights = new Float64Array(0)
  return {
    name: 'exponentiated-gradient',
    settings: { rate: rate ?? null },
    init: (size, prior) => ({ ...createHedge(size, prior), beyond: 0 }),
    rate: () => 1,
    ...fromLogits<ExponentiatedGradientState>((state, awake, out) =>
      awakeLogits(state, rateOf(state), awake, out),
    ),
    update(state, { losses, own, awake }) {
      if (steps.length !== losses.length) {
        steps = new Float64Array(losses.length)
        weights = new Float64Array(losses.length)
      }
      hedgeWeights(state, rateOf(state), weights)
      state.beyond += own + logGains(weights, losses, own, awake, steps)
      for (let k = 0; k < losses.length; k++) steps[k] = Math.expm1(Math.min(MOST, steps[k]))
      updateHedge(state, rateOf(state), steps, weights)
    },
    bound(state, expert, rounds) {
      const bound = hedgeBound(state, 1 / rateOf(state), expert, rounds)
      return typeof bound === 'number' ? state.beyond + bound : bound
    },
    slots: {
      enter(state, expert, share) {
        enterHedge(state, rateOf(state), expert, share)
        state.starts[expert] += state.beyond
      },
      leave(state, expert) {
        state.logPrior[expert] = -Infinity
      },
      resize: (state, size) => ({ ...resizeHedge(state, size), beyond: state.beyond }),
    },
  }
}
