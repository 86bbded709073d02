import { dot } from '../math/dot.ts'
import { combine, type Hindsight } from './oracle.ts'
import { transposed } from './saddleSystem.ts'
import { type SlopeRange, slopeRanges } from './slopeRange.ts'

/** What weights lose, as a convex programme: the parts of rounds where the loss bends; the others only add a slope. */
export interface Programme {
  readonly rounds: readonly SlopeRange[]
  readonly forecasts: readonly ArrayLike<number>[]
  /** The forecasts less those of one expert: weights sum to 1, and no digit is spent on what all experts share. */
  readonly matrix: readonly Float64Array[]
  /** Σ sₜxₜ over the rounds without a bend, and by how much they may bend after all. */
  readonly straight: Float64Array
  readonly neglected: number
}

/** A round counts as straight if its bend is below this share of all bends, or of its slope: rounding is all it has. */
const STRAIGHT = 1e-17
const ONE_SLOPE = 1e-14

/**
 * Weights w, slopes s between `low` and `high` as their distances `above` = high − s and `below` = s − low, and what is
 * complementary to each of these: r, p and q. All are positive. Both distances are kept, because s loses their digits.
 */
export interface Point {
  readonly w: Float64Array
  readonly r: Float64Array
  readonly p: Float64Array
  readonly q: Float64Array
  readonly above: Float64Array
  readonly below: Float64Array
  lambda: number
}

export function createProgramme(hindsight: Hindsight, origin: number): Programme {
  const all = hindsight.forecasts.map((_, t) => slopeRanges(hindsight, t))
  const least = STRAIGHT * all.flat().reduce((sum, { bend }) => sum + bend, 0)
  const straight = new Float64Array(hindsight.forecasts[0].length)
  const rounds: SlopeRange[] = []
  const forecasts: ArrayLike<number>[] = []
  const matrix: Float64Array[] = []
  let neglected = 0
  hindsight.forecasts.forEach((row, t) => {
    const moved = Float64Array.from(row, (forecast) => forecast - row[origin])
    for (const range of all[t]) {
      const { low, high, bend } = range
      if (bend > least && high - low > ONE_SLOPE * Math.max(Math.abs(low), Math.abs(high))) {
        rounds.push(range)
        forecasts.push(row)
        matrix.push(moved)
      } else {
        neglected += bend
        for (let k = 0; k < straight.length; k++) straight[k] += low * moved[k]
      }
    }
  })
  return { rounds, forecasts, matrix, straight, neglected }
}

/** Equal weights, slopes in the middle, and all products of one size. */
export function startingPoint(programme: Programme): Point {
  const { rounds, forecasts } = programme
  const size = programme.straight.length
  const w = new Float64Array(size).fill(1 / size)
  const half = Float64Array.from(rounds, ({ low, high }) => 0.5 * (high - low))
  const misses = Float64Array.from(
    rounds,
    (range, t) => combine(forecasts[t], w) - range.place(range.low + half[t]),
  )
  const costs = costsOf(
    programme,
    half.map((value, t) => rounds[t].low + value),
  )
  const spread = largest(costs) - least(costs)
  const product = (dot(misses.map(Math.abs), half) + spread) / (2 * rounds.length + size)
  const lambda = least(costs) - product * size
  return {
    w,
    r: costs.map((cost) => cost - lambda),
    p: misses.map((miss, t) => Math.max(0, miss) + product / half[t]),
    q: misses.map((miss, t) => Math.max(0, -miss) + product / half[t]),
    above: half,
    below: half.slice(),
    lambda,
  }
}

export function slopesOf({ rounds }: Programme, { above, below }: Point): Float64Array {
  return Float64Array.from(rounds, ({ low, high }, t) =>
    below[t] < above[t] ? low + below[t] : high - above[t],
  )
}

/** cₖ = Σ sₜxₜₖ. */
export function costsOf({ matrix, straight }: Programme, slopes: Float64Array): Float64Array {
  return transposed(matrix, slopes, straight.length).map((cost, k) => cost + straight[k])
}

/**
 * By how much weights can at most lose more than the best ones: their loss less the least that tangents with these
 * slopes allow,
 *
 *     Σ [ℓₜ(uₜ) − tangentₜ(uₜ)] + Σ wₖ(cₖ − min c)
 */
export function dualityGap(programme: Programme, weights: Float64Array, slopes: Float64Array): number {
  const costs = costsOf(programme, slopes)
  const lowest = least(costs)
  let gap = programme.neglected
  programme.rounds.forEach((range, t) => {
    gap += range.excess(combine(programme.forecasts[t], weights), slopes[t])
  })
  for (let k = 0; k < weights.length; k++) gap += weights[k] * (costs[k] - lowest)
  return gap
}

function least(values: Float64Array): number {
  return values.reduce((a, b) => Math.min(a, b))
}

function largest(values: Float64Array): number {
  return values.reduce((a, b) => Math.max(a, b))
}
