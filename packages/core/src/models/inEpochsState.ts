import type { Forecast } from '../aggregate/forecast.ts'
import type { ModelShape, StateShape } from '../base/shape.ts'
import {
  bool,
  counter,
  from,
  likeFresh,
  listOf,
  nullable,
  real,
  shape,
  shapeBy,
  upTo,
  whole,
  withIssued,
} from '../base/shape.ts'
import { COLUMN, type ColumnState, createColumn } from '../rows/column.ts'
import { type ReadRow, type RowsState, rowOf } from '../rows/rows.ts'
import type { IssuedRow, Table } from '../rows/table.ts'
import type { Epochs, EpochsState } from './epochs/epochs.ts'
import { LATE_WIDTH, type LateWidth } from './epochs/lateWidth.ts'
import { OUTCOME_UNIT } from './epochs/outcomeUnit.ts'
import type { Peers } from './peers.ts'
import { createShape, type ShapeState } from './shape/shape.ts'
import { ShapedForecast } from './shape/shapedForecast.ts'
import type { ShapedLaw } from './shape/shapedLaw.ts'

/** A forecast of a number, which says how much of the past it stands on. */
export class EpochForecast extends ShapedForecast {
  /** Outcomes of the regime that the forecast is about; 0 before the first one. */
  readonly outcomes: number

  constructor(law: Forecast, shape: ShapedLaw | null, outcomes: number) {
    super(law, shape)
    this.outcomes = outcomes
  }
}

/** A round after its outcome. Plain data. */
export interface EpochRound {
  readonly round: number
  readonly y: number
  /** Whether any outcome was known when it was forecast. */
  readonly known: boolean
  readonly mean: number
  /** (y − mean)². */
  readonly pointLoss: number
  /** Whether a regime in other units began with it: from here on forecasts come from fresh experts. */
  readonly begins: boolean
}

/** A forecast as it was given. Plain data. */
export interface EpochIssued {
  /** How many outcomes had come before it was given. */
  readonly round: number
  readonly row: IssuedRow
  readonly known: boolean
  readonly mean: number
  /** The deviation that the experts themselves believed in. */
  readonly sd: number
  /** What others had to add; null where that is nothing. Only with peers. */
  readonly advice?: unknown
}

/** A row and its outcome that may not be learnt yet, because `ahead` rows lie between. Plain data. */
export interface Waiting {
  readonly row: ReadRow
  readonly y: number
  readonly issued: Omit<EpochIssued, 'row'>
}

/** Plain data. */
export interface InEpochsState<State = unknown> {
  round: number
  /** null until the first outcome. */
  rows: RowsState | null
  /** What outcomes are multiplied by before anything learns them: far below 1 where their squares would overflow. */
  unit: number
  /** Range of the outcomes. */
  readonly target: ColumnState
  /** Outcomes in a row, up to the last, that were too far outside their range to be learnt as they are. */
  doubted: number
  readonly epochs: EpochsState<State>
  readonly width: LateWidth
  readonly shape: ShapeState
  waiting: readonly Waiting[]
  /** What peers keep of this stream. Only with peers. */
  readonly peers?: unknown
}

/** What a model in epochs remembers, and issues. @param ahead how many rows ahead it forecasts */
export function inEpochsOf<State>(
  table: Table,
  epochs: Epochs,
  ahead: number,
  peers: Peers | undefined,
): ModelShape<InEpochsState<State>, EpochIssued> {
  const before = likeFresh(() => epochs.init())
  const state = shape<InEpochsState<State>>({
    round: counter,
    rows: nullable(table.rows.shape),
    unit: OUTCOME_UNIT,
    target: from(COLUMN, () => createColumn('y', 'number')),
    doubted: counter,
    epochs: shapeBy<EpochsState, InEpochsState>(
      (_value, _path, { rows }) => (rows ? epochs.of(rows) : before),
      before,
    ) as StateShape<EpochsState<State>>,
    width: LATE_WIDTH,
    shape: likeFresh(createShape),
    waiting: upTo(
      ahead - 1,
      listOf(
        shapeBy<Waiting, InEpochsState>(
          (_value, _path, { rows, round }) => waitingOf(rows?.columns.length ?? 0, round),
          waitingOf(0, 0),
        ),
      ),
    ),
    ...(peers
      ? {
          peers: shapeBy<unknown, InEpochsState>(
            (_value, _path, { rows }) => peers.of(rows?.columns.length ?? 0),
            () => peers.of(0)(),
          ),
        }
      : {}),
  })
  return withIssued(state, ({ rows, round }) =>
    shape<EpochIssued>({
      row: table.keptOf(rows),
      ...saidOf(round),
      ...(peers ? { advice: nullable(peers.advice) } : {}),
    }),
  )
}

/** What is kept of a forecast, beside its row. */
const saidOf = (round: number): Parameters<typeof shape<Omit<EpochIssued, 'row'>>>[0] => ({
  round: whole(0, round),
  known: bool,
  mean: real(),
  sd: real(),
})

function waitingOf(columns: number, round: number): StateShape<Waiting> {
  return shape<Waiting>({ row: rowOf(columns), y: real(), issued: shape(saidOf(round)) })
}
