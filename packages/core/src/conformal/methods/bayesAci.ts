import { ArgumentError } from '../../base/errors.ts'
import type { Axis } from '../../base/grid.ts'
import { type Options, options } from '../../base/options.ts'
import { finiteNumber, positiveNumber } from '../../base/values.ts'
import type { Beliefs } from '../../nouns/beliefs.ts'
import type { Loss } from '../../nouns/loss.ts'
import type { Settings } from '../../nouns/panel.ts'
import { describeRule } from '../../panels/describeRule.ts'
import type { MovingRule } from './moves.ts'

export interface BayesAciOptions {
  /** η; the threshold moves by at most A = ητ² a round. */
  readonly learningRate: Axis<number>
  /** τ, the standard deviation of the belief, in units of the score. */
  readonly spread: Axis<number>
  /** ψ₁, the mean of the first belief. @default 0 */
  readonly start?: Axis<number>
}

export const BAYES_ACI: Options<BayesAciOptions> = options('bayesAci', {
  learningRate: { axis: positiveNumber },
  spread: {
    axis: positiveNumber,
  },
  start: { axis: finiteNumber, default: 0 },
})

/** The means ψ of K beliefs N(ψ, τ²) about a threshold. */
export interface ThresholdState {
  readonly threshold: Float64Array
}

/**
 * Bayesian adaptive conformal inference: experts without features that believe N(ψ, τ²) of the threshold.
 *
 *     ψ ← ψ − ητ²·∂L/∂ψ,   with pinball loss  ψ − ητ²[α − Φ((r − ψ)/τ)]
 *
 * It is the streaming variational update with τ held fixed; τ → 0 with ητ² → η is `aci`.
 */
export function bayesAci(given: BayesAciOptions): MovingRule<ThresholdState> {
  const points = BAYES_ACI.points(given)
  const capacity = points.length
  const settings: readonly Settings[] = points
  const starts = Float64Array.from(points, (point) => point.start)
  const variances = Float64Array.from(points, ({ spread: tau }) => tau * tau)
  const steps = Float64Array.from(points, ({ learningRate: eta }, k) => eta * variances[k])
  points.forEach(({ learningRate: eta, spread: tau }, k) => {
    if (steps[k] > 0 && steps[k] < Infinity) return
    throw new ArgumentError(`learningRate·spread² must be a positive number; received ${eta}·${tau}²`)
  })
  const moves = { steps, spreads: variances.map(Math.sqrt), starts }
  return {
    description: describeRule('bayes-aci', settings),
    bind: ({ loss }) => ({
      capacity,
      moves,
      settings: () => settings,
      init: () => ({ threshold: starts.slice() }),
      predict: ({ threshold }, _x, out) => believe(threshold, variances, out),
      update: ({ threshold }, _x, y) => descend(threshold, steps, variances, loss, y),
    }),
  }
}

/** A loop, here as elsewhere: for a handful of experts `set` and `fill` cost more than the arithmetic. */
function believe(thresholds: Float64Array, variances: Float64Array, out: Beliefs): void {
  const { mean, variance, noise, awake } = out
  for (let k = 0; k < mean.length; k++) {
    mean[k] = thresholds[k]
    variance[k] = variances[k]
    noise[k] = 0
    awake[k] = 1
  }
}

function descend(
  thresholds: Float64Array,
  steps: Float64Array,
  variances: Float64Array,
  loss: Loss,
  y: number,
): void {
  for (let k = 0; k < thresholds.length; k++) {
    const threshold = thresholds[k]
    thresholds[k] = threshold - steps[k] * loss.du(threshold, variances[k], y, 0)
  }
}
