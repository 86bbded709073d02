import { ArgumentError } from '../base/errors.ts'
import type { Features } from '../nouns/panel.ts'
import type { Table } from './table.ts'

/** What a whole file says about each column; missing values do not count. A column without values has mean 0, sd 0 and min = max = 0. */
export interface ColumnStatistics {
  readonly rows: number
  readonly mean: Float64Array
  /** Population standard deviation, √(Σ(x − mean)² / n). Exactly 0 for a constant column. */
  readonly sd: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
}

/**
 * Statistics of every column in one pass.
 *
 *     n·sd² = Σ(x − x₁)² − (Σ(x − x₁))² / n
 *
 * Sums are kept in double-double, so that the subtraction may cancel: a column of 10⁹ ± 1 loses nothing.
 */
export async function columnStatistics(
  rows: Table | AsyncIterable<Features> | Iterable<Features>,
): Promise<ColumnStatistics> {
  let columns: Column[] = []
  let count = 0
  for await (const x of 'names' in rows ? valuesOf(rows) : rows) {
    if (count++ === 0) columns = Array.from({ length: x.length }, newColumn)
    if (x.length !== columns.length) {
      throw new ArgumentError(
        `row ${count} must have ${columns.length} columns; received ${x.length}`,
        'wrong-length',
      )
    }
    for (let j = 0; j < columns.length; j++) if (Number.isFinite(x[j])) observe(columns[j], x[j])
  }
  return {
    rows: count,
    mean: Float64Array.from(columns, mean),
    sd: Float64Array.from(columns, deviation),
    min: Float64Array.from(columns, ({ min, count }) => (count > 0 ? min : 0)),
    max: Float64Array.from(columns, ({ max, count }) => (count > 0 ? max : 0)),
  }
}

async function* valuesOf(table: Table): AsyncGenerator<Features, void, void> {
  for await (const { values } of table) yield values
}

/** A column's sums of x − x₁ and its square, each as high + low parts. */
interface Column {
  count: number
  origin: number
  min: number
  max: number
  sum: number
  sumLow: number
  squares: number
  squaresLow: number
}

function newColumn(): Column {
  return { count: 0, origin: 0, min: Infinity, max: -Infinity, sum: 0, sumLow: 0, squares: 0, squaresLow: 0 }
}

function observe(column: Column, x: number): void {
  if (column.count++ === 0) column.origin = x
  if (x < column.min) column.min = x
  if (x > column.max) column.max = x
  const shifted = x - column.origin
  const shiftedLow = sumError(x, -column.origin, shifted)
  const sum = column.sum + shifted
  column.sumLow += sumError(column.sum, shifted, sum) + shiftedLow
  column.sum = sum
  const square = shifted * shifted
  const squares = column.squares + square
  column.squaresLow +=
    sumError(column.squares, square, squares) + squareError(shifted, square) + 2 * shifted * shiftedLow
  column.squares = squares
}

function mean({ count, origin, sum, sumLow }: Column): number {
  return count === 0 ? 0 : origin + (sum + sumLow) / count
}

function deviation({ count, min, max, sum, sumLow, squares, squaresLow }: Column): number {
  if (!(max > min)) return 0
  const total = sum + sumLow
  const totalLow = sumError(sum, sumLow, total)
  // (Σ)²/n in double-double: the quotient, and what its division left over.
  const square = total * total
  const squareLow = squareError(total, square) + 2 * total * totalLow
  const share = square / count
  const shareLow = (remainder(square, share, count) + squareLow) / count
  const scatter = squares - share + (sumError(squares, -share, squares - share) + squaresLow - shareLow)
  const sd = Math.sqrt(Math.max(scatter, 0) / count)
  if (Number.isFinite(sd)) return sd
  throw new ArgumentError(`a column from ${min} to ${max} is too wide for its deviation to be a number`)
}

/** The rounding error of a + b (Knuth 1969). */
function sumError(a: number, b: number, sum: number): number {
  const part = sum - a
  return a - (sum - part) + (b - part)
}

/** The rounding error of a·a (Dekker 1971). */
function squareError(a: number, square: number): number {
  const [high, low] = split(a)
  return low * low - (square - high * high - 2 * high * low)
}

/** a − q·b for q = a/b rounded, exactly. */
function remainder(a: number, q: number, b: number): number {
  const product = q * b
  const [qHigh, qLow] = split(q)
  const [bHigh, bLow] = split(b)
  return a - product - (qLow * bLow - (product - qHigh * bHigh - qLow * bHigh - qHigh * bLow))
}

function split(a: number): [number, number] {
  const scaled = a * 134217729 // 2²⁷ + 1
  const high = scaled - (scaled - a)
  return [high, a - high]
}
