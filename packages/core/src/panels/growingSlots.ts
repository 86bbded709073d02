import type { Beliefs } from '../nouns/beliefs.ts'
import type { Loss } from '../nouns/loss.ts'
import type { Rows } from './rows.ts'

/** The settings of a growing grid, and what each lost on the rows kept. Plain data. */
export interface GrowingSlots {
  /** The setting in each slot; 0 where there is none. */
  readonly values: Float64Array
  /** What each slot lost on each of the kept rows, slot by slot. */
  readonly losses: Float64Array
  readonly rows: Rows
  /** The least and the greatest outcome so far. */
  low: number
  high: number
}

/** By how much of the best one's loss another setting has to beat it. */
const GAIN = 1e-6

/** Whether what a setting lost on the rows kept is clearly less than what the best did. */
export function beats(slots: GrowingSlots, tried: Float64Array, best: number): boolean {
  const bar = lossOfSlot(slots, best)
  const loss = total(tried, 0, slots.rows.count)
  return bar === Infinity ? loss < bar : loss < bar - GAIN * Math.abs(bar)
}

/** The slot with the least loss on the rows kept. */
export function bestSlot(slots: GrowingSlots): number {
  return leastBy(slots, (slot) => lossOfSlot(slots, slot))
}

/** A slot that is free, or the one with the greatest loss. */
export function roomIn(slots: GrowingSlots): number {
  const free = slots.values.indexOf(0)
  return free >= 0 ? free : leastBy(slots, (slot) => -lossOfSlot(slots, slot))
}

/**
 * What to try on one side of a setting: where it is the last one `factor`, √factor, ∜factor … beyond it, down to
 * `finest`; else the geometric mean of it and its neighbour, unless that is nearer than `finest`.
 *
 * @param sign 1 above, −1 below
 */
export function candidates(
  { values }: GrowingSlots,
  value: number,
  sign: number,
  factor: number,
  finest: number,
): readonly number[] {
  let nearest = 0
  for (let k = 0; k < values.length; k++) {
    if (values[k] === 0 || sign * (values[k] - value) <= 0) continue
    if (nearest === 0 || sign * (values[k] - nearest) < 0) nearest = values[k]
  }
  if (nearest === 0) {
    const found = []
    for (let step = factor; step >= finest; step = Math.sqrt(step)) {
      found.push(sign > 0 ? value * step : value / step)
    }
    return found
  }
  const ratio = sign > 0 ? nearest / value : value / nearest
  return ratio > finest * finest ? [Math.sqrt(nearest) * Math.sqrt(value)] : []
}

/** A mean within the outcomes seen so far and half their range beyond them; their middle for one that is no number. */
export function withinSeen(mean: number, { low, high }: GrowingSlots): number {
  if (!(low <= high)) return mean
  if (Number.isNaN(mean)) return 0.5 * low + 0.5 * high
  const margin = 0.5 * (high - low)
  return Math.max(low - margin, Math.min(high + margin, mean))
}

/**
 * What one expert lost, by which settings are compared: its mean loss, or its log loss where the loss is one; ∞ where
 * that is no number.
 *
 * A real outcome is compared with what the expert said, and not with what was made of it within the outcomes seen:
 * else all settings that diverge look alike, and the grid finds no way back. For a class any margin is a forecast.
 */
export function lossOf(
  slots: GrowingSlots,
  loss: Loss,
  { mean, variance, noise }: Beliefs,
  y: number,
): number {
  const u = loss.outcomes === 'sign' ? withinSeen(mean[0], slots) : mean[0]
  const value = loss.likelihood
    ? loss.annealed(u, variance[0], y, noise[0], 1)
    : loss.mean(u, variance[0], y, noise[0])
  return Number.isNaN(value) ? Infinity : value
}

/** What the setting in a slot lost on the rows kept. */
export function lossOfSlot({ losses, rows, values }: GrowingSlots, slot: number): number {
  return total(losses, (slot * losses.length) / values.length, rows.count)
}

function total(losses: Float64Array, from: number, rows: number): number {
  let sum = 0
  for (let i = from; i < from + rows; i++) sum += losses[i]
  // One loss of ∞ is not made up for by one of −∞.
  return Number.isNaN(sum) ? Infinity : sum
}

function leastBy({ values }: GrowingSlots, measure: (slot: number) => number): number {
  let found = -1
  let least = Infinity
  for (let k = 0; k < values.length; k++) {
    if (values[k] === 0) continue
    const measured = measure(k)
    if (found >= 0 && !(measured < least)) continue
    found = k
    least = measured
  }
  return found
}
