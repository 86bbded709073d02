import { type DateOrder, isMissing, numberOf, orderOf, type TimeForm } from 'credence/auto'
import { inPlace, UserError } from '../../base/failure.ts'
import { beside } from '../../files/shelf/list.ts'
import type { Shelf } from '../../files/shelf/shelf.ts'
import { keyName, keyOf } from '../../input/findBy.ts'
import { findInput } from '../../input/input.ts'
import { columnOfField } from '../forecast/keyField.ts'
import {
  columnOf,
  placeOf,
  readTable,
  type TextTable,
  unclearDates,
  withTimes,
} from '../forecast/readTable.ts'

/** A step that was forecast, or the sum of all steps of its series. */
export interface IssuedStep {
  readonly cells: readonly string[]
  /** NaN of a sum. */
  readonly step: number
  readonly time: number
  /** The time as the file has it. */
  readonly written: string
  readonly mean: number
  readonly lower: number
  readonly upper: number
}

/** What `credence forecast -o` wrote. */
export interface Issued {
  readonly file: string
  /** The columns that tell series apart, as the data calls them. */
  readonly by: readonly string[]
  readonly steps: readonly IssuedStep[]
}

const FIELDS = ['step', 'time', 'mean', 'lower', 'upper'] as const
/** What to do with a file that a program in between has changed. */
const AS_WRITTEN = 'Give the file as credence forecast wrote it'

/** @param dates how 3/4/2026 is read, which a spreadsheet may have made of 2026-03-04 */
export async function readIssued(
  path: string,
  dates: DateOrder | undefined,
  shelf: Shelf,
  signal: AbortSignal,
): Promise<Issued> {
  const input = await findInput(path)
  const table = await readTable(input, shelf, signal)
  const missing = FIELDS.find((name) => !table.names.includes(name))
  if (missing !== undefined)
    throw new UserError(
      `${input.name} has no column ${JSON.stringify(missing)}, so credence forecast did not write it. Name the data first, then only files that it wrote: credence judge DATA FORECASTS`,
    )
  const by = table.names.slice(0, table.names.indexOf('step'))
  const steps = stepsOf(table, by, formOf(table, dates, input.name), input.name)
  return { file: input.name, by: by.map(columnOfField), steps: eachOnce(steps, table, input.name) }
}

/** How times are written: as the forecasts have them, or as a spreadsheet does. */
function formOf(table: TextTable, dates: DateOrder | undefined, file: string): TimeForm | undefined {
  try {
    return withTimes(table, { time: 'time', ...(dates && { dates }) }).form
  } catch (error) {
    throw inPlace(file, error)
  }
}

function stepsOf(
  table: TextTable,
  by: readonly string[],
  form: TimeForm | undefined,
  file: string,
): IssuedStep[] {
  const steps: IssuedStep[] = []
  for (const row of beside([...FIELDS, ...by].map((name) => columnOf(table, name)))) {
    const [name, written, mean, lower, upper, ...cells] = row as [string, string, string, string, string]
    const isSum = name === 'total'
    try {
      steps.push({
        cells,
        step: isSum ? Number.NaN : realOf(name, 'step'),
        time: isSum ? Number.NaN : timeOf(written, form),
        written,
        mean: realOf(mean, 'mean'),
        // In a sheet an infinite end is an empty cell.
        lower: realOf(lower || '-Infinity', 'lower'),
        upper: realOf(upper || 'Infinity', 'upper'),
      })
    } catch (error) {
      throw inPlace(`${file}, ${placeOf(table, steps.length)}`, error)
    }
  }
  return steps
}

function timeOf(written: string, form: TimeForm | undefined): number {
  const at = numberOf(written, 'time', form)
  if (!Number.isNaN(at)) return at
  if (isMissing(written))
    throw new UserError(
      'a forecast without a time cannot be compared with outcomes. Forecast again from data with a column of times',
    )
  if (orderOf(written.trim()) === 'either') throw unclearDates('time', written)
  throw new UserError(`${JSON.stringify(written)} in "time" is not a time. ${AS_WRITTEN}`)
}

function realOf(cell: string, field: string): number {
  const value = cell.trim() === '' ? Number.NaN : Number(cell)
  if (!Number.isNaN(value)) return value
  throw new UserError(`${JSON.stringify(cell)} in ${JSON.stringify(field)} is not a number. ${AS_WRITTEN}`)
}

/** How far the clock of a time is from that of UTC, as it is written. */
function offsetOf(written: string): string | undefined {
  return /[+-]\d\d:\d\d$/.exec(written.trim())?.[0]
}

/**
 * Refuses two forecasts of one outcome: files that were joined, or whose columns of series were cut off.
 *
 * An hour that clocks skip is the same moment as the one after it, with clocks set otherwise: it is left
 * out, and so is the total that counts it.
 */
function eachOnce(steps: readonly IssuedStep[], table: TextTable, file: string): IssuedStep[] {
  const found = new Map<string, IssuedStep>()
  const skipping = new Set<string>()
  steps.forEach((one, r) => {
    const { cells, time, written } = one
    const key = keyOf(cells)
    const id = keyOf([key, String(time)])
    const there = found.get(id)
    if (there && offsetOf(there.written) === offsetOf(written)) {
      const what = Number.isNaN(time) ? 'total' : `forecast of ${written}`
      const whose = key === '' ? '' : ` for ${keyName(key)}`
      throw new UserError(
        `${file}, ${placeOf(table, r)} has a second ${what}${whose}. ${AS_WRITTEN}: with all its columns, and not two files in one`,
      )
    }
    if (there) skipping.add(key)
    found.set(id, one)
  })
  return [...found.values()].filter(({ step, cells }) => !Number.isNaN(step) || !skipping.has(keyOf(cells)))
}
