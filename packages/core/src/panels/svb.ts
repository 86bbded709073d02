import type { Rule } from '../panel.ts'
import { inverseSqrt } from '../schedule.ts'
import { type DiagonalOptions, type DiagonalState, type DiagonalStep, diagonalRule } from './diagonal.ts'
import { shrink } from './shrink.ts'

/**
 * Streaming variational Bayes, mean field: the KL step from the last posterior.
 *
 *     m ← m − ησ²∇ₘL,   σ ← σ·h(½ησ∇_σL),   h(z) = √(1 + z²) − z
 *
 * `scale` G means η_t = G/(√t·σ²), coordinate by coordinate: σ² cancels and m moves by G/√t.
 */
export function svb(options: DiagonalOptions): Rule<DiagonalState> {
  return diagonalRule(options, {
    kind: 'svb',
    fromScale: inverseSqrt,
    extend: (state) => state,
    step: (_points, rates, d) =>
      options.scale === undefined ? scaledByVariance(rates, d) : unscaled(rates, d),
  })
}

type Rates = readonly ((round: number) => number)[]

function scaledByVariance(rates: Rates, d: number): DiagonalStep<DiagonalState> {
  return ({ round, mean, deviation }, k, du, dv, x, squares) => {
    const rate = rates[k](round)
    for (let j = 0, i = k * d; j < d; j++, i++) {
      const step = rate * deviation[i] * deviation[i]
      mean[i] -= step * du * x[j]
      deviation[i] *= shrink(step * dv * squares[j])
    }
  }
}

function unscaled(rates: Rates, d: number): DiagonalStep<DiagonalState> {
  return ({ round, mean, deviation }, k, du, dv, x, squares) => {
    const rate = rates[k](round)
    const shift = rate * du
    const bend = rate * dv
    for (let j = 0, i = k * d; j < d; j++, i++) {
      mean[i] -= shift * x[j]
      deviation[i] *= shrink(bend * squares[j])
    }
  }
}
