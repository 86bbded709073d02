import {
  also,
  between,
  bool,
  counter,
  floats,
  likeFresh,
  listOf,
  misfit,
  nil,
  nullable,
  real,
  type StateShape,
  shape,
  string,
  whole,
} from 'credence/kinds'
import { CALIBRATION, type CalibrationState } from './calibration.ts'
import { CELLS, type CellsState } from './cells.ts'
import { type ChangesState, changesOf, changeWatch } from './changes.ts'
import { CLASSES, type ClassesState } from './classes.ts'
import { CONFUSION, type ConfusionState } from './confusion.ts'
import { type ErrorState, errorsOf } from './errors.ts'
import { GROUPS, type GroupsState } from './groups.ts'
import { createIntervals, type IntervalState } from './intervals.ts'
import { type KeyState, keyOf } from './keys.ts'
import { createOrder, type OrderState } from './order.ts'
import { REASONS, type ReasonsState } from './reasons.ts'
import { createRecent, type RecentState } from './recent.ts'
import { SERIES, type SeriesState } from './series.ts'
import { createSets, type SetState } from './sets.ts'
import { UNITS, type UnitState } from './unitChange.ts'
import { UNREAD, type Unread } from './unread.ts'
import { WORST, type WorstRow } from './worst.ts'

export interface RunStatisticsOptions {
  /** Coverage that the intervals were asked for. */
  readonly coverage: number
  /** Rounds in a season of the data; 0 where there is none. @default 0 */
  readonly season?: number
  /** Rows between the last outcome that a forecast knows and its own. @default 1 */
  readonly ahead?: number
  /** Whether the outcomes are labels. @default false */
  readonly labels?: boolean
  /** The column whose values part the rows into groups. @default null: none does */
  readonly groupedBy?: string | null
  /** Whether changes of the errors are looked for, which takes about 2 µs a row. @default false */
  readonly changes?: boolean
  /** The columns that tell series apart: then each is judged by itself. @default none */
  readonly by?: readonly string[]
  /** Whether these columns were found, not named. @default false */
  readonly byFound?: boolean
}

/** All that the statistics of a run remember. Plain data, of a size that does not grow with the run. */
export interface StatisticsState {
  rows: number
  outcomes: number
  /** Of the rows whose loss is finite. */
  loss: number
  scored: number
  /** Rows whose outcome had no probability: their loss is infinite. */
  impossible: number
  /** Σ loss by expert, where they were given. */
  losses: Float64Array | null
  readonly errors: ErrorState
  readonly intervals: IntervalState
  readonly sets: SetState
  readonly calibration: CalibrationState
  readonly groups: GroupsState
  /** Of each series, where there are several. */
  readonly keys: KeyState[]
  readonly order: OrderState
  readonly units: UnitState
  readonly unread: Unread
  readonly series: SeriesState
  readonly recent: RecentState
  readonly worst: WorstRow[]
  /** null where changes are not looked for. */
  readonly changes: ChangesState | null
  readonly reasons: ReasonsState
  readonly classes: ClassesState
  readonly cells: CellsState
  readonly confusion: ConfusionState
  /** Of the classes that came, in order of appearance. */
  readonly names: string[]
}

/** Of options with which statistics can have begun. */
export const STATISTICS_OPTIONS: StateShape<Required<RunStatisticsOptions>> = /* @__PURE__ */ shape<
  Required<RunStatisticsOptions>
>({
  coverage: also(between(0, 1), (share, path) => {
    if (share === 0 || share === 1) misfit(path, 'a share', share)
  }),
  season: counter,
  ahead: whole(1),
  labels: bool,
  groupedBy: nullable(string),
  changes: bool,
  by: listOf(string),
  byFound: bool,
})

/** What the statistics of a run with these options remember. */
export function statisticsOf({
  coverage,
  season,
  ahead,
  labels,
  changes,
}: Required<RunStatisticsOptions>): StateShape<StatisticsState> {
  const errors = errorsOf(season, ahead)
  return shape<StatisticsState>({
    rows: counter,
    outcomes: counter,
    loss: real(),
    scored: counter,
    impossible: counter,
    losses: nullable(floats()),
    errors,
    intervals: likeFresh(createIntervals),
    sets: likeFresh(createSets),
    calibration: CALIBRATION,
    groups: GROUPS,
    keys: listOf(keyOf(errors)),
    order: likeFresh(createOrder),
    units: UNITS,
    unread: UNREAD,
    series: SERIES,
    recent: likeFresh(createRecent),
    worst: listOf(WORST),
    changes: changes && !labels ? changesOf(changeWatch(coverage)) : nil,
    reasons: REASONS,
    classes: CLASSES,
    cells: CELLS,
    confusion: CONFUSION,
    names: listOf(string),
  })
}
