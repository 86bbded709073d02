import { palette } from '@credence/charts'

export interface UncertaintySettings {
  readonly length: number
  readonly scales: readonly number[]
  readonly rate: number
  readonly share: number
  /** Rounds whose predictive density is drawn. */
  readonly shown: readonly number[]
}

export const parts = ['well specified', 'misspecified'] as const
export const names = ['Point', 'Mean', 'Annealed'] as const
export const color: Readonly<Record<(typeof names)[number], string>> = {
  Point: palette.blue,
  Mean: palette.orange,
  Annealed: palette.vermilion,
}
