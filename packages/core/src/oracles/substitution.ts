import { ArgumentError } from '../base/errors.ts'
import { square } from '../math/powers.ts'

/** The rate at which squared loss on [a, b] is mixable: η = 2/(b − a)². */
export function mixableRate([lower, upper]: readonly [number, number]): number {
  if (!(upper > lower && upper - lower < Infinity)) {
    throw new ArgumentError(
      `the range of y must be an interval [a, b] with a < b; received [${lower}, ${upper}]`,
    )
  }
  return 2 / square(upper - lower)
}

/**
 * Vovk's substitution rule for squared loss and outcomes in [a, b]: the forecast whose loss is at most that of the
 * generalised prediction g, whatever y comes.
 *
 *     g(y) = −η⁻¹ log Σ ω exp(−η(y − u)²),   (a + b)/2 − (g(b) − g(a)) / 2(b − a),   η = 2/(b − a)²
 *
 * With `ewa({ rate: mixableRate([a, b]) })` and the point score its regret is at most log K / η: a constant, where the
 * weighted mean pays four times that. Forecasts outside [a, b] are taken at its ends, which costs nothing there.
 */
export function substitute(
  { means, weights }: { readonly means: ArrayLike<number>; readonly weights: ArrayLike<number> },
  range: readonly [number, number],
): number {
  const rate = mixableRate(range)
  const [lower, upper] = range
  let low = 0
  let high = 0
  for (let k = 0; k < means.length; k++) {
    if (weights[k] === 0) continue
    const mean = Math.min(upper, Math.max(lower, means[k]))
    low += weights[k] * Math.exp(-rate * square(lower - mean))
    high += weights[k] * Math.exp(-rate * square(upper - mean))
  }
  return (lower + upper) / 2 - (Math.log(low) - Math.log(high)) / (2 * rate * (upper - lower))
}
