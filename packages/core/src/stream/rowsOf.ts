import { ArgumentError } from '../base/errors.ts'

/** A column: values by their place. */
interface Values {
  at?(index: number): unknown
  get?(index: number): unknown
}

/** A table of Apache Arrow or flechette. */
export interface ArrowLike {
  readonly numRows: number
  readonly schema: { readonly fields: readonly { readonly name: string }[] }
  getChild(name: string): Values | null | undefined
}

/** A table of arquero. */
export interface ArqueroLike {
  numRows(): number
  columnNames(): readonly string[]
  get(name: string, row: number): unknown
}

/** A data frame of polars for Node.js. */
export interface PolarsLike {
  readonly height: number
  readonly columns: readonly string[]
  getColumn(name: string): Values
}

/**
 * The rows of a table that is kept by columns, as `auto` and `run` take them: Apache Arrow, flechette, arquero, polars.
 *
 *     for (const { sales, ...row } of rowsOf(table)) learner.learn(row, sales)
 */
export function* rowsOf(
  table: ArrowLike | ArqueroLike | PolarsLike,
): Generator<Record<string, unknown>, void, void> {
  const { names, rows, cell } = readerOf(table)
  for (let row = 0; row < rows; row++) {
    yield Object.fromEntries(names.map((name, column) => [name, plain(cell(column, row))]))
  }
}

interface Reader {
  readonly names: readonly string[]
  readonly rows: number
  cell(column: number, row: number): unknown
}

function readerOf(table: ArrowLike | ArqueroLike | PolarsLike): Reader {
  if ('columnNames' in table) {
    const names = table.columnNames()
    return { names, rows: table.numRows(), cell: (c, r) => table.get(names[c] as string, r) }
  }
  if ('getChild' in table) {
    const names = table.schema.fields.map(({ name }) => name)
    return ofColumns(names, table.numRows, (name) => table.getChild(name))
  }
  if ('getColumn' in table) return ofColumns(table.columns, table.height, (name) => table.getColumn(name))
  throw new ArgumentError('a table must be one of Apache Arrow, flechette, arquero or polars')
}

function ofColumns(
  names: readonly string[],
  rows: number,
  find: (name: string) => Values | null | undefined,
): Reader {
  const columns = names.map((name) => find(name) as Values)
  return {
    names,
    rows,
    cell(c, r) {
      const column = columns[c] as Values
      return column.at ? column.at(r) : column.get?.(r)
    },
  }
}

/** Whole numbers of 64 bits become plain ones where they are exact; else they stay what they are. */
function plain(value: unknown): unknown {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
}
