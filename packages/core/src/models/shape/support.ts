/** Where outcomes can lie: ends that are not known are infinite. Plain data. */
export interface Support {
  readonly lower: number
  readonly upper: number
}

/** What the outcomes so far say of where others can lie. Plain data. */
export interface Extent {
  count: number
  least: number
  most: number
  /** How many were no whole numbers. */
  broken: number
  /** Of the last few hundred. */
  mean: number
}

/** Outcomes before which nothing is said of those to come. */
const FEW = 10
/** The same for shares: numbers between 0 and 1 may be small amounts. */
const FEW_SHARES = 20
/** Part by which an outcome moves the mean at least. */
const SLOWEST = 0.003

export function createExtent(): Extent {
  return { count: 0, least: 0, most: 0, broken: 0, mean: 0 }
}

/** @param kept the outcome as it is learnt: an absurd one shows where outcomes can lie, but not their size */
export function observeExtent(extent: Extent, y: number, kept: number = y): void {
  extent.least = extent.count === 0 ? y : Math.min(extent.least, y)
  extent.most = extent.count === 0 ? y : Math.max(extent.most, y)
  if (!Number.isInteger(y)) extent.broken++
  extent.count++
  extent.mean += (kept - extent.mean) * Math.max(1 / extent.count, SLOWEST)
}

/**
 * The support that outcomes have shown: not below 0 where none ever was, and not above 1 where all are shares.
 *
 * @param asked the support that was told, which need not be shown
 */
export function supportOf({ count, least, most, broken }: Extent, asked?: Support): Support {
  const never = count >= FEW && least >= 0
  const shares = never && count >= FEW_SHARES && most <= 1 && broken > 0
  return asked ?? { lower: never ? 0 : -Infinity, upper: shares ? 1 : Infinity }
}

export function isBounded({ lower, upper }: Support): boolean {
  return lower > -Infinity || upper < Infinity
}

export function within({ lower, upper }: Support, y: number): number {
  return Math.max(lower, Math.min(upper, y))
}
