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
/** The same where it is this part of what chance would make of these words, at most: rows that were copied by mistake. */
const COPIED = 0.05
const OF_CHANCE = 0.2
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
  // Rows without a time, such as sums below the table, show nothing.
  const timed = Float64Array.from(times).filter((time) => !Number.isNaN(time))
  const rows = timed.length
  const met = distinct(timed)
  if (met.length >= (1 - repeated) * rows) return []
  // Pairs of rows of one time.
  const together = sizesOf(times, met).reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
  const cellsOf = (name: string): List<string> => columns.get(name) as List<string>
  const words = [...columns].filter(([, cells]) => !isNumeric(cells)).map(([name]) => name)
  const explained = (by: readonly string[]): 'all' | 'nearly all' | 'less' => {
    const numbers = new Map<string, number>()
    const counts: number[] = []
    // Series and time as one number, so that a row takes no more than that.
    const pairs = new Float64Array(rows)
    let r = 0
    for (const [time, ...cells] of beside([times, ...by.map(cellsOf)])) {
      if (Number.isNaN(time)) continue
      const key = keyOf(cells)
      const number = numbers.get(key) ?? numbers.size
      numbers.set(key, number)
      if (numbers.size * FEWEST_ROWS > rows) return 'less'
      counts[number] = (counts[number] ?? 0) + 1
      pairs[r++] = number * met.length + placeIn(met, time)
    }
    const shared = rows - distinct(pairs).length
    if (shared <= SHARED * rows) return 'all'
    // Two rows of one time have the same key that often where words do not depend on times.
    const alike = counts.reduce((sum, count) => sum + (count / rows) ** 2, 0)
    return shared <= Math.min(COPIED * rows, OF_CHANCE * alike * together) ? 'nearly all' : 'less'
  }
  const best = (each: Iterable<readonly string[]>): readonly string[] | undefined => {
    let nearly: readonly string[] | undefined
    for (const by of each) {
      const part = explained(by)
      if (part === 'all') return by
      if (part === 'nearly all') nearly ??= by
    }
    return nearly
  }
  return [...(best(words.map((name) => [name])) ?? best(pairsOf(words)) ?? [])]
}

function* pairsOf(words: readonly string[]): Generator<readonly string[], void, void> {
  for (const first of words) for (const second of words) if (first !== second) yield [first, second]
}

/** The different ones of some numbers, rising. */
function distinct(numbers: Float64Array): Float64Array {
  return numbers.sort().filter((value, i, all) => i === 0 || value !== all[i - 1])
}

/** How many rows each time has. */
function sizesOf(times: Iterable<number>, met: Float64Array): Float64Array {
  const sizes = new Float64Array(met.length)
  for (const time of times) {
    if (Number.isNaN(time)) continue
    const place = placeIn(met, time)
    sizes[place] = (sizes[place] as number) + 1
  }
  return sizes
}

/** Where a number is among rising ones. */
function placeIn(rising: Float64Array, value: number): number {
  let [low, high] = [0, rising.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rising[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether nearly all cells of a column that hold something are numbers. */
export function isNumeric(cells: Iterable<string>): boolean {
  const there = firstOf(cells, LOOKED_AT).filter((cell) => !isMissing(cell))
  return there.length > 0 && there.filter((cell) => kindOf(cell) === 'number').length >= 0.95 * there.length
}
