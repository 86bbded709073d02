import { exp } from '../../../math/exp.ts'
import type { BandRound } from '../../intervals/band.ts'

/**
 * One end of an interval as an aggregate of memories: their thresholds θₖ become one, and their weights learn.
 *
 *     unit       S = (Σω √(|θ| + |m|))²,   m a memory's median
 *     bounded    x = q(θ/S),   q(z) = z/(1 + |z|)
 *     threshold  θ = S·q⁻¹(Σωx);   that number itself where all θₖ are equal
 *     loss       pinball of q(r/S) against x, below 2 whatever the score r
 *     weights    ω ∝ ω e^(−γ·loss), then (1 − σ)ω + σ/K: fixed share
 *
 * S is known before the score is. Bounded units make one rate γ right for every scale and every tail.
 */

/** A ratio beyond this is infinite for the map: its square must not overflow. */
const FAR = 1e300

function bounded(z: number): number {
  if (z > FAR) return 1
  return z < -FAR ? -1 : z / (1 + Math.abs(z))
}

/** Where an end's numbers stand in the record of a forecast: unit, threshold, then x of each expert. */
export const UNIT = 0
export const THRESHOLD = 1
export const FIRST = 2

/**
 * Writes unit, threshold and bounded thresholds of one end into `record` from `at` on.
 *
 * @param thresholds and medians of the experts
 * @param from where this end's weights start
 */
export function blend(
  thresholds: Float64Array,
  medians: Float64Array,
  weights: Float64Array,
  from: number,
  record: Float64Array,
  at: number,
): void {
  const experts = thresholds.length
  const first = thresholds[0]
  let root = 0
  let same = true
  for (let k = 0; k < experts; k++) {
    const threshold = thresholds[k]
    root += weights[from + k] * Math.sqrt(Math.abs(threshold) + Math.abs(medians[k]))
    if (threshold !== first) same = false
  }
  const unit = root * root
  let mean = 0
  for (let k = 0; k < experts; k++) {
    const x = unit > 0 ? bounded(thresholds[k] / unit) : 0
    record[at + FIRST + k] = x
    mean += weights[from + k] * x
  }
  record[at + UNIT] = unit
  record[at + THRESHOLD] = same ? first : unit * (mean / (1 - Math.abs(mean)))
}

/** What became of the experts of one end: their thresholds, losses and misses, from `first` on; returns Σω·loss. */
export function describeEnd(
  weights: Float64Array,
  from: number,
  experts: number,
  record: Float64Array,
  at: number,
  score: number,
  miss: number,
  out: BandRound,
  first: number,
): number {
  const { weights: shown, losses, means, misses } = out
  const unit = record[at + UNIT]
  const isGiven = record[at + THRESHOLD] < Infinity
  const y = unit > 0 ? bounded(score / unit) : 0
  let own = 0
  for (let k = 0; k < experts; k++) {
    const x = record[at + FIRST + k]
    const weight = weights[from + k]
    const loss = pinball(y - x, miss)
    own += weight * loss
    shown[first + k] = weight
    losses[first + k] = loss
    means[first + k] = (unit * x) / (1 - Math.abs(x))
    misses[first + k] = y > x ? 1 : 0
  }
  if (isGiven) return own
  means.fill(Infinity, first, first + experts)
  misses.fill(0, first, first + experts)
  return own
}

/** The larger of two lines, without a branch that no processor could foresee. */
function pinball(gap: number, miss: number): number {
  return Math.max((1 - miss) * gap, -miss * gap)
}

/**
 * Fixed share on the pinball loss at level 1 − `miss` of the score, in bounded units.
 *
 * @param prior what the share is spread by. @default evenly
 */
export function weigh(
  weights: Float64Array,
  from: number,
  experts: number,
  record: Float64Array,
  at: number,
  score: number,
  miss: number,
  rate: number,
  share: number,
  prior?: Float64Array,
): void {
  const unit = record[at + UNIT]
  if (!(unit > 0 && record[at + THRESHOLD] < Infinity)) return
  const y = bounded(score / unit)
  let total = 0
  for (let k = 0; k < experts; k++) {
    const gap = y - record[at + FIRST + k]
    const weight = weights[from + k] * exp(-rate * pinball(gap, miss))
    weights[from + k] = weight
    total += weight
  }
  const kept = (1 - share) / total
  const spread = share / experts
  for (let k = 0; k < experts; k++) {
    weights[from + k] = kept * weights[from + k] + (prior ? share * prior[k] : spread)
  }
}
