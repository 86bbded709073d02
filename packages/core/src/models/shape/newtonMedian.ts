import type { Support } from './support.ts'

/** Steps after which it is not found this way. */
const STEPS = 12
/** Probability that a last step need not be looked at after, where it is short: what is left is about its square. */
const CLOSE = 1e-6
const SHORT = 0.01

/**
 * The median by Newton's method, for a distribution function that costs much; NaN where it is not found soon, as on a jump.
 *
 * @param sd about how wide the distribution is
 * @param support with less than a half on its lower end
 */
export function newtonMedian(
  law: { cdf(y: number): number; density(y: number): number },
  guess: number,
  sd: number,
  support: Support,
): number {
  let { lower, upper } = support
  let q = guess
  for (let step = 0; step < STEPS && q > lower && q < upper; step++) {
    const excess = law.cdf(q) - 0.5
    const move = excess / law.density(q)
    if (Math.abs(excess) < CLOSE && Math.abs(move) < SHORT * sd) {
      const found = q - move
      return found > lower && found < upper ? found : Number.NaN
    }
    if (excess < 0) lower = q
    else upper = q
    const next = q - Math.max(-sd, Math.min(sd, move))
    q = next > lower && next < upper ? next : 0.5 * (lower + upper)
  }
  return Number.NaN
}
