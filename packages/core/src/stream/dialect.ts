import { positiveInteger } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'

/** How a delimited file is written. */
export interface Dialect {
  /** One ASCII character between fields. @default ',' */
  readonly delimiter?: string | undefined
  /** One ASCII character around fields, doubled inside them; null where quotes are plain text. @default '"' */
  readonly quote?: string | null | undefined
  /** Whether lines with nothing on them are skipped; else each is a record of one empty field. @default true */
  readonly skipBlankLines?: boolean | undefined
  /** Longest record in bytes: a quote left open must not swallow the stream. @default 2 ** 24 */
  readonly maxRecord?: number | undefined
  /** The number of the first line, where others were read before. @default 1 */
  readonly firstLine?: number | undefined
}

/** A dialect in bytes; no quote is −1. */
export interface ByteDialect {
  readonly delimiter: number
  readonly quote: number
  readonly skipBlankLines: boolean
  readonly maxRecord: number
}

export const LF = 10
export const CR = 13

export function byteDialect({
  delimiter = ',',
  quote = '"',
  skipBlankLines = true,
  maxRecord = 16777216,
}: Dialect): ByteDialect {
  if (delimiter === quote) throw new ArgumentError('delimiter and quote must differ')
  return {
    delimiter: ascii('delimiter', delimiter),
    quote: quote === null ? -1 : ascii('quote', quote),
    skipBlankLines,
    maxRecord: positiveInteger('maxRecord', maxRecord),
  }
}

function ascii(name: string, text: string): number {
  const code = text.charCodeAt(0)
  if (text.length === 1 && code < 128 && code !== LF && code !== CR) return code
  throw new ArgumentError(`${name} must be one ASCII character; received ${JSON.stringify(text)}`)
}
