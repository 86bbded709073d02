import type { Draft } from './draft.ts'
import type { Family } from './family.ts'
import type { PathState } from './parts.ts'

/** A step of an open path with its outcome. */
export interface ScoredStep {
  /** From 0. */
  readonly k: number
  /** The row that the path was issued before. */
  readonly origin: number
  /** The experts' forecasts, less `base`, from `at` on. */
  readonly forecasts: Float32Array
  readonly at: number
  readonly base: number
  readonly mean: number
  readonly median: number
  readonly lower: number
  readonly upper: number
  readonly y: number
}

/** What a path is told from outside: what other series have learnt, for one. */
export interface PathPeers {
  /** Experts beside the path's own, on outcomes as they are. */
  families(steps: number): readonly Family[]
  /** Logarithms of the experts' weights without evidence: step by step, experts side by side. */
  prior(state: PathState): Float64Array
  /** May move the means of a draft, before noise and ends are put around them. */
  correct(state: PathState, draft: Draft): void
  /** May move its quantiles. */
  spread(state: PathState, draft: Draft): void
  /** The draft is the path that is open from now on. */
  open(state: PathState, draft: Draft): void
  /** A step of an open path has its outcome, which no expert has learnt yet. */
  score(state: PathState, scored: ScoredStep): void
}
