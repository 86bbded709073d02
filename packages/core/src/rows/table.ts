import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { misfit } from '../base/save/shape.ts'
import { names, nullable, type StateShape, shape, shapeBy } from '../base/shape.ts'
import {
  givenNames,
  type RawRow,
  type ReadRow,
  type Rows,
  type RowsOptions,
  type RowsState,
  rowOf,
  rows,
} from './rows.ts'

/** A row that waits for its outcome. Plain data. */
export interface IssuedRow {
  readonly row: ReadRow
  /** Its columns, where the table had none yet: it may have others by the time of the outcome. */
  readonly names: readonly string[] | null
}

/** A row as numbers, and the table that it stands in. */
export interface RowInTable {
  readonly row: ReadRow
  readonly table: RowsState
}

/** Rows of a table that begins with the first row learnt, which shows its columns. */
export class Table {
  readonly rows: Rows

  constructor(options: RowsOptions) {
    this.rows = rows(options)
  }

  /** The row as numbers. Changes nothing: before the first outcome it stands in a table of its own. */
  read(known: RowsState | null, input: RawRow): RowInTable {
    if (typeof input !== 'object' || input === null) {
      throw new ArgumentError(
        `a row must be an object of cells, or an array of numbers; received ${show(input)}`,
      )
    }
    const table = known ?? this.rows.init(input)
    return { row: this.rows.read(table, input), table }
  }

  /** What is to be kept of a row until its outcome comes. */
  keep(known: RowsState | null, { row, table }: RowInTable): IssuedRow {
    return { row, names: known ? null : givenNames(table) }
  }

  /** The row that was kept, in the table of today: with words where its columns are of words by now. */
  recall(known: RowsState | null, { row, names }: IssuedRow): RowInTable {
    if (names) return this.read(known, namedCells(names, row))
    // Issued after a first outcome that this state has not seen.
    if (!known)
      throw new ArgumentError('the forecast was issued by another stream: its rows are not known here')
    return { row: this.rows.reread(known, row), table: known }
  }

  /** Of a row that was kept. */
  keptOf(known: RowsState | null): StateShape<IssuedRow> {
    return shape<IssuedRow>({
      names: nullable(names),
      // It has the columns that were known when it was read, and perhaps a time that is made of some of them.
      row: shapeBy<ReadRow, IssuedRow>(
        (row, path, { names }) => {
          const columns = names ?? known?.columns
          if (!columns) misfit(path, 'absent before its columns are known', row)
          const made = names && (row as ReadRow)?.raw?.length === names.length + 1 ? 1 : 0
          return rowOf(columns.length + made)
        },
        () => rowOf(0)(),
      ),
    })
  }
}

/** A row by the names of its columns, as it came. */
export function namedCells(names: readonly string[], { raw }: ReadRow): RawRow {
  return Object.fromEntries(names.map((name, j) => [name, raw[j]]))
}
