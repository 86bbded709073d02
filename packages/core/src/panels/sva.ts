import type { Options } from '../base/options.ts'
import { inverseSqrtHorizon } from '../base/schedule.ts'
import type { Rule } from '../nouns/panel.ts'
import type { DiagonalAbsent, DiagonalOptions, DiagonalState } from './diagonal.ts'
import { diagonalOptions, diagonalRule } from './diagonal.ts'
import { shrink } from './shrink.ts'

export interface SvaState extends DiagonalState {
  /** Sums of the gradients in m and in σ. */
  readonly meanGradient: Float64Array
  readonly deviationGradient: Float64Array
}

export const SVA: Options<DiagonalOptions, DiagonalAbsent> = diagonalOptions('sva')

/**
 * Sequential variational approximation: all past gradients against the KL divergence from the prior.
 *
 *     m = −ηs² Σ∇ₘL,   σ = s·h(½ηs Σ∇_σL)
 *
 * A schedule η_t multiplies the whole sum. `scale` G means η = G/√T.
 */
export function sva(options: DiagonalOptions): Rule<SvaState> {
  return diagonalRule<SvaState>(SVA, options, {
    kind: 'sva',
    fromScale: inverseSqrtHorizon,
    extend: (state) => ({
      ...state,
      meanGradient: new Float64Array(state.mean.length),
      deviationGradient: new Float64Array(state.mean.length),
    }),
    step: (points, rates, d) => (state, k, du, dv, x, squares) => {
      const { mean, deviation, meanGradient, deviationGradient } = state
      const rate = rates[k](state.round)
      const s = Math.sqrt(points[k].priorVariance)
      for (let j = 0, i = k * d; j < d; j++, i++) {
        meanGradient[i] += du * x[j]
        deviationGradient[i] += 2 * dv * squares[j] * deviation[i]
        mean[i] = -rate * s * s * meanGradient[i]
        deviation[i] = s * shrink(0.5 * rate * s * deviationGradient[i])
      }
    },
  })
}
