import { UserError } from '../base/failure.ts'
import { suggest } from '../base/suggest.ts'

/** `spreadsheet` is CSV in which no text is a formula. */
export const FORMATS = ['ndjson', 'csv', 'spreadsheet', 'parquet', 'xlsx'] as const
export type Format = (typeof FORMATS)[number]

/** Whether a file of this format is made at its end: it cannot be gone on with after a stop. */
export function isClosed(format: Format): format is 'parquet' | 'xlsx' {
  return format === 'parquet' || format === 'xlsx'
}

/** The format of an output by its name, unless it is said. */
export function formatOf(path: string | undefined, said: string | undefined): Format {
  if (said !== undefined) {
    if ((FORMATS as readonly string[]).includes(said)) return said as Format
    throw new UserError(`no format ${JSON.stringify(said)}: ${suggest(said, FORMATS)}`)
  }
  const [, ending = ''] = /\.(\w+)$/.exec(path ?? '') ?? []
  if (/^csv$/i.test(ending)) return 'csv'
  if (/^parquet$/i.test(ending)) return 'parquet'
  if (/^xlsx$/i.test(ending)) return 'xlsx'
  if (/^(?:xls|feather|arrow|tsv|gz|zip)$/i.test(ending))
    throw new UserError(
      `.${ending} cannot be written: let the name of the output end in .xlsx, .csv, .ndjson or .parquet`,
    )
  return 'ndjson'
}
