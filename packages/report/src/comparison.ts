import type { RunSummary } from './summary.ts'

/** By what contenders are compared. */
export const YARDSTICKS = ['absolute', 'squared', 'interval', 'probability'] as const
export type Yardstick = (typeof YARDSTICKS)[number]

export const YARDSTICK_NAMES: Readonly<Record<Yardstick, string>> = {
  absolute: 'mean absolute error',
  squared: 'mean squared error',
  interval: 'mean interval score',
  probability: 'mean squared error of the probability',
}

/** One pair of contenders. */
export interface Pair {
  readonly a: string
  readonly b: string
  /** Rounds that both have a loss for. */
  readonly rounds: number
  /** Mean of the loss of a less that of b. */
  readonly difference: number
  /** Where it lies, at all rounds at once; null while nothing can be said. */
  readonly confidence: readonly [number, number] | null
  /** Said only once 0 is excluded. */
  readonly winner: string | null
  /** The round at which 0 was excluded first. */
  readonly since: number | null
}

/** What a comparison says, as data. */
export interface Comparison {
  readonly by: Yardstick
  readonly seconds: number
  readonly contenders: readonly {
    readonly name: string
    readonly meanLoss: number
    /** null for the naive forecast. */
    readonly summary: RunSummary | null
  }[]
  readonly pairs: readonly Pair[]
}
