import { ArgumentError } from 'credence'
import { nearest } from 'credence/kinds'
import { type Past, REACH } from '../learning/series.ts'

/** Reads the input of a request into numbers: NaN is a cell that is missing. */
export type ReadInput = (input: unknown) => Float64Array

/**
 * An input with named columns: an object with their names, or an array in their order; a single one may be a number.
 *
 * @param optional whether a cell may be missing
 */
export function inputReader(columns: readonly string[], optional: boolean): ReadInput {
  const names = columns.map((name) => JSON.stringify(name)).join(', ')
  const check = (row: Float64Array): Float64Array => {
    if (optional) return row
    for (let j = 0; j < columns.length; j++) {
      if (Number.isNaN(row[j]))
        throw new ArgumentError(
          `the input has no ${JSON.stringify(columns[j])}; it needs ${names}`,
          'missing-value',
        )
    }
    return row
  }
  return (input) => {
    if (typeof input === 'number' && columns.length === 1) return Float64Array.of(input + 0)
    if (Array.isArray(input)) {
      if (input.length === columns.length)
        return check(Float64Array.from(input, (cell, j) => toNumber(columns[j] as string, cell)))
      throw new ArgumentError(
        `the input must have ${columns.length} entries, ${names}; received ${input.length}`,
        'wrong-length',
      )
    }
    if (typeof input === 'object' && input !== null)
      return check(byName(columns, input as Record<string, unknown>))
    throw new ArgumentError(`the input must be an object with ${names}; received ${JSON.stringify(input)}`)
  }
}

/**
 * The same beside columns of groups, whose cells are texts or numbers and come last.
 *
 * @param groups names of those columns
 */
export function groupedReader(
  columns: readonly string[],
  groups: readonly string[],
  optional: boolean,
): (input: unknown) => { readonly row: Float64Array; readonly groups: readonly string[] } {
  const read = inputReader(columns, optional)
  const all = [...columns, ...groups]
  const names = all.map((name) => JSON.stringify(name)).join(', ')
  return (input) => {
    if (typeof input !== 'object' || input === null)
      throw new ArgumentError(`the input must be an object with ${names}; received ${JSON.stringify(input)}`)
    if (Array.isArray(input) && input.length !== all.length)
      throw new ArgumentError(
        `the input must have ${all.length} entries, ${names}; received ${input.length}`,
        'wrong-length',
      )
    const cells = (
      Array.isArray(input) ? Object.fromEntries(all.map((name, j) => [name, input[j]])) : input
    ) as Record<string, unknown>
    expectKnown(Object.keys(cells), all)
    const own = Object.fromEntries(Object.entries(cells).filter(([name]) => columns.includes(name)))
    return { row: read(own), groups: groups.map((name) => toText(name, cells[name])) }
  }
}

function toText(name: string, cell: unknown): string {
  if (typeof cell === 'string') return cell
  const number = toNumber(name, cell)
  return Number.isNaN(number) ? '' : String(number)
}

/** Refuses a name that the recipe does not have, and says which was probably meant. */
export function expectKnown(names: readonly string[], columns: readonly string[]): void {
  const unknown = names.find((name) => !columns.includes(name))
  if (unknown === undefined) return
  const meant = nearest(unknown, columns)
  const hint = meant === undefined ? `there are ${columns.join(', ')}` : `did you mean ${meant}?`
  throw new ArgumentError(`the recipe has no column ${JSON.stringify(unknown)}; ${hint}`, 'unknown-column')
}

function byName(columns: readonly string[], input: Record<string, unknown>): Float64Array {
  expectKnown(Object.keys(input), columns)
  return Float64Array.from(columns, (name) => toNumber(name, Object.hasOwn(input, name) ? input[name] : null))
}

function toNumber(name: string, cell: unknown): number {
  if (cell === null || cell === undefined) return Number.NaN
  // −0 is not kept by JSON: a replay would see 0.
  if (typeof cell === 'number' && Number.isFinite(cell)) return cell + 0
  throw new ArgumentError(
    `an input must be made of numbers; received ${JSON.stringify(cell)} for ${JSON.stringify(name)}`,
  )
}

/** Columns named lag1, lag2, … are the last outcome, the one before, …: then outcomes are enough. */
export function lagged(columns: readonly string[]): Past {
  const lags = columns.map((name) => Number(/^lag([1-9]\d?)$/.exec(name)?.[1] ?? Number.NaN))
  if (lags.some((lag) => !(lag <= REACH))) {
    return {
      reach: 0,
      fromPast() {
        throw new ArgumentError(
          `outcomes alone feed a model whose columns are lag1 … lag${REACH}; this one has ${columns.join(', ')}`,
          'not-supported',
        )
      },
    }
  }
  return { reach: Math.max(0, ...lags), fromPast: (past) => lags.map((lag) => past[lag - 1]) }
}

/** The last outcome is the forecast of the next. */
export const lastValue: Past = { reach: 1, fromPast: ([last]) => last }
