import { palette } from '@credence/charts'
import type { Reading } from '../reading.ts'

export interface UncertaintySettings {
  readonly length: number
  readonly scales: readonly number[]
  /** Rounds whose predictive density is drawn. */
  readonly shown: readonly number[]
  readonly reading: Reading
}

/** Of the rounds to draw, those that a stream has. */
export function shownOf({ shown, length }: UncertaintySettings): readonly number[] {
  return shown.filter((t) => t <= length)
}

export const parts = ['well specified', 'misspecified'] as const
export const names = ['Point', 'Mean', 'Annealed'] as const
export const color: Readonly<Record<(typeof names)[number], string>> = {
  Point: palette.blue,
  Mean: palette.orange,
  Annealed: palette.vermilion,
}
