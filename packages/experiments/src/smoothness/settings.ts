import type { Reading } from '../reading.ts'

export interface SmoothnessSettings {
  /** T, doubling. */
  readonly lengths: readonly number[]
  readonly betas: readonly number[]
  readonly noise: number
  readonly reading: Reading
}

/** a = 2^k, k = 1 … ⌈log₂T⌉. */
export function gridOf(length: number): number[] {
  return Array.from({ length: Math.ceil(Math.log2(length)) }, (_, k) => 2 ** (k + 1))
}
