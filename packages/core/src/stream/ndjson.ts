import { refuseUnknown, show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { type Records, records } from './csv.ts'
import { nestedText, TOO_DEEP } from './nestedText.ts'
import type { BadRow, BadRows } from './scanner.ts'
import { type ByteSource, bytes, type SourceOptions } from './source.ts'
import type { Batch, Rows, Selected, Selection, Table } from './table.ts'
import { rowsOf, select, tableOf } from './table.ts'

/** One line of an NDJSON file. */
export interface JsonRecord {
  /** The line, from 1. */
  readonly line: number
  readonly value: Readonly<Record<string, unknown>>
}

export interface NdjsonOptions extends SourceOptions, BadRows {
  /** Longest line in bytes. @default 16777216 */
  readonly maxRecord?: number | undefined
}

/** The columns are the members of the first object. */
export interface NdjsonTableOptions extends NdjsonOptions, Selection {
  /** Called where a member first comes in a later object, which is left out; at most 20 times. */
  readonly onLateColumn?: ((name: string, line: number) => void) | undefined
}

/** Late columns that are reported: data may have no end of names. */
const MOST_LATE = 20

/** The objects of an NDJSON file, one per line; lines with nothing on them are skipped. */
export function ndjson(source: ByteSource, options: NdjsonOptions = {}): Records<JsonRecord> {
  refuseUnknown('ndjson', options, ['maxRecord', 'signal', 'onBadRow'])
  return records(objectBatches(source, options))
}

/**
 * The numeric members of the objects of an NDJSON file, in the shape of a CSV table.
 *
 * A member that is null or absent becomes NaN; so do the strings 'NaN', 'Infinity' and '-Infinity' become the
 * numbers that JSON cannot write. Anything else that is not a number is an error.
 */
export async function ndjsonTable(source: ByteSource, options: NdjsonTableOptions = {}): Promise<Table> {
  refuseUnknown('ndjsonTable', options, [
    'columns',
    'text',
    'maxRecord',
    'signal',
    'onBadRow',
    'onLateColumn',
  ])
  const batches = objectBatches(source, options)
  try {
    const first = await batches.next()
    const sample = first.done ? {} : first.value[0].value
    const allNames = Object.keys(sample)
    const selected = select(allNames, options, (c) => number(sample, allNames[c]) !== undefined)
    const look = lateColumns(allNames, options.onLateColumn)
    const rows = numericBatches(first.done ? [] : first.value, batches, selected, options.onBadRow, look)
    return tableOf(selected, 'line', rows, batches)
  } catch (error) {
    await batches.return()
    throw error
  }
}

async function* numericBatches(
  first: readonly JsonRecord[],
  batches: AsyncGenerator<readonly JsonRecord[], void, void>,
  selected: Selected,
  onBadRow: BadRow | undefined,
  look: (objects: readonly JsonRecord[]) => void,
): AsyncGenerator<Batch, void, void> {
  const rows = rowsOf(selected.names.length, selected.textNames.length)
  try {
    for (let objects = first; ; ) {
      look(objects)
      const failure = fill(rows, objects, selected, onBadRow)
      if (rows.size > 0) yield rows
      if (failure !== null) throw failure
      const next = await batches.next()
      if (next.done) return
      objects = next.value
    }
  } finally {
    await batches.return()
  }
}

/** Reports members that the first object does not have, each once. */
function lateColumns(
  allNames: readonly string[],
  onLateColumn: NdjsonTableOptions['onLateColumn'],
): (objects: readonly JsonRecord[]) => void {
  if (onLateColumn === undefined) return () => {}
  const known = new Set(allNames)
  return (objects) => {
    for (const { line, value } of objects) {
      for (const name of Object.keys(value)) {
        if (known.has(name) || known.size >= allNames.length + MOST_LATE) continue
        known.add(name)
        onLateColumn(name, line)
      }
    }
  }
}

function fill(
  rows: Rows,
  objects: readonly JsonRecord[],
  { names, textNames }: Selected,
  onBadRow: BadRow | undefined,
): ArgumentError | null {
  rows.reserve(objects.length)
  rows.size = 0
  for (const { line, value } of objects) {
    const refusal = readNumbers(rows, value, names) ?? readTexts(rows, value, textNames)
    if (refusal !== undefined) {
      const error = new ArgumentError(`line ${line}: ${refusal}`, 'bad-row')
      if (onBadRow === undefined) return error
      onBadRow(error)
      continue
    }
    rows.lines[rows.size++] = line
  }
  return null
}

/** Reads the numbers of one row; returns what is wrong with one. */
function readNumbers(rows: Rows, value: JsonRecord['value'], names: readonly string[]): string | undefined {
  for (const [c, name] of names.entries()) {
    const cell = number(value, name)
    if (cell === undefined) return `'${name}' must be a number; received ${show(value[name])}`
    rows.values[rows.size * names.length + c] = cell
  }
  return undefined
}

/** The same of its texts. */
function readTexts(rows: Rows, value: JsonRecord['value'], names: readonly string[]): string | undefined {
  for (const [c, name] of names.entries()) {
    const text = textOf(Object.hasOwn(value, name) ? value[name] : null)
    if (text === undefined) return `'${name}' ${TOO_DEEP}`
    rows.texts[rows.size * names.length + c] = text
  }
  return undefined
}

function textOf(cell: unknown): string | undefined {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'object' ? nestedText(cell) : String(cell)
}

function number(object: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : null
  if (typeof value === 'number') return value
  if (value === null || value === 'NaN') return Number.NaN
  if (value === 'Infinity' || value === '-Infinity') return Number(value)
  return undefined
}

async function* objectBatches(
  source: ByteSource,
  { signal, maxRecord = 16777216, onBadRow }: NdjsonOptions,
): AsyncGenerator<readonly JsonRecord[], void, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let open: Uint8Array[] = []
  let openSize = 0
  let line = 0
  const parse = (decoded: string): JsonRecord | null => {
    const text = line++ === 0 && decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded
    if (text.trim() === '') return null
    const value = objectIn(text, line)
    if (!(value instanceof ArgumentError)) return { line, value }
    if (onBadRow === undefined) throw value
    onBadRow(value)
    return null
  }
  const joined = (last: Uint8Array): string => {
    // Bytes are joined before they are decoded: a character may lie across two pieces.
    let text = ''
    for (const piece of open) text += decoder.decode(piece, { stream: true })
    text += decoder.decode(last)
    open = []
    openSize = 0
    return text
  }
  for await (const chunk of bytes(source, { signal })) {
    const batch: JsonRecord[] = []
    let failure: unknown = null
    let start = 0
    try {
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        const record = parse(joined(chunk.subarray(start, end)))
        start = end + 1
        if (record !== null) batch.push(record)
      }
    } catch (error) {
      failure = error
    }
    if (batch.length > 0) yield batch
    if (failure !== null) throw failure
    if (start < chunk.length) open.push(chunk.slice(start))
    openSize += chunk.length - start
    if (openSize > maxRecord)
      throw new ArgumentError(`line ${line + 1} is longer than ${maxRecord} bytes`, 'bad-row')
  }
  if (openSize > 0) {
    const record = parse(joined(new Uint8Array(0)))
    if (record !== null) yield [record]
  }
}

function objectIn(text: string, line: number): Readonly<Record<string, unknown>> | ArgumentError {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    return new ArgumentError(`line ${line} is not JSON: ${show(text.trim())}`, 'bad-row', { cause })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  return new ArgumentError(`line ${line} must be a JSON object; received ${show(value)}`, 'bad-row')
}
