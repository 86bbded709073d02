import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { inverseSqrtHorizon } from '../base/schedule.ts'
import { positiveNumber } from '../base/values.ts'
import type { Rule } from '../nouns/panel.ts'
import {
  DIAGONAL,
  type DiagonalAbsent,
  type DiagonalOptions,
  type DiagonalState,
  diagonalRule,
} from './diagonal.ts'
import { type LinearPoint, RATE } from './linear.ts'

export interface NgviOptions extends DiagonalOptions {
  /** α, the rate of the KL divergence from the last posterior (η is that from the prior). @default 1 */
  readonly proximity?: Axis<number>
}

export const NGVI: Options<NgviOptions, DiagonalAbsent> = options('ngvi', {
  ...RATE,
  proximity: {
    axis: positiveNumber,
    default: 1,
  },
  ...DIAGONAL,
})

/**
 * Natural-gradient variational inference: a KL step from both the prior and the last posterior.
 *
 *     ρ = α/(α + η),   κ = αη/(α + η)
 *     1/σ′² = (1 − ρ)/σ² + ρ/s² + κ∇_σL/σ,   m′ = m − σ′²(κ∇ₘL + ρm/s²)
 *
 * `scale` G means η = G/√T.
 */
export function ngvi(given: NgviOptions): Rule<DiagonalState> {
  return diagonalRule(NGVI, given, {
    kind: 'ngvi',
    fromScale: inverseSqrtHorizon,
    extend: (state) => state,
    step(points, rates, d) {
      const alphas = points.map((point) => (point as NgviPoint).proximity)
      return (state, k, du, dv, x, squares) => {
        const { mean, deviation } = state
        const eta = rates[k](state.round)
        const alpha = alphas[k]
        const rho = alpha / (alpha + eta)
        const kappa = rho * eta
        const priorPrecision = 1 / points[k].priorVariance
        for (let j = 0, i = k * d; j < d; j++, i++) {
          const precision =
            (1 - rho) / (deviation[i] * deviation[i]) + rho * priorPrecision + 2 * kappa * dv * squares[j]
          mean[i] -= (kappa * du * x[j] + rho * priorPrecision * mean[i]) / precision
          deviation[i] = 1 / Math.sqrt(precision)
        }
      }
    },
  })
}

interface NgviPoint extends LinearPoint {
  readonly proximity: number
}
