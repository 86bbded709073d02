import { numberOf } from 'credence/auto'
import { UserError } from '../../base/failure.ts'
import { findInput } from '../../input/input.ts'
import { columnOf, placeOf, readTable, type TextTable } from '../forecast/readTable.ts'

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

export async function readIssued(path: string, signal: AbortSignal): Promise<Issued> {
  const input = await findInput(path)
  const table = await readTable(input, signal)
  const missing = FIELDS.find((name) => !table.names.includes(name))
  if (missing !== undefined)
    throw new UserError(
      `${input.name} has no column ${JSON.stringify(missing)}, so credence forecast did not write it. Name the data first, then the files of forecasts: credence judge DATA FORECASTS`,
    )
  const by = table.names.slice(0, table.names.indexOf('step'))
  return {
    file: input.name,
    by: by.map((name) => name.replace(/^input_/, '')),
    steps: stepsOf(table, by, input.name),
  }
}

function stepsOf(table: TextTable, by: readonly string[], file: string): IssuedStep[] {
  const keys = by.map((name) => columnOf(table, name))
  const [step, time, mean, lower, upper] = FIELDS.map((name) => columnOf(table, name)) as [
    readonly string[],
    readonly string[],
    readonly string[],
    readonly string[],
    readonly string[],
  ]
  return step.map((name, r) => {
    const isSum = name === 'total'
    const written = time[r] as string
    const at = isSum ? Number.NaN : numberOf(written, 'time')
    if (!isSum && Number.isNaN(at))
      throw new UserError(
        `${file}, ${placeOf(table, r)}: a forecast without a time cannot be compared with outcomes. Forecast again from data with a column of times`,
      )
    return {
      cells: keys.map((cells) => cells[r] as string),
      step: isSum ? Number.NaN : Number(name),
      time: at,
      written,
      mean: Number(mean[r]),
      // In a sheet an infinite end is an empty cell.
      lower: lower[r] === '' ? -Infinity : Number(lower[r]),
      upper: upper[r] === '' ? Infinity : Number(upper[r]),
    }
  })
}
