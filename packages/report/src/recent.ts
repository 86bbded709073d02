/** The last rows one by one, for the picture of the last stretch. Plain data of a fixed size: column after column. */
export interface RecentState {
  /** Rows seen; row i stands at i modulo the room. */
  rows: number
  readonly cells: Float64Array
}

/** Rows that are kept. */
export const MOST_RECENT = 512
const FIELDS = ['time', 'y', 'mean', 'lower', 'upper', 'innerLower', 'innerUpper'] as const
type Field = (typeof FIELDS)[number]

/** One row; NaN where something is not known. */
export type RecentRow = Readonly<Record<Field, number>>

export function createRecent(): RecentState {
  return { rows: 0, cells: new Float64Array(FIELDS.length * MOST_RECENT) }
}

export function observeRecent(state: RecentState, row: RecentRow): void {
  const at = state.rows % MOST_RECENT
  FIELDS.forEach((field, f) => {
    state.cells[f * MOST_RECENT + at] = row[field]
  })
  state.rows++
}

/** The last rows, oldest first; null where something is not known. */
export interface Recent extends Readonly<Record<Field, readonly (number | null)[]>> {
  /** The number of each row, from 1. */
  readonly t: readonly number[]
}

export function recentOf({ rows, cells }: RecentState): Recent {
  const size = Math.min(rows, MOST_RECENT)
  const first = rows - size
  const t = Array.from({ length: size }, (_, i) => first + i + 1)
  const column = (f: number): (number | null)[] =>
    t.map((row) => known(cells[f * MOST_RECENT + ((row - 1) % MOST_RECENT)]))
  return Object.assign({ t }, ...FIELDS.map((field, f) => ({ [field]: column(f) }))) as Recent
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
