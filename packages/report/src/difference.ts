/** Running mean and scatter of loss differences (Welford 1962). Plain data. */
export interface DifferenceState {
  count: number
  mean: number
  /** Σ(d − mean)². */
  scatter: number
}

export function createDifference(): DifferenceState {
  return { count: 0, mean: 0, scatter: 0 }
}

export function observeDifference(state: DifferenceState, difference: number): void {
  state.count++
  const before = difference - state.mean
  state.mean += before / state.count
  state.scatter += before * (difference - state.mean)
}

/** Rounds before which nothing is said: the sequence is only right once a mean is nearly normal. */
export const FIRST_ROUNDS = 100
/** Rounds at which the interval is tightest. */
const TIGHTEST = 1000

/**
 * Where the mean difference lies, at all rounds at once: it may be looked at any time, and acted upon.
 *
 *     mean ± sd·√(2(tρ² + 1)/(t²ρ²) · log(√(tρ² + 1)/error))
 *
 * The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024): losses need no bound, only
 * moments, and the conditional means may drift. ρ makes it tightest at 1,000 rounds.
 */
export function differenceInterval(
  { count, mean, scatter }: DifferenceState,
  error = 0.05,
): readonly [number, number] {
  if (count < FIRST_ROUNDS) return [-Infinity, Infinity]
  const goal = -2 * Math.log(error)
  const rho2 = (goal + Math.log(goal + 1)) / TIGHTEST
  const grown = count * rho2 + 1
  const reach = Math.sqrt(((2 * grown) / (count * count * rho2)) * (Math.log(grown) / 2 - Math.log(error)))
  const sd = Math.sqrt(scatter / count)
  return [mean - sd * reach, mean + sd * reach]
}
