/** What a confidence sequence for the mean of loss differences needs. Plain data. */
export interface DifferenceState {
  /** All rounds, and the sum of their differences. */
  rounds: number
  sum: number
  /** The size of the first difference that is not 0: it sets the unit of bets, and is no evidence. */
  unit: number
  /** Rounds that are evidence, and their mean. */
  count: number
  mean: number
  /** Σ(d − mean before d)². */
  scatter: number
  /** The largest |d − mean before d|, and the first difference. */
  largest: number
  /** The largest |d − mean before d| that was possible, as known before the outcomes; Infinity where it was not. */
  bound: number
  /** Rounds in which d was above 0, and below. */
  above: number
  below: number
}

export function createDifference(): DifferenceState {
  return {
    rounds: 0,
    sum: 0,
    unit: 0,
    count: 0,
    mean: 0,
    scatter: 0,
    largest: 0,
    bound: 0,
    above: 0,
    below: 0,
  }
}

/** @param most that |difference| could be whatever the outcome, as known before it */
export function observeDifference(state: DifferenceState, difference: number, most: number = Infinity): void {
  state.rounds++
  state.sum += difference
  if (difference > 0) state.above++
  if (difference < 0) state.below++
  if (state.unit === 0) {
    state.unit = Math.abs(difference)
    state.largest = state.unit
    return
  }
  const deviation = difference - state.mean
  state.bound = Math.max(state.bound, most + Math.abs(state.mean))
  state.count++
  state.scatter += deviation * deviation
  state.largest = Math.max(state.largest, Math.abs(deviation))
  state.mean += deviation / state.count
}

/** A difference not seen yet is assumed to be at most this many times the largest so far. */
export const UNSEEN = 2
/** The same on a side where no difference was seen at all; after k differences on that side it is divided by (1 + k)². */
export const UNSEEN_SIDE = 1000
/** Differences on a side after which `UNSEEN` holds there. */
export const SEEN_SIDE: number = Math.ceil(Math.sqrt(UNSEEN_SIDE / UNSEEN)) - 1

/** Bets are 2⁻ʲ of the first difference: j from here on, this many; the likeliest is 3. */
const FIRST_BET = -40
const BETS = 120
const LIKELIEST_BET = 3

/**
 * Where the mean difference lies, at all rounds at once: it may be looked at any time, and acted upon.
 *
 *     mean ± min over λ of (ψ(λB)·V/B² + log(2/(error·w(λ)))) / (λ·t),   ψ(x) = −log(1 − x) − x
 *
 * The empirical-Bernstein confidence sequence of Howard, Ramdas, McAuliffe and Sekhon (2021). It holds for every t, at
 * any sample size, if no difference is further than B from the mean before it on the side of that end. Absolute errors of
 * two forecasts differ by no more than the forecasts do, whatever the outcome: there B is known. Otherwise it is what is
 * assumed of differences that have not been seen: see `UNSEEN` and `UNSEEN_SIDE`. A contender that never lost a round
 * may still lose one round in a thousand by a thousand times as much.
 */
export function differenceInterval(state: DifferenceState, error = 0.05): readonly [number, number] {
  const { count, mean, largest, bound, above, below } = state
  if (count === 0) return [-Infinity, Infinity]
  const reach = (seen: number): number => {
    const assumed = largest * Math.max(UNSEEN, UNSEEN_SIDE / (1 + seen) ** 2)
    return reachOf(state, bound < Infinity ? bound : assumed, error / 2)
  }
  return [mean - reach(below), mean + reach(above)]
}

function reachOf({ unit, count, scatter }: DifferenceState, bound: number, error: number): number {
  let best = Infinity
  for (let j = FIRST_BET; j < FIRST_BET + BETS; j++) {
    const bet = 2 ** -j / unit
    const part = bet * bound
    if (!(part < 1)) continue
    const distance = Math.abs(j - LIKELIEST_BET)
    // Sums to 1 over all whole j.
    const weight = 1.2 / ((distance + 2) * (distance + 3))
    const cost = ((-Math.log1p(-part) - part) / (bound * bound)) * scatter
    best = Math.min(best, (cost - Math.log(error * weight)) / (bet * count))
  }
  return best
}
