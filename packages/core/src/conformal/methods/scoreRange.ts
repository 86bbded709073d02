import { insert, type OrderStore, select } from './orderStore.ts'

/** Differences of numbers within it do not overflow. */
const FAR = 1e300

export function within(value: number): number {
  return Math.min(FAR, Math.max(-FAR, value))
}

export function remember(recent: OrderStore, score: number): void {
  insert(recent, within(score))
}

/** The range of the last scores; of ten or more that are all alike their size, for a range of 0 never moves again. */
export function rangeOf(recent: OrderStore): number {
  if (recent.size === 0) return 1
  const largest = select(recent, recent.size)
  const range = largest - select(recent, 1)
  return range > 0 || recent.size < 10 ? range : Math.abs(largest)
}
