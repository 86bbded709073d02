/** Of several classes: P of each, and the places of the one that was named, −1 for none, and of the one that came. */
export interface ClassChances {
  readonly said: readonly number[]
  readonly named: number
  readonly came: number
}

/** One round as a run writes it: the fields that its statistics read. */
export interface RunRecord {
  readonly t: number
  /** null where the outcome never came. */
  readonly y: number | null
  /** The point forecast: Σω·u, a margin for classes; null where nothing was known. */
  readonly mean?: number | null
  /** The forecast that an interval is put around; or its parts. */
  readonly forecast?: unknown
  /** P(Y ≤ y) under the law that was forecast, where there is one. */
  readonly lawAt?: number
  readonly lower?: number | null
  readonly upper?: number | null
  /** P(y = +1). */
  readonly probability?: number
  /** Nothing was said of them where there is no probability. */
  readonly classes?: ClassChances
  /** Of a set of classes: whether it held the one that came, and how many it holds. */
  readonly set?: { readonly covered: boolean; readonly size: number }
  readonly loss?: number
  readonly weights?: ArrayLike<number>
  /** What each expert lost. */
  readonly losses?: ArrayLike<number>
}

/** The number that a record forecasts for y; NaN where there is none. */
export function pointOf({ mean, forecast, lower, upper }: RunRecord): number {
  if (mean !== undefined) return mean ?? Number.NaN
  if (typeof forecast === 'number') return forecast
  const centre = (forecast as { readonly mean?: number } | undefined)?.mean
  if (typeof centre === 'number') return centre
  return typeof lower === 'number' && typeof upper === 'number' ? (lower + upper) / 2 : Number.NaN
}
