import { refuseUnknown } from '../check.ts'
import type { Rule } from '../panel.ts'
import { inverseSqrtHorizon } from '../schedule.ts'
import { DIAGONAL_OPTIONS, type DiagonalOptions, type DiagonalState, diagonalRule } from './diagonal.ts'

/**
 * Online gradient approximation: gradient steps on the variational parameters themselves.
 *
 *     m ← m − ηs²∇ₘL,   σ ← max(0, σ − ηs²∇_σL)
 *
 * `scale` G means η = G/√T. The cut at 0 is part of the rule: on an outlier the plain step overshoots.
 */
export function oga(options: DiagonalOptions): Rule<DiagonalState> {
  refuseUnknown('oga', options, DIAGONAL_OPTIONS)
  return diagonalRule(options, {
    kind: 'oga',
    fromScale: inverseSqrtHorizon,
    extend: (state) => state,
    step: (points, rates, d) => (state, k, du, dv, x, squares) => {
      const { mean, deviation } = state
      const rate = rates[k](state.round) * points[k].priorVariance
      const shift = rate * du
      for (let j = 0, i = k * d; j < d; j++, i++) {
        mean[i] -= shift * x[j]
        deviation[i] = Math.max(0, deviation[i] - rate * (2 * dv * squares[j] * deviation[i]))
      }
    },
  })
}
