import { selectionDetails } from '../contest.ts'
import type { Detail, Reading } from '../reading.ts'

export interface StationarySettings {
  readonly length: number
  readonly inverseBandwidth: readonly number[]
  readonly noise: number
  /** Rounds that count as the beginning. */
  readonly early: number
  readonly reading: Reading
}

export const parts = ['A', 'B', 'C'] as const
export const titles = { A: 'A: Friedman', B: 'B: Doppler', C: 'C: smooth' } as const

/** What Section 7.3 leaves open of the stationary streams. */
export const details: readonly Detail[] = [
  {
    name: 'rounds',
    text: 'silent for the stationary streams; the changing one has T = 3000',
    ways: [
      { name: '1000', about: 'T = 1000, as each regime of the changing stream' },
      { name: '500', about: 'T = 500' },
    ],
  },
  ...selectionDetails,
]
