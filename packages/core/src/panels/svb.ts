import type { Features, Rule } from '../panel.ts'
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
    step: (_points, rates) => (options.scale === undefined ? scaledByVariance(rates) : unscaled(rates)),
  })
}

type Rates = readonly ((round: number) => number)[]

function scaledByVariance(rates: Rates): DiagonalStep<DiagonalState> {
  return ({ round, mean, deviation }, k, du, dv, x, squares) => {
    const rate = rates[k](round)
    for (let j = 0, i = k * squares.length; j < squares.length; j++, i++) {
      const step = rate * deviation[i] * deviation[i]
      mean[i] -= step * du * x[j]
      deviation[i] *= shrink(step * dv * squares[j])
    }
  }
}

function unscaled(rates: Rates): DiagonalStep<DiagonalState> {
  return ({ round, mean, deviation }, k, du, dv, x, squares) => {
    const rate = rates[k](round)
    advance(mean, deviation, k * squares.length, rate * du, rate * dv, x, squares)
  }
}

/** The loop of the benchmark, a function of its own: inside a closure it runs at half the speed. */
function advance(
  mean: Float64Array,
  deviation: Float64Array,
  start: number,
  shift: number,
  bend: number,
  x: Features,
  squares: Float64Array,
): void {
  for (let j = 0; j < squares.length; j++) {
    mean[start + j] -= shift * x[j]
    deviation[start + j] *= shrink(bend * squares[j])
  }
}
