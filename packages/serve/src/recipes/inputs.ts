import { ArgumentError } from 'credence'
import { REACH } from '../learning/series.ts'

/** Reads the input of a request into numbers: NaN is a cell that is missing. */
export type ReadInput = (input: unknown) => Float64Array

/**
 * An input with named columns: an object with their names, or an array in their order; a single one may be a number.
 *
 * @param optional whether a cell may be missing
 */
export function inputReader(columns: readonly string[], optional: boolean): ReadInput {
  const check = (row: Float64Array): Float64Array => {
    if (optional) return row
    columns.forEach((name, j) => {
      if (Number.isNaN(row[j])) throw new ArgumentError(`the input has no ${JSON.stringify(name)}`)
    })
    return row
  }
  return (input) => {
    if (typeof input === 'number' && columns.length === 1) return Float64Array.of(input)
    if (Array.isArray(input)) {
      if (input.length === columns.length) return check(Float64Array.from(input, toNumber))
      throw new ArgumentError(`the input must have ${columns.length} entries; received ${input.length}`)
    }
    if (typeof input === 'object' && input !== null)
      return check(byName(columns, input as Record<string, unknown>))
    throw new ArgumentError(
      `the input must be an object with ${columns.map((name) => JSON.stringify(name)).join(', ')}`,
    )
  }
}

function byName(columns: readonly string[], input: Record<string, unknown>): Float64Array {
  const unknown = Object.keys(input).find((name) => !columns.includes(name))
  if (unknown !== undefined)
    throw new ArgumentError(`the input has no column ${JSON.stringify(unknown)} in the recipe`)
  return Float64Array.from(columns, (name) => toNumber(Object.hasOwn(input, name) ? input[name] : null))
}

function toNumber(cell: unknown): number {
  if (cell === null || cell === undefined) return Number.NaN
  if (typeof cell === 'number' && Number.isFinite(cell)) return cell
  throw new ArgumentError(`an input must be made of numbers; received ${JSON.stringify(cell)}`)
}

/** How a model that is fed by outcomes alone makes its input. */
export interface Past {
  readonly reach: number
  fromPast(past: readonly number[]): unknown
}

/** Columns named lag1, lag2, … are the last outcome, the one before, …: then outcomes are enough. */
export function lagged(columns: readonly string[]): Past {
  const lags = columns.map((name) => Number(/^lag([1-9]\d?)$/.exec(name)?.[1] ?? Number.NaN))
  if (lags.some((lag) => !(lag <= REACH))) {
    return {
      reach: 0,
      fromPast() {
        throw new ArgumentError(`outcomes alone feed a model whose columns are lag1 … lag${REACH}`)
      },
    }
  }
  return { reach: Math.max(0, ...lags), fromPast: (past) => lags.map((lag) => past[lag - 1]) }
}
