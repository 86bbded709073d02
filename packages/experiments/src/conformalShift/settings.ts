import type { Reading } from '../reading.ts'

export interface ConformalSettings {
  readonly length: number
  readonly coverage: number
  /** Rounds of the rolling coverage. */
  readonly window: number
  readonly reading: Reading
}

export const parts = ['Student t₂', 'Gaussian'] as const
export type Law = (typeof parts)[number]

export const DTACI = 'DtACI'
export const LEVELS = 'DtACI on levels'
export const PICKED = 'DtACI, drawn'
export const BAYES = 'Bayes-DtACI'
export const DRAWN = 'Bayes-DtACI, randomised'

/** DtACI by the way that a reading has it. */
export const THEIRS: Readonly<Record<string, string>> = { mean: DTACI, drawn: PICKED, level: LEVELS }

/** Before a warm start the thresholds see so many scores. */
export const WARM_UP = 100
