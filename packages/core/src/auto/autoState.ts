import type { Rule } from '../nouns/panel.ts'
import type { ColumnState } from '../rows/column.ts'
import type { ReadRow, RowsState } from '../rows/rows.ts'
import type { DateOrder } from '../rows/time.ts'
import type { AutoForecast, ClassForecast } from './answer.ts'
import type { CoveringState } from './covering.ts'
import type { EpochsState } from './epochs.ts'
import type { LateWidth } from './lateWidth.ts'
import type { Task } from './task.ts'

export interface AutoPlan {
  readonly task: Task | undefined
  readonly time: string | readonly string[] | null | undefined
  readonly dates?: DateOrder | undefined
  readonly memory: boolean
  readonly ahead: number
  readonly coverage: number
  /** Families of experts instead of the usual ones. */
  readonly experts?: readonly Rule[] | undefined
}

/** A row and its outcome that may not be learnt yet, because `ahead` rows lie between. Plain data. */
export interface Waiting {
  readonly row: ReadRow
  readonly y: number
  readonly issued: AutoIssued
}

/** Each class has a learner of its own: with thousands, such as names of people, a row would take minutes. */
export const MOST_CLASSES = 100

/** All that `auto` remembers. Plain data. */
export interface AutoState {
  round: number
  /** null until the first outcome has shown whether it is a number or a class. */
  task: 'regression' | 'classification' | null
  rows: RowsState | null
  /** What outcomes are multiplied by before anything learns them: far below 1 where their squares would overflow. */
  unit: number
  /** Range of the outcomes. */
  readonly target: ColumnState
  /** Names of the classes, in order of appearance. */
  readonly labels: string[]
  /** One for a number; for classes one each, of which that of the first is idle while there are two. */
  readonly epochs: EpochsState[]
  readonly covering: CoveringState
  readonly width: LateWidth
  readonly waiting: Waiting[]
}

/** A forecast as it was given: what scores it later. Plain data. */
export interface AutoIssued {
  /** How many outcomes were learnt before it was given. */
  readonly round: number
  readonly row: ReadRow
  /** Whether any outcome was: before, nothing is promised, however late its own comes. */
  readonly known: boolean
  /** Whether its interval was promised to cover: too few outcomes of a regime give an infinite one. */
  readonly promised: boolean
  readonly mean: number
  /** The deviation that the experts themselves believed in. */
  readonly sd: number
  readonly lower: number
  readonly upper: number
  readonly probabilities: readonly number[]
  /** The classes that were to be reckoned with; none for numbers. */
  readonly set: readonly string[]
  /** The columns of the row, where none were known yet: others may be by the time of its outcome. */
  readonly names?: readonly string[]
}

export type AutoAnswer = AutoForecast | ClassForecast
