import { isMissing, kindOf } from 'credence/auto'

/** Between the cells of a key: no file of text holds it. */
const MARK = '\u001f'

/** The name by which a series is kept: its cells in the columns that tell series apart. */
export function keyOf(cells: readonly string[]): string {
  return cells.join(MARK)
}

/** The name of a series for people. */
export function keyName(key: string): string {
  return key.split(MARK).join(', ')
}

/** The key of a name; undefined where a cell holds a comma, so that it cannot be told. @param columns that make up a key */
export function keyOfName(name: string, columns: number): string | undefined {
  const cells = columns === 1 ? [name] : name.split(', ')
  return cells.length === columns ? cells.join(MARK) : undefined
}

/** Columns of cells, and the time of each row. */
export interface TimedColumns {
  readonly times: readonly number[]
  /** By name, those that may tell series apart. */
  readonly columns: ReadonlyMap<string, readonly string[]>
}

/** Part of the rows that may share key and time with another one. */
const SHARED = 0.01
/** Rows that a series has on average, at least: an identifier of each row is none of series. */
const FEWEST_ROWS = 5
/** Cells that are looked at to tell what a column holds. */
const LOOKED_AT = 200

/**
 * The columns of words that tell series apart, one or two: times repeat, and within a series they do not.
 *
 * @param repeated part of the rows that share their time with another one, at least
 */
export function findBy({ times, columns }: TimedColumns, repeated: number = SHARED): string[] {
  const rows = times.length
  if (new Set(times).size >= (1 - repeated) * rows) return []
  const words = [...columns].filter(([, cells]) => !isNumeric(cells)).map(([name]) => name)
  const explains = (by: readonly string[]): boolean => {
    const cells = by.map((name) => columns.get(name) as readonly string[])
    const keys = times.map((_, r) => keyOf(cells.map((column) => column[r] ?? '')))
    if (new Set(keys).size * FEWEST_ROWS > rows) return false
    return new Set(keys.map((key, r) => `${times[r]}${MARK}${key}`)).size >= (1 - SHARED) * rows
  }
  const one = words.find((name) => explains([name]))
  if (one !== undefined) return [one]
  for (const first of words) {
    const second = words.find((name) => name !== first && explains([first, name]))
    if (second !== undefined) return [first, second]
  }
  return []
}

/** Whether nearly all cells of a column that hold something are numbers. */
export function isNumeric(cells: readonly string[]): boolean {
  const there = cells.slice(0, LOOKED_AT).filter((cell) => !isMissing(cell))
  return there.length > 0 && there.filter((cell) => kindOf(cell) === 'number').length >= 0.95 * there.length
}
