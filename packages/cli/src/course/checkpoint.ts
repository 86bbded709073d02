import type { RunStatistics, StatisticsState } from '@credence/report'
import type { KeyPlaces } from '../files/keyFiles.ts'
import type { Left } from '../output/output.ts'
import type { PassedOver } from './skipped.ts'

/** Where a run stands: how many rows it has taken, how far its output reaches, and what it knows. */
export interface Checkpoint {
  /** Rows read, and their checksum. */
  readonly row: number
  readonly rows: number
  readonly output: Left
  /** Whatever else was asked of the run, and must be asked again. */
  readonly asked: Readonly<Record<string, string | number | boolean | null>>
  /** Its statistics; null before the first row. */
  readonly watched: WatchedSoFar | null
  /** Rows that the learner refused; null where they were not to be passed over. */
  readonly refused: PassedOver | null
  readonly session: Uint8Array
  /** Of many series: the columns that tell them apart, and where their states are; null where there is one. */
  readonly series: { readonly by: readonly string[]; readonly places: KeyPlaces } | null
}

/** Where the statistics of an earlier run stand. */
export interface WatchedSoFar {
  readonly options: RunStatistics['options']
  readonly state: StatisticsState
  readonly seconds: number
}
