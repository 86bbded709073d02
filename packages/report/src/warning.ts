import type { OrderState } from './order.ts'
import type { RunSummary } from './summary.ts'

/** Something that the user should know, and what to do about it. */
export interface Warning {
  readonly code:
    | 'outcomes'
    | 'constant'
    | 'unread'
    | 'mixed'
    | 'ahead'
    | 'order'
    | 'untimed'
    | 'series'
    | 'copied'
    | 'dates'
    | 'coverage'
    | 'calibration'
    | 'group'
    | 'unit'
    | 'naive'
    | 'outlier'
    | 'edge'
    | 'failing'
    | 'ignored'
    | 'leak'
    | 'probabilities'
    | 'skipped'
  readonly message: string
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
export const digits = (value: number): string => String(Number(value.toPrecision(4)))

/** What warnings are found in. */
export type Facts = Omit<RunSummary, 'recent' | 'warnings' | 'series' | 'changes' | 'future' | 'reasons'> & {
  /** What was run: advice is for those who can follow it. */
  readonly task?: string | undefined
  /** Rows between the last outcome that a forecast knows and its own. */
  readonly ahead: number
  /** Rows whose time was before that of the row before them. */
  readonly order: OrderState & { readonly column?: string; readonly unit?: string }
}
