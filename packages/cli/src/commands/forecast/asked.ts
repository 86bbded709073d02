import type { DateOrder, TimeForm, UnreadDates } from 'credence/auto'
import type { Zone } from 'credence/paths'
import type { List } from '../../files/shelf/list.ts'
import type { FileWishes } from '../../input/options.ts'
import type { KeyRows } from './keyRows.ts'
import type { Keys } from './keys.ts'
import type { KnownRows } from './knownRows.ts'
import type { TextTable, TimeStyle } from './readTable.ts'
import type { RowsToCome } from './rowsToCome.ts'

/** What can be said after `credence forecast`. */
export interface ForecastCommandOptions extends FileWishes {
  readonly target?: string
  readonly steps?: number
  readonly until?: string
  readonly time?: string
  readonly dates?: DateOrder
  readonly by?: string
  readonly known?: string
  readonly holidays?: string
  readonly zone?: string
  readonly coverage?: number
  readonly threads?: number
  /** Whether sums over series are forecast too, and whether parts shall add up to them. */
  readonly totals?: boolean
  readonly coherent?: boolean
  readonly wide?: boolean
  readonly series?: string
  readonly output?: string
  readonly format?: string
  readonly digits?: number
  readonly report?: string
  readonly save?: string
  readonly resume?: string
  readonly sort?: boolean
  readonly samples?: number
  readonly seed?: number
  readonly quiet?: boolean
}

/** The table with all that was found in it. */
export interface Asked {
  readonly table: TextTable
  readonly target: string
  readonly time: string | undefined
  readonly form: TimeForm | undefined
  /** Columns that look like times where none was read as such. */
  readonly undated: readonly UnreadDates[]
  readonly zone: Zone | undefined
  readonly style: TimeStyle
  /** Of each row; undefined where rows have none. */
  readonly times: List<number> | undefined
  readonly odd: number
  readonly unread: number
  readonly keys: Keys
  /** The rows of each series. */
  readonly rows: KeyRows
  readonly toCome: RowsToCome
  readonly known: KnownRows
  readonly options: ForecastCommandOptions
}
