import { ArgumentError } from '../errors.ts'
import { flatten } from './flatten.ts'

/** One row of numbers. Reused: copy what you keep. */
export interface Row {
  /** The line on which it begins, from 1. */
  readonly line: number
  /** One number per name; NaN where the cell is missing. The same array for every row. */
  readonly values: Float64Array
}

/** The rows that arrived together. Reused: read it before asking for the next. */
export interface Batch extends Iterable<Row> {
  readonly size: number
  /** The line of each row; the first `size` entries count. */
  readonly lines: Float64Array
  /** Row after row, `names.length` numbers each; the first `size` rows count. */
  readonly values: Float64Array
}

/**
 * A stream of numeric rows that has read its header.
 *
 * It is read once. `for await (const row of table)` is for comfort; `batches()` waits once per piece of the
 * source instead of once per row.
 */
export interface Table extends AsyncIterable<Row> {
  /** Names of the columns, in the order of `values`. */
  readonly names: readonly string[]
  /** Every name in the source, also of columns that were not asked for. */
  readonly allNames: readonly string[]
  batches(): AsyncIterable<Batch>
  /** Closes the source of a table that will not be read to its end. */
  close(): Promise<void>
}

/** Which columns to read: their names, in the order wanted, or a choice among those there are. */
export type Columns = readonly string[] | ((names: readonly string[]) => readonly string[])

/** The places of the wanted columns; without a choice, of the columns for which `isNumeric` holds. */
export function choose(
  names: readonly string[],
  columns: Columns | undefined,
  isNumeric: (column: number) => boolean,
): number[] {
  if (columns === undefined) return [...names.keys()].filter(isNumeric)
  const wanted = typeof columns === 'function' ? columns(names) : columns
  const places = new Map(names.map((name, place) => [name, place]))
  return wanted.map((name) => {
    const place = places.get(name)
    if (place !== undefined) return place
    const known = names.length > 100 ? `${names.slice(0, 100).join(', ')}, …` : names.join(', ')
    throw new ArgumentError(`column '${name}' is not there; the columns are ${known}`)
  })
}

export function refuseDoubles(names: readonly string[]): void {
  const seen = new Map<string, number>()
  for (const [i, name] of names.entries()) {
    const before = seen.get(name)
    if (before !== undefined) {
      throw new ArgumentError(
        `column names must differ; columns ${before + 1} and ${i + 1} are both '${name}'`,
      )
    }
    seen.set(name, i)
  }
}

/** A batch that its owner fills: `reserve` rows, write, set `size`. */
export interface Rows extends Batch {
  size: number
  lines: Float64Array
  values: Float64Array
  reserve(rows: number): void
}

export function rowsOf(width: number): Rows {
  const row = { line: 0, values: new Float64Array(width) }
  return {
    size: 0,
    lines: new Float64Array(0),
    values: new Float64Array(0),
    reserve(rows) {
      if (rows <= this.lines.length) return
      this.lines = new Float64Array(2 * rows)
      this.values = new Float64Array(2 * rows * width)
    },
    *[Symbol.iterator]() {
      const { lines, values, size } = this
      for (let r = 0; r < size; r++) {
        row.line = lines[r]
        for (let c = 0; c < width; c++) row.values[c] = values[r * width + c]
        yield row
      }
    },
  }
}

export function tableOf(
  allNames: readonly string[],
  names: readonly string[],
  batches: AsyncGenerator<Batch, void, void>,
  source: AsyncGenerator<unknown, void, void>,
): Table {
  return {
    names,
    allNames,
    batches: () => batches,
    async close() {
      await batches.return()
      // A generator that was never asked for anything does not run its finally.
      await source.return()
    },
    [Symbol.asyncIterator]: () => flatten(batches),
  }
}
