import type { Hindsight } from './oracle.ts'

/** This share of all slopes from either end of a range is taken for the end. */
const NEAR_END = 1e-9

/**
 * A convex loss of one round, or the part of it with slopes in one range, on the interval that the forecasts span.
 *
 * Such a part is known by its slopes: `low` and `high` at the ends, and between them `place(s)`, where the slope
 * passes s. A kink is a place that belongs to many slopes.
 */
export interface SlopeRange {
  readonly low: number
  readonly high: number
  /** (high − low)·length: how far the loss can be from a straight line at most. */
  readonly bend: number
  place(slope: number): number
  /** ℓ(u) − [ℓ(z) + s(u − z)] with z = place(s): how far u is above the tangent with slope s. Never below 0. */
  excess(u: number, slope: number): number
}

/** The loss of round t, and the interval of its forecasts. */
interface Curve {
  readonly from: number
  readonly to: number
  at(z: number): number
  slope(z: number): number
}

/**
 * Parts whose sum is the loss of round t, up to a constant. Where a loss with several kinks is straight between two,
 * it is parted at that slope, so that each part has one kink or bends smoothly.
 */
export function slopeRanges({ forecasts, outcomes, loss, noise = 1 }: Hindsight, t: number): SlopeRange[] {
  let from = Infinity
  let to = -Infinity
  for (let k = 0; k < forecasts[t].length; k++) {
    from = Math.min(from, forecasts[t][k])
    to = Math.max(to, forecasts[t][k])
  }
  const at = (z: number): number => loss.at(z, outcomes[t], noise)
  const slope = (z: number): number => loss.slope(z, outcomes[t], noise)
  const curve = { from, to, at, slope }
  const ends = [slope(from), ...straightSlopes(curve, slope(from), slope(to), DEPTH), slope(to)]
  return ends.slice(1).map((_, i) => slopeRange(curve, ends, i))
}

/** Part i: slopes from endᵢ to endᵢ₊₁, less endᵢ for all parts but the first. */
function slopeRange(curve: Curve, ends: readonly number[], i: number): SlopeRange {
  const [first, last] = [ends[i], ends[i + 1]]
  const base = i === 0 ? 0 : first
  const [a, b] = bends(curve, first, last)
  // Beyond its bends a part goes on straight.
  const start = i === 0 ? curve.from : a
  const end = i === ends.length - 2 ? curve.to : b
  const isKink = sameKink(curve, a, b)
  const place = (s: number): number => (isKink ? a : whereSlopeIs(curve, base + s))
  const excess = (u: number, s: number): number => {
    const z = place(s)
    const v = Math.min(end, Math.max(start, u))
    const inside = curve.at(v) - curve.at(z) - (base + s) * (v - z)
    const outside = (last - base - s) * Math.max(0, u - v) + (base + s - first) * Math.max(0, v - u)
    return Math.max(0, inside + outside)
  }
  const low = first - base
  const high = last - base
  return { low, high, bend: (high - low) * (curve.to - curve.from), place, excess }
}

/** A stretch with one slope parts a range in two, if it is this share of the way between its bends; at most so often. */
const LONG = 0.1
const DEPTH = 6

/** Slopes strictly between two that the loss has along a stretch, in order. */
function straightSlopes(curve: Curve, low: number, high: number, depth: number): number[] {
  const [a, b] = bends(curve, low, high)
  if (depth === 0 || sameKink(curve, a, b)) return []
  const slope = curve.slope(0.5 * a + 0.5 * b)
  const margin = NEAR_END * (high - low)
  const stretch = whereSlopeIs(curve, slope + margin) - whereSlopeIs(curve, slope - margin)
  if (!(slope - margin > low && slope + margin < high && stretch > LONG * (b - a))) return []
  return [
    ...straightSlopes(curve, low, slope, depth - 1),
    slope,
    ...straightSlopes(curve, slope, high, depth - 1),
  ]
}

/** Where the slope leaves `low`, and where it comes to `high`. */
function bends(curve: Curve, low: number, high: number): [number, number] {
  const margin = NEAR_END * (high - low)
  return [whereSlopeIs(curve, low + margin), whereSlopeIs(curve, high - margin)]
}

/** Whether two places are one, up to the last digit. */
function sameKink({ from, to }: Curve, a: number, b: number): boolean {
  return b - a <= 1e-15 * Math.max(Math.abs(a), Math.abs(b)) || b - a <= 1e-40 * (to - from)
}

/** Halvings of an interval of doubles: after these nothing of it is left that a sum would notice. */
const HALVINGS = 200

/** Where an increasing slope passes s, by halving. */
function whereSlopeIs({ slope, from, to }: Curve, s: number): number {
  let [lower, upper] = [from, to]
  for (let i = 0; i < HALVINGS; i++) {
    const middle = 0.5 * lower + 0.5 * upper
    if (middle <= lower || middle >= upper) break
    if (slope(middle) < s) lower = middle
    else upper = middle
  }
  return upper
}
