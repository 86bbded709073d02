import type { Options } from '../base/options.ts'
import { inverseSqrtHorizon } from '../base/schedule.ts'
import type { Rule } from '../nouns/panel.ts'
import type { DiagonalAbsent, DiagonalOptions, DiagonalState } from './diagonal.ts'
import { diagonalOptions, diagonalRule } from './diagonal.ts'

export const OGA: Options<DiagonalOptions, DiagonalAbsent> = diagonalOptions('oga')

/**
 * Online gradient approximation: gradient steps on the variational parameters themselves.
 *
 *     m ← m − ηs²∇ₘL,   σ ← max(0, σ − ηs²∇_σL)
 *
 * `scale` G means η = G/√T. The cut at 0 is part of the rule: on an outlier the plain step overshoots.
 */
export function oga(options: DiagonalOptions): Rule<DiagonalState> {
  return diagonalRule(OGA, options, {
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
