import { isMissing, kindOf } from 'credence/auto'
import { beside, firstOf, type List } from '../files/shelf/list.ts'

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
  readonly times: List<number>
  /** By name, those that may tell series apart. */
  readonly columns: ReadonlyMap<string, List<string>>
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
  const met = distinct(Float64Array.from(times))
  if (met.length >= (1 - repeated) * rows) return []
  const cellsOf = (name: string): List<string> => columns.get(name) as List<string>
  const words = [...columns].filter(([, cells]) => !isNumeric(cells)).map(([name]) => name)
  const explains = (by: readonly string[]): boolean => {
    const numbers = new Map<string, number>()
    // Series and time as one number, so that a row takes no more than that.
    const pairs = new Float64Array(rows)
    let r = 0
    for (const [time, ...cells] of beside([times, ...by.map(cellsOf)])) {
      const key = keyOf(cells)
      const number = numbers.get(key) ?? numbers.size
      numbers.set(key, number)
      if (numbers.size * FEWEST_ROWS > rows) return false
      pairs[r++] = number * met.length + placeIn(met, time)
    }
    return distinct(pairs).length >= (1 - SHARED) * rows
  }
  const one = words.find((name) => explains([name]))
  if (one !== undefined) return [one]
  for (const first of words) {
    const second = words.find((name) => name !== first && explains([first, name]))
    if (second !== undefined) return [first, second]
  }
  return []
}

/** The different ones of some numbers, rising. */
function distinct(numbers: Float64Array): Float64Array {
  return numbers.sort().filter((value, i, all) => i === 0 || !isSame(value, all[i - 1] as number))
}

/** A time that was not read is one time. */
function isSame(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b))
}

/** Where a number is among rising ones. */
function placeIn(rising: Float64Array, value: number): number {
  let [low, high] = [0, rising.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rising[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return Number.isNaN(value) ? rising.length - 1 : low
}

/** Whether nearly all cells of a column that hold something are numbers. */
export function isNumeric(cells: Iterable<string>): boolean {
  const there = firstOf(cells, LOOKED_AT).filter((cell) => !isMissing(cell))
  return there.length > 0 && there.filter((cell) => kindOf(cell) === 'number').length >= 0.95 * there.length
}
