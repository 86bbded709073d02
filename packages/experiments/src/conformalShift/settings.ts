export interface ConformalSettings {
  readonly length: number
  readonly coverage: number
  /** Rounds of the rolling coverage. */
  readonly window: number
}

export const parts = ['Student t₂', 'Gaussian'] as const
export type Law = (typeof parts)[number]

export const DTACI = 'DtACI'
export const LEVELS = 'DtACI on levels'
export const BAYES = 'Bayes-DtACI'
export const DRAWN = 'Bayes-DtACI, randomised'
