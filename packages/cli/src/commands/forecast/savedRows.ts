import { existsSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readSave, writeSave } from 'credence'
import type { DateOrder } from 'credence/auto'
import { bytes, listOf, misfit, nullable, oneOf, real, type StateShape, shape, string } from 'credence/kinds'
import { droppedRows } from 'credence/paths'
import type { NumberStyle } from 'credence/stream'
import { UserError } from '../../base/failure.ts'
import { bytesOf, inFile } from '../../course/checkpointFile.ts'
import { writeWhole } from '../../files/writeWhole.ts'
import type { Asked, ForecastCommandOptions } from './asked.ts'
import { isWide } from './longTable.ts'
import type { TextTable } from './readTable.ts'

/** Of what a checkpoint of forecasts holds; raised whenever that changes. */
const FORMAT = 2

interface SavedNumbers {
  readonly decimal: NonNullable<NumberStyle['decimal']> | null
  readonly thousands: NonNullable<NumberStyle['thousands']> | null
}

/** A checkpoint, and its rows as the table that they were. */
export interface SavedTable {
  readonly saved: SavedRows
  readonly table: TextTable
}

/** The rows that forecasts go on from, with how they were read. Plain data. */
export interface SavedRows {
  readonly target: string
  readonly time: string
  readonly dates: DateOrder | null
  /** How numbers were written: rows of tomorrow alone may not show it. */
  readonly numbers: SavedNumbers
  /** The columns that were series of their own, with commas between; empty: all of numbers; null: none. */
  readonly wide: string | null
  readonly by: readonly string[]
  readonly names: readonly string[]
  /** Series whose oldest rows are no longer kept: the cells that name each, and the time of its first row. */
  readonly from: readonly { readonly cells: readonly string[]; readonly time: number }[]
  /** The cells, column after column: JSON, packed. */
  readonly packed: Uint8Array
}

const SAVED_ROWS: StateShape<SavedRows> = shape<SavedRows>({
  target: string,
  time: string,
  dates: nullable(oneOf('mdy', 'dmy')),
  numbers: shape<SavedNumbers>({
    decimal: nullable(oneOf('.', ',')),
    thousands: nullable(oneOf('.', ',', ' ', "'")),
  }),
  wide: nullable(string),
  by: listOf(string),
  names: listOf(string),
  from: listOf(shape<SavedRows['from'][number]>({ cells: listOf(string), time: real() })),
  packed: bytes(),
})

/** Keeps the rows that the next forecast learns from. @param given the table before anything was made of it */
export async function saveRows(
  path: string,
  given: TextTable,
  asked: Asked,
  { decimal, thousands }: NumberStyle,
): Promise<void> {
  const { target, time, form, keys, options } = asked
  if (time === undefined) throw untimed()
  const { kept, from } = keptRows(asked)
  const columns = given.names.map((name) => kept.map((r) => given.columns.get(name)?.[r] ?? ''))
  const state: SavedRows = {
    target,
    time,
    dates: form === 'mdy' || form === 'dmy' ? form : null,
    numbers: { decimal: decimal ?? null, thousands: thousands ?? null },
    wide: isWide(options) ? (options.series ?? '') : null,
    by: keys.by,
    names: given.names,
    from,
    packed: new Uint8Array(gzipSync(JSON.stringify(columns), { level: 9 })),
  }
  const bytes = writeSave({ description: { forecast: 'rows', format: FORMAT }, state })
  const before = existsSync(path) ? 'the checkpoint before is still there' : 'there is no checkpoint'
  await writeWhole(path, bytes, `${path}: no room left on its disk; ${before}`)
}

/** How the file of a forecast that goes on is read: as the one before, unless it shows or one says something else. */
export function readAsBefore(
  { numbers: { decimal, thousands }, wide }: SavedRows,
  options: ForecastCommandOptions,
): ForecastCommandOptions {
  const usual = { ...(decimal && { decimal }), ...(thousands && { thousands }) }
  const form = wide === null || isWide(options) ? {} : wide === '' ? { wide: true } : { series: wide }
  return { ...options, usual, ...form }
}

/** Without times one cannot tell the rows of tomorrow's file from those of today's. */
export function untimed(): UserError {
  return new UserError(
    '--save needs a column of times, which tell new rows from old ones: name it with --time',
  )
}

/** The rows of each series that are learnt from, and those without an outcome since its first of them; in the order of the table. */
function keptRows({ keys, times, y }: Asked): { kept: number[]; from: SavedRows['from'] } {
  const kept: number[] = []
  const from: { cells: readonly string[]; time: number }[] = []
  for (const { cells, rows } of keys.each) {
    const outcomes = rows.filter((r) => !Number.isNaN(y[r])).map((r) => times[r] as number)
    const gone = droppedRows(outcomes.length)
    const first = gone > 0 ? (outcomes.sort((a, b) => a - b)[gone] as number) : -Infinity
    if (gone > 0) from.push({ cells, time: first })
    for (const r of rows) if ((times[r] as number) >= first) kept.push(r)
  }
  return { kept: kept.sort((a, b) => a - b), from }
}

/** The rows of a checkpoint as the table that they were. */
export async function readSavedRows(path: string): Promise<SavedTable> {
  const bytes = await bytesOf(path)
  return inFile(path, () => {
    const { description, state } = readSave(bytes)
    const { forecast, format } = (description ?? {}) as { forecast?: string; format?: number }
    if (forecast !== 'rows')
      throw new UserError(`${path} is a checkpoint of another command, not of forecast`)
    if (format !== FORMAT)
      throw new UserError(`${path} was saved by another version of credence: begin again, without --resume`)
    SAVED_ROWS.check(state, '')
    const saved = state as SavedRows
    const columns = JSON.parse(gunzipSync(saved.packed).toString()) as readonly (readonly string[])[]
    const rows = columns[0]?.length ?? 0
    if (columns.length !== saved.names.length || columns.some(({ length }) => length !== rows))
      misfit('the columns of the checkpoint', `${saved.names.length} of one length`, columns.length)
    return {
      saved,
      table: {
        names: saved.names,
        columns: new Map(saved.names.map((name, c) => [name, columns[c] ?? []])),
        rows,
      },
    }
  })
}
