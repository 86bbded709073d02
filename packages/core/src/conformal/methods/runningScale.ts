import type { StateShape } from '../../base/shape.ts'
import { normalQuantile } from '../../math/normal.ts'
import { insert, type OrderStore, orderStoreOf, select } from './orderStore.ts'

/**
 * The unit in which a stream's scores are measured: the median of the last positive |score|s.
 *
 * A median follows the scores' unit exactly and no outlier moves it far. Zero scores are left out, lest the
 * unit be zero. Plain data: an order store.
 */
export const SCALE_WINDOW = 500

/** A score beyond this many units says no more than this many do, and its ratio must not overflow. */
const FAR = 1e300

export const SCALE: StateShape<OrderStore> = /* @__PURE__ */ orderStoreOf(SCALE_WINDOW)

/** The unit from the past alone; 0 while there is no past, so that the first interval claims nothing. */
export function scaleOf(store: OrderStore): number {
  return store.size === 0 ? 0 : select(store, (store.size + 1) >> 1)
}

/** How many units cover a normal error as often as asked: Φ⁻¹((1 + c)/2) medians of its absolute value. */
export function normalStart(coverage: number): number {
  return normalQuantile((1 + coverage) / 2) / normalQuantile(0.75)
}

/** A score in units of the past; without a past the first positive score is the unit itself. */
export function inUnit(unit: number, score: number): number {
  return Math.min(FAR, Math.max(-FAR, score / (unit === 0 ? Math.abs(score) || 1 : unit)))
}

export function pushScale(store: OrderStore, score: number): void {
  if (score !== 0) insert(store, Math.abs(score))
}
