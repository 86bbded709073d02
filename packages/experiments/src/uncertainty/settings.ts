import { palette } from '@credence/charts'
import { selectionDetails } from '../contest.ts'
import type { Detail, Reading } from '../reading.ts'

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

/** What Appendix A leaves open. */
export const details: readonly Detail[] = [
  {
    name: 'rate',
    text: 'γ is not said',
    ways: [
      { name: '1', about: 'γ = 1, as in the GP experiment' },
      { name: '0.1', about: 'γ = 0.1' },
      { name: '5', about: 'γ = 5' },
      { name: '50', about: 'γ = 50' },
      { name: 'rolling', about: 'the rolling rate of the benchmark' },
    ],
  },
  {
    name: 'share',
    text: 'σ is not said',
    ways: [
      { name: '0.001', about: 'σ = 0.001, as in the benchmark' },
      { name: '0', about: 'σ = 0, as in the GP experiment' },
    ],
  },
  {
    name: 'step',
    text: '«the SVB update of Chérief-Abdellatif», with a multiplier G',
    ways: [
      { name: 'G/(√t σ²)', about: 'as in the benchmark' },
      { name: 'G', about: 'η = G' },
      { name: 'G/√t', about: 'η = G/√t' },
      { name: 'G/√T', about: 'η = G/√T' },
    ],
  },
  ...selectionDetails,
]
