import type { Rows } from './timeline.ts'

type Values = readonly (number | null)[]

/** Pixels that a row needs to have a mark of its own. */
const PIXELS = 3

/** Rows that fit a picture of this width: where there are too many, each mark stands for some of them. */
export function joinedRows(rows: Rows, width: number): { readonly rows: Rows; readonly size: number } {
  const size = Math.max(1, Math.ceil((PIXELS * rows.at.length) / Math.max(1, width)))
  if (size === 1) return { rows, size }
  const starts = Array.from({ length: Math.ceil(rows.at.length / size) }, (_, i) => i * size)
  const each = (values: Values, pick: (known: readonly number[]) => number): Values =>
    starts.map((from) => {
      const known = values.slice(from, from + size).filter((value): value is number => value !== null)
      return known.length === 0 ? null : pick(known)
    })
  const mean = (known: readonly number[]): number => known.reduce((a, b) => a + b, 0) / known.length
  const { at, y, innerLower, innerUpper } = rows
  return {
    size,
    rows: {
      at: starts.map((from) => at[Math.min(at.length - 1, from + size - 1)] as number),
      y: each(y, mean),
      mean: each(rows.mean, mean),
      lower: each(rows.lower, mean),
      upper: each(rows.upper, mean),
      ...(innerLower && innerUpper
        ? { innerLower: each(innerLower, mean), innerUpper: each(innerUpper, mean) }
        : {}),
      low: each(y, (known) => Math.min(...known)),
      high: each(y, (known) => Math.max(...known)),
    },
  }
}
