import type { Round } from '../nouns/metaLearner.ts'
import { regretTo } from './logWeights.ts'

/**
 * Regrets in units of the largest one, for rules whose proofs need |r| ≤ 1 (Mhammedi, Koolen and van Erven 2019).
 *
 * Where a round exceeds the range B so far, its regrets are divided by the new range, and all sums shrink with it.
 * That costs the difference of the ranges. The first regrets set the range, which costs nothing.
 */
export interface RunningRange {
  /** B: the largest |r| so far, or the one that was promised; 0 before the first regret. */
  range: number
  /** The first range above 0. */
  first: number
  /** Whether a regret was larger than the range that was promised, or than any that is told apart: then nothing is guaranteed. */
  exceeded: boolean
}

/** Larger regrets count as this. */
const LARGEST = 1e300
/** A mean of losses may exceed all of them by its rounding. */
export const ROUNDING: number = 1 + 1e-9

export function createRange(known: number | undefined): RunningRange {
  return { range: known ?? 0, first: known ?? 0, exceeded: false }
}

/**
 * Widens the range for a round; one that was promised stays.
 *
 * @returns by how much sums in units of the old range have to shrink: B/B′
 */
export function widen(range: RunningRange, round: Round, promised: boolean): number {
  const { losses, own, awake } = round
  let largest = 0
  for (let k = 0; k < losses.length; k++) {
    largest = Math.max(largest, Math.abs(regretTo(losses[k], own, awake[k])))
  }
  if (largest >= LARGEST || (promised && largest > range.range * ROUNDING)) range.exceeded = true
  if (promised || largest <= range.range) return 1
  const shrink = range.range === 0 ? 1 : range.range / largest
  range.range = largest
  if (range.first === 0) range.first = largest
  return shrink
}

/** A regret in units of the range. A promised range cuts off what exceeds it. */
export function scaledRegret({ range }: RunningRange, loss: number, own: number, awake: number): number {
  if (range === 0) return 0
  return Math.max(-1, Math.min(1, regretTo(loss, own, awake) / range))
}
