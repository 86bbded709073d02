import { type RunStatistics, STATISTICS_OPTIONS, type StatisticsState, statisticsOf } from '@credence/report'
import {
  also,
  anything,
  between,
  bytes,
  counter,
  listOf,
  misfit,
  nullable,
  type StateShape,
  shape,
  shapeBy,
  string,
} from 'credence/kinds'
import { KEY_PLACES, type KeyPlaces } from '../files/keyFiles.ts'
import type { Left } from '../output/output.ts'
import { MOST_REASONS, type PassedOver } from './skipped.ts'

/** Where a run stands: how many rows it has taken, how far its output reaches, and what it knows. */
export interface Checkpoint {
  /** Rows read, and their checksum. */
  readonly row: number
  readonly rows: number
  /** The columns that the run reads, in the order of the file. */
  readonly columns: readonly string[]
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

const OBJECT = also(anything, (value, path) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value))
    misfit(path, 'an object', value)
}) as StateShape<Readonly<Record<string, unknown>>>

const ASKED = also(OBJECT, (asked, path) => {
  for (const [name, value] of Object.entries(asked))
    if (value !== null && typeof value === 'object') misfit(`${path}.${name}`, 'no object', value)
}) as StateShape<Checkpoint['asked']>

/** Columns and waiting records are there where the format has them. */
const LEFT = shapeBy<Left>(
  (value) => {
    const { columns, waiting } = (value ?? {}) as Partial<Left>
    return shape<Left>({
      offset: counter,
      checksum: counter,
      ...(columns === undefined ? {} : { columns: listOf(string) }),
      ...(waiting === undefined ? {} : { waiting: listOf(OBJECT) }),
    })
  },
  () => ({ offset: 0, checksum: 0 }),
)

const WATCHED = shape<WatchedSoFar>({
  options: STATISTICS_OPTIONS,
  state: shapeBy<StatisticsState, WatchedSoFar>(
    (_value, _path, { options }) => statisticsOf(options),
    () => statisticsOf(STATISTICS_OPTIONS())(),
  ),
  seconds: between(0, Number.MAX_VALUE),
})

const REFUSED = shape<PassedOver>({
  count: counter,
  reasons: listOf(string, ({ count }: PassedOver) => Math.min(count, MOST_REASONS)),
})

/** What a run can have saved, so that nothing is learnt twice or lost. */
export const CHECKPOINT: StateShape<Checkpoint> = also(
  shape<Checkpoint>({
    row: counter,
    rows: counter,
    columns: listOf(string),
    output: LEFT,
    asked: ASKED,
    watched: nullable(WATCHED),
    refused: nullable(REFUSED),
    series: nullable(shape<NonNullable<Checkpoint['series']>>({ by: listOf(string), places: KEY_PLACES })),
    session: bytes(),
  }),
  ({ watched, refused, row }) => {
    // A refused row is read, and has no record.
    const recorded = row - (refused?.count ?? 0)
    if ((watched?.state.rows ?? 0) !== recorded) misfit('row', 'as many as were recorded and refused', row)
  },
)
