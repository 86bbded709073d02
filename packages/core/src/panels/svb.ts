import type { Options } from '../base/options.ts'
import { inverseSqrt } from '../base/schedule.ts'
import type { Features, Rule } from '../nouns/panel.ts'
import type { DiagonalAbsent, DiagonalOptions, DiagonalState, DiagonalStep } from './diagonal.ts'
import { diagonalOptions, diagonalRule } from './diagonal.ts'
import { SMALL_SHRINK, shrink, shrinkLittle } from './shrink.ts'

export const SVB: Options<DiagonalOptions, DiagonalAbsent> = diagonalOptions('svb')

/**
 * Streaming variational Bayes, mean field: the KL step from the last posterior.
 *
 *     m ← m − ησ²∇ₘL,   σ ← σ·h(½ησ∇_σL),   h(z) = √(1 + z²) − z
 *
 * `scale` G means η_t = G/(√t·σ²), coordinate by coordinate: σ² cancels and m moves by G/√t.
 */
export function svb(options: DiagonalOptions): Rule<DiagonalState> {
  return diagonalRule(SVB, options, {
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
  return ({ round, mean, deviation }, k, du, dv, x, squares, largest) => {
    const rate = rates[k](round)
    const bend = rate * dv
    const little = Math.abs(bend * largest) < SMALL_SHRINK
    advance(mean, deviation, k * squares.length, rate * du, bend, x, squares, little)
  }
}

/**
 * The loop of the benchmark, a function of its own: inside a closure it runs at half the speed.
 *
 * @param little whether every shrinkage is small, so that none needs a branch or a square root
 */
function advance(
  mean: Float64Array,
  deviation: Float64Array,
  start: number,
  shift: number,
  bend: number,
  x: Features,
  squares: Float64Array,
  little: boolean,
): void {
  for (let j = 0; j < squares.length; j++) mean[start + j] -= shift * x[j]
  if (little) for (let j = 0; j < squares.length; j++) deviation[start + j] *= shrinkLittle(bend * squares[j])
  else for (let j = 0; j < squares.length; j++) deviation[start + j] *= shrink(bend * squares[j])
}
