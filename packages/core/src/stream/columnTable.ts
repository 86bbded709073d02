import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { nestedText, TOO_DEEP } from './nestedText.ts'
import type { BadRows } from './scanner.ts'
import type { Batch, Rows, Selected, Selection, Table } from './table.ts'
import { refuseDoubles, rowsOf, select, tableOf } from './table.ts'

/** A column of a file that knows its types. */
export interface ColumnHead {
  readonly name: string
  readonly isNumeric: boolean
}

/** Rows as columns: what Parquet and Arrow hold. */
export interface ColumnBatch {
  readonly size: number
  /** One array for each place that was asked for, in that order. */
  readonly columns: readonly ArrayLike<unknown>[]
}

/** Rows that are handed on at once: a row group may hold a million. */
const PIECE = 4096

/**
 * Columns that another reader has decoded, in the shape of a CSV table.
 *
 * Numbers, whole numbers of any size and booleans are numeric; null and undefined are missing. As text, a date is written as ISO 8601.
 */
export function columnTable(
  heads: readonly ColumnHead[],
  read: (places: readonly number[]) => AsyncIterable<ColumnBatch>,
  options: Selection & BadRows = {},
): Table {
  const names = heads.map(({ name }) => name)
  refuseDoubles(names)
  const selected = select(names, options, (c) => heads[c].isNumeric)
  const pieces = numericBatches(read([...selected.places, ...selected.textPlaces]), selected, options)
  return tableOf(selected, 'row', pieces, pieces)
}

async function* numericBatches(
  batches: AsyncIterable<ColumnBatch>,
  { names, textNames }: Selected,
  { onBadRow }: BadRows,
): AsyncGenerator<Batch, void, void> {
  const width = names.length
  const rows = rowsOf(width, textNames.length)
  rows.reserve(PIECE)
  let row = 0
  for await (const { size, columns } of batches) {
    for (let start = 0; start < size; start += PIECE) {
      rows.size = 0
      for (let r = start; r < Math.min(start + PIECE, size); r++) {
        row++
        const refusal = readNumbers(rows, columns, r, names) ?? readTexts(rows, columns, r, width, textNames)
        if (refusal !== undefined) {
          const error = new ArgumentError(`row ${row}: column ${refusal}`, 'bad-row')
          if (onBadRow !== undefined) {
            onBadRow(error)
            continue
          }
          if (rows.size > 0) yield rows
          throw error
        }
        rows.lines[rows.size++] = row
      }
      if (rows.size > 0) yield rows
    }
  }
}

/** Reads the numbers of one row; returns what is wrong with one. */
function readNumbers(
  rows: Rows,
  columns: ColumnBatch['columns'],
  r: number,
  names: readonly string[],
): string | undefined {
  for (let c = 0; c < names.length; c++) {
    const cell = numberIn(columns[c][r])
    if (cell === undefined) return `'${names[c]}' must be a number; received ${show(columns[c][r])}`
    rows.values[rows.size * names.length + c] = cell
  }
  return undefined
}

/** The same of its texts, which are the columns from `start` on. */
function readTexts(
  rows: Rows,
  columns: ColumnBatch['columns'],
  r: number,
  start: number,
  names: readonly string[],
): string | undefined {
  for (let c = 0; c < names.length; c++) {
    const text = textIn(columns[start + c][r])
    if (text === undefined) return `'${names[c]}' ${TOO_DEEP}`
    rows.texts[rows.size * names.length + c] = text
  }
  return undefined
}

function numberIn(cell: unknown): number | undefined {
  if (typeof cell === 'number') return cell
  if (cell === null || cell === undefined) return Number.NaN
  return typeof cell === 'bigint' || typeof cell === 'boolean' ? Number(cell) : undefined
}

function textIn(cell: unknown): string | undefined {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'object' ? nestedText(cell) : String(cell)
}
