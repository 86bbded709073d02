import { number, type Value } from '../../base/values.ts'

export interface MemoryOptions {
  readonly coverage: number
  /** Two ends, from signed residuals; or one, from any score. */
  readonly ends: 1 | 2
  /** How many of the last scores each memory holds, increasing. */
  readonly sizes: readonly number[]
  /** Rounds after which a season returns: for each, memories of the same phase. */
  readonly periods: readonly number[]
  /** Which memories a series weighs in besides its own: none, those of the series beside it, or one for all series. */
  readonly pool: 'none' | 'neighbours' | 'all'
  /** γ. */
  readonly rate: number
  /** σ. */
  readonly share: number
  /** Whether memories of residuals stand beside those of scores, where a score is something else. @default false */
  readonly residuals?: boolean
  /** κ at α = 0.1. @default 0.05 */
  readonly gain?: number
  /**
   * Where series are steps of a path: errors of step k overlap with those of k − 1 others, and are worth
   * 1 + overlap·(k − 1) times fewer. Memories are weighed so much slower, and while errors are few a lower miss level is
   * asked. The governor is as fast as ever: what it guarantees stays, and slower it lost 4 % of coverage. @default 0
   */
  readonly overlap?: number
}

/** The ladder: short memories follow a jump in a round, long ones are sharp when nothing happens. */
export const MEMORY_SIZES: readonly number[] = [1, 2, 4, 10, 25, 64, 160, 400]
/** Memories of the same phase of a season. */
export const PHASE_SIZES: readonly number[] = [3, 10, 30]

/** What the prototype's ablations found flat around: rate 1 costs 2 % of the interval score, share 0 costs 3 %. */
export const DEFAULT_MEMORIES: Omit<MemoryOptions, 'coverage' | 'ends'> = {
  sizes: MEMORY_SIZES,
  periods: [],
  pool: 'none',
  rate: 4,
  share: 0.005,
}

/** Rounds after which a season returns. Each of them has memories of its own, some 300 bytes. */
export const seasonLength: Value<number> = number('a whole number from 1 to 100000', {
  whole: true,
  above: 0,
  atMost: 100_000,
})
