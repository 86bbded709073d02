import type { Beliefs } from '../../nouns/beliefs.ts'
import type { Features } from '../../nouns/panel.ts'
import type { History } from '../history.ts'

/**
 * The factorised kernel matrices, for one history, of the experts that share a window. They are derived: a function of
 * the history's points alone, bit for bit, on every machine that computes them and however often they are thrown away.
 */
export interface Factors {
  /** Takes over a history, whatever came before. False where memory was refused. */
  restore(history: History): boolean
  /** Computes the beliefs at x. Calling it twice changes nothing. False where memory was refused. */
  believe(x: Features): boolean
  /** Writes the beliefs last computed. */
  write(out: Beliefs): void
  /** Absorbs the point last believed. */
  observe(x: Features, y: number): void
  /** Memory in use. */
  bytes(): number
  /** Gives the memory back. */
  free(): void
}

/** Sees the beliefs of every expert in a round. */
export type EachRound = (round: number, mean: Float64Array, variance: Float64Array) => void

/** All data kept, one Cholesky factor per expert. A known past is taken in many rounds at a time. */
export interface GrowingFactors extends Factors {
  /**
   * Predicts and absorbs the points of a stream; `each` sees the beliefs of every expert before its y. False where
   * memory was refused.
   */
  replay(x: Float64Array, y: Float64Array, count: number, each?: EachRound): boolean
}
