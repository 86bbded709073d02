import { ArgumentError } from 'credence'

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
