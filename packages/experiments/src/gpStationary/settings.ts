import type { Reading } from '../reading.ts'

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
