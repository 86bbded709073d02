import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { readSave, writeSave } from 'credence'
import type { DateOrder } from 'credence/auto'
import { bytes, listOf, misfit, nullable, oneOf, real, type StateShape, shape, string } from 'credence/kinds'
import { droppedRows } from 'credence/paths'
import type { NumberStyle } from 'credence/stream'
import { UserError } from '../../base/failure.ts'
import { bytesOf, inFile } from '../../course/checkpointFile.ts'
import { beside, type List, ShelfList } from '../../files/shelf/list.ts'
import type { Shelf } from '../../files/shelf/shelf.ts'
import { writeWhole } from '../../files/writeWhole.ts'
import { keyOf } from '../../input/findBy.ts'
import { readTimes } from './ask.ts'
import type { Asked, ForecastCommandOptions } from './asked.ts'
import type { Keys } from './keys.ts'
import { isWide } from './longTable.ts'
import { columnOf, type TextTable } from './readTable.ts'

/** Of what a checkpoint of forecasts holds; raised whenever that changes. */
const FORMAT = 4
/** Rows in a line of a checkpoint. */
const ROWS_AT_ONCE = 2 ** 16

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
  /** Whose clocks and whose holidays the days are of. */
  readonly zone: string | null
  readonly holidays: string | null
  readonly names: readonly string[]
  /** Series whose oldest rows are no longer kept: the cells that name each, and the time of its first row. */
  readonly from: readonly { readonly cells: readonly string[]; readonly time: number }[]
  /** The cells, a line for some rows, with each column after the other: JSON, packed. */
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
  zone: nullable(string),
  holidays: nullable(string),
  names: listOf(string),
  from: listOf(shape<SavedRows['from'][number]>({ cells: listOf(string), time: real() })),
  packed: bytes(),
})

/**
 * Keeps the rows that the next forecast learns from.
 *
 * @param given the table before anything was made of it
 * @param before the checkpoint that this forecast went on from
 */
export async function saveRows(
  path: string,
  given: TextTable,
  asked: Asked,
  { decimal, thousands }: NumberStyle,
  before: SavedRows | undefined,
): Promise<void> {
  const { target, time, times, form, keys, options } = asked
  if (time === undefined || times === undefined) throw untimed()
  // As they are read beside a new file: by no zone.
  const plain = asked.zone ? readTimes(asked.table, time, { ...asked.style, form }, undefined) : times
  const { first, from } = firstKept(asked, plain, before)
  const state: SavedRows = {
    target,
    time,
    dates: form === 'mdy' || form === 'dmy' ? form : null,
    numbers: { decimal: decimal ?? null, thousands: thousands ?? null },
    wide: isWide(options) ? (options.series ?? '') : null,
    by: keys.by,
    zone: options.zone ?? null,
    holidays: options.holidays ?? null,
    names: given.names,
    from,
    packed: await packed(keptLines(given, keys, plain, first)),
  }
  const bytes = writeSave({ description: { forecast: 'rows', format: FORMAT }, state })
  const left = existsSync(path) ? 'the checkpoint before is still there' : 'there is no checkpoint'
  await writeWhole(path, bytes, `${path}: no room left on its disk; ${left}`)
}

/** How the file of a forecast that goes on is read: as the one before, unless it shows or one says something else. */
export function readAsBefore(
  { numbers: { decimal, thousands }, wide, zone, holidays }: SavedRows,
  options: ForecastCommandOptions,
): ForecastCommandOptions {
  const usual = { ...(decimal && { decimal }), ...(thousands && { thousands }) }
  const form = wide === null || isWide(options) ? {} : wide === '' ? { wide: true } : { series: wide }
  const days = {
    ...(zone !== null && options.zone === undefined && { zone }),
    ...(holidays !== null && options.holidays === undefined && { holidays }),
  }
  return { ...options, usual, ...form, ...days }
}

/** Without times one cannot tell the rows of tomorrow's file from those of today's. */
export function untimed(): UserError {
  return new UserError(
    '--save needs a column of times, which tell new rows from old ones: name it with --time',
  )
}

/**
 * From which time on the rows of each series are kept: those that are learnt from, and those without an outcome since the
 * first of them. What was left out before stays out.
 */
