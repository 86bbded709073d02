import type { UnreadDates } from 'credence/auto'
import type { LawSummary, ProbabilitySummary } from './calibration.ts'
import type { ChangeSummary } from './changes.ts'
import type { ClassesSummary } from './classes.ts'
import type { ConfusionSummary } from './confusion.ts'
import type { ErrorSummary } from './errors.ts'
import type { GroupSummary } from './groups.ts'
import type { IntervalSummary } from './intervals.ts'
import type { KeysSummary } from './keys.ts'
import type { ReasonsSummary } from './reasons.ts'
import type { Recent } from './recent.ts'
import type { Series } from './series.ts'
import type { SetSummary } from './sets.ts'
import type { UnitChange } from './unitChange.ts'
import type { Unread } from './unread.ts'
import type { Warning } from './warning.ts'
import type { AxisWeights, ExpertSettings } from './weights.ts'
import type { WorstSummary } from './worst.ts'

/** What the learner's ledger says of its experts. */
export interface ExpertAccount {
  readonly experts: readonly ExpertSettings[]
  /** 2 where the experts of each end of the interval have weights of their own, and share the loss: `settings.end` says which. @default 1 */
  readonly ends?: number
  /** Σ loss of the learner and of each expert, in the loss of the recipe. */
  readonly loss: number
  readonly losses: readonly number[]
  /** Rounds that each was awake for. @default all */
  readonly awake?: readonly number[] | undefined
  readonly regret: number
  /** A proven bound of the regret; null where there is none, and `reason` says why. */
  readonly bound: number | null
  readonly reason?: string | undefined
  /** Rounds in which each expert failed. */
  readonly failures?: readonly number[] | undefined
}

/** What became of the columns of the data. */
export interface ColumnUse {
  readonly target: string
  readonly used: readonly string[]
  readonly ignored: readonly string[]
  /** Gaps that were filled, by column. */
  readonly filled?: Readonly<Record<string, number>>
  /** Columns that look like dates and are not read as times. */
  readonly undated?: readonly UnreadDates[]
  /** What each column was taken for, where the learner finds that out. */
  readonly kinds?: readonly ColumnKind[]
  /** Where the target can lie, as its outcomes have shown; null for an end that is not known. */
  readonly range?: readonly [number | null, number | null]
}

/** What a column was taken for, and the cells that were not there or could not be read so. */
export interface ColumnKind {
  readonly name: string
  readonly kind: 'number' | 'boolean' | 'time' | 'word' | 'unknown'
  /** Different words, of a column of words. */
  readonly levels: number
  readonly missing: number
  readonly unreadable: number
}

export interface ExpertSummary {
  readonly name: string
  readonly settings: ExpertSettings
  /** Mean weight over the last quarter of the run. */
  readonly weight: number
  readonly meanLoss: number | null
  readonly failures: number
}

/** All that a run says about itself, as data: for the terminal, the page and other programs. */
export interface RunSummary {
  readonly rows: number
  /** Rows whose outcome was there. */
  readonly outcomes: number
  readonly skippedRows: number
  readonly seconds: number
  readonly columns: ColumnUse
  /** What the target was taken for, where it may be something else. */
  readonly doubt?: string | undefined
  /** Cells of the target that are there and say no outcome: they were taken as missing. */
  readonly unread?: Unread | undefined
  /** Of many series, each by itself: then there are no errors over all, whose units differ. */
  readonly keys?: KeysSummary | undefined
  readonly errors?: ErrorSummary | undefined
  readonly loss?: LossSummary | undefined
  readonly intervals?: IntervalSummary | undefined
  /** Of classes: how often the set held the one that came. */
  readonly sets?: SetSummary | undefined
  readonly law?: LawSummary | undefined
  /** Of classes: which was taken for which. */
  readonly confusion?: ConfusionSummary | undefined
  readonly probabilities?: ProbabilitySummary | undefined
  /** Where a column parts the rows into groups. */
  readonly groups?: { readonly by: string; readonly each: readonly GroupSummary[] }
  readonly experts: readonly ExpertSummary[]
  readonly axes: readonly AxisWeights[]
  readonly warnings: readonly Warning[]
  readonly series: Series
  /** The last rows one by one; empty for classes. */
  readonly recent: Recent
  /** The rows that were missed by most. */
  readonly worst: readonly WorstSummary[]
  /** Where outcomes became many times as large, or as small: the first line of the new size, or row where there are no lines. */
  readonly units: readonly UnitChange[]
  /** When the errors changed, where that was looked for. */
  readonly changes: readonly ChangeSummary[]
  /** Which columns mattered; absent where no row was explained. */
  readonly reasons?: ReasonsSummary | undefined
  /** Of named classes: the latest and hardest rows, and how each class fared along the run. */
  readonly classes?: ClassesSummary | undefined
  /** The rows after the last outcome; absent where they were not forecast. */
  readonly future?: Future
}

/** The rows after the last outcome as columns: a forecast with its two intervals. */
export interface Future {
  /** Milliseconds; null where rows have no times. */
  readonly time: readonly (number | null)[]
  readonly mean: readonly number[]
  readonly lower: readonly number[]
  readonly upper: readonly number[]
  readonly innerLower: readonly number[]
  readonly innerUpper: readonly number[]
}

/** Losses in the recipe's own loss. */
export interface LossSummary {
  /** Over the rows whose outcome had a probability. */
  readonly mean: number
  /** Rows whose outcome had none, such as one below an end that outcomes had shown: their loss is infinite. Absent: 0 */
  readonly impossible?: number
  /** Where each end has experts of its own: the best of each, together. */
  readonly best: { readonly expert: string; readonly mean: number } | null
  readonly worst: { readonly expert: string; readonly mean: number } | null
  readonly regret: number | null
  readonly bound: number | null
  readonly reason?: string | undefined
}
