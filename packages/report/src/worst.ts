import { real, type StateShape, shape, string } from 'credence/kinds'

/** The rows that were missed by most, greatest error first. Plain data. */
export interface WorstRow {
  /** The row, from 1, and its time; NaN where it has none. */
  readonly t: number
  readonly time: number
  /** The line of the file that it begins on; NaN where that is not known. */
  readonly line: number
  readonly y: number
  readonly mean: number
  readonly lower: number
  readonly upper: number
  /** The most unusual cell of the row, in words; empty where there is none. */
  readonly unusual: string
}

export const WORST: StateShape<WorstRow> = /* @__PURE__ */ shape<WorstRow>({
  t: real(1),
  time: real(),
  line: real(),
  y: real(),
  mean: real(),
  lower: real(),
  upper: real(),
  unusual: string,
})

const MOST_WORST = 10
/** The same as a summary shows it: null where something is not known. */
export type WorstSummary = {
  readonly [Name in keyof WorstRow]: WorstRow[Name] extends string
    ? string
    : Name extends 't'
      ? number
      : number | null
}

export function summariseWorst(worst: readonly WorstRow[]): WorstSummary[] {
  const known = (value: number): number | null => (Number.isNaN(value) ? null : value)
  return worst.map(({ t, time, line, y, mean, lower, upper, unusual }) => ({
    t,
    unusual,
    time: known(time),
    line: known(line),
    y: known(y),
    mean: known(mean),
    lower: known(lower),
    upper: known(upper),
  }))
}

/** The first rows are learning; they say little about the data. */
const LEARNING = 30

/** @param unusual asked only of a row that is kept */
export function observeWorst(worst: WorstRow[], row: Omit<WorstRow, 'unusual'>, unusual: () => string): void {
  const error = Math.abs(row.y - row.mean)
  if (row.t <= LEARNING || !Number.isFinite(error)) return
  const place = worst.findIndex(({ y, mean }) => Math.abs(y - mean) < error)
  if (place < 0 && worst.length >= MOST_WORST) return
  worst.splice(place < 0 ? worst.length : place, 0, { ...row, unusual: unusual() })
  if (worst.length > MOST_WORST) worst.pop()
}