function firstKept(
  { keys, rows }: Asked,
  times: List<number>,
  before: SavedRows | undefined,
): { first: Float64Array; from: SavedRows['from'] } {
  const earlier = firstBefore(before)
  const first = new Float64Array(keys.cells.length).fill(-Infinity)
  const from: { cells: readonly string[]; time: number }[] = []
  keys.cells.forEach((cells, key) => {
    const { row, place, y } = rows.of(key)
    const outcomes = place.map((_, r) => r).filter((r) => !Number.isNaN(y[r]))
    const gone = droppedRows(outcomes.length)
    const kept =
      gone > 0 ? outcomes.sort((a, b) => (place[a] as number) - (place[b] as number))[gone] : undefined
    const time = kept === undefined ? earlier.get(keyOf(cells)) : times.at(row[kept] as number)
    if (time === undefined) return
    first[key] = time
    from.push({ cells, time })
  })
  return { first, from }
}

/** The time of the first row that was kept of each series whose oldest rows were not, by its key. */
export function firstBefore(before: SavedRows | undefined): ReadonlyMap<string, number> {
  return new Map(before?.from.map(({ cells, time }) => [keyOf(cells), time]))
}

/** The cells of the rows that are kept, in the order of the table, some rows at once: JSON, a line for each part. */
function* keptLines(
  given: TextTable,
  keys: Keys,
  times: List<number>,
  first: Float64Array,
): Generator<string, void, void> {
  const columns = given.names.map((name) => columnOf(given, name))
  let part: string[][] = given.names.map(() => [])
  let size = 0
  for (const [key, time, ...cells] of beside([keys.ofRows, times, ...columns])) {
    if (time < (first[key] as number)) continue
    part.forEach((column, c) => {
      column.push(cells[c] as string)
    })
    if (++size < ROWS_AT_ONCE) continue
    yield `${JSON.stringify(part)}\n`
    part = given.names.map(() => [])
    size = 0
  }
  if (size > 0) yield `${JSON.stringify(part)}\n`
}

async function packed(lines: Iterable<string>): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  const zip = Readable.from(lines).pipe(createGzip({ level: 9 }))
  for await (const piece of zip) pieces.push(piece as Buffer)
  return new Uint8Array(Buffer.concat(pieces))
}

/** The rows of a checkpoint as the table that they were. */
export async function readSavedRows(path: string, shelf: Shelf): Promise<SavedTable> {
  const bytes = await bytesOf(path)
  const saved = await inFile(path, () => {
    const { description, state } = readSave(bytes)
    const { forecast, format } = (description ?? {}) as { forecast?: string; format?: number }
    if (forecast !== 'rows')
      throw new UserError(`${path} is a checkpoint of another command, not of forecast`)
    if (format !== FORMAT)
      throw new UserError(`${path} was saved by another version of credence: begin again, without --resume`)
    SAVED_ROWS.check(state, '')
    return state as SavedRows
  })
  return { saved, table: await inFile(path, () => unpacked(saved, shelf)) }
}

async function unpacked({ names, packed: bytes }: SavedRows, shelf: Shelf): Promise<TextTable> {
  const columns = names.map(() => ShelfList.texts(shelf))
  for await (const line of linesOf(Readable.from([bytes]).pipe(createGunzip()))) {
    const part = JSON.parse(line) as readonly (readonly string[])[]
    const rows = part[0]?.length ?? 0
    if (part.length !== names.length || part.some(({ length }) => length !== rows))
      misfit('the columns of the checkpoint', `${names.length} of one length`, part.length)
    part.forEach((cells, c) => {
      for (const cell of cells) columns[c]?.push(cell)
    })
  }
  return {
    names,
    columns: new Map(names.map((name, c) => [name, columns[c] as List<string>])),
    rows: columns[0]?.length ?? 0,
    shelf,
  }
}

async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder()
  let line: string[] = []
  for await (const piece of pieces) {
    const [first = '', ...others] = decoder.decode(piece, { stream: true }).split('\n')
    line.push(first)
    for (const other of others) {
      yield line.join('')
      line = [other]
    }
  }
}
