import type { BadRow, NumberStyle, Selection } from 'credence/stream'

/** How the user says that a file is written, where it is not to be found out. */
export interface FileWishes extends NumberStyle {
  readonly delimiter?: string
  readonly encoding?: string
  /** How numbers are written where the file shows nothing else. */
  readonly usual?: NumberStyle
  /** False: the first line is a row, and the columns are called 1, 2, …; true: names, even if they look like numbers. */
  readonly header?: boolean
}

/** Only what says how the file is written. */
export function fileWishes(wishes: FileWishes): FileWishes {
  const { decimal, thousands, encoding, usual, header } = wishes
  const delimiter = wishes.delimiter === '\\t' ? '\t' : wishes.delimiter
  const given = { delimiter, decimal, thousands, encoding, usual, header }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

export interface OpenOptions extends Selection {
  readonly signal?: AbortSignal | undefined
  /** Called for every row that is passed over; absent: such a row is an error. */
  readonly onBadRow?: BadRow | undefined
}
