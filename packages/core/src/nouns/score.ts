import type { Beliefs } from './beliefs.ts'
import type { Loss } from './loss.ts'

/** A round's weights, and their logarithms where the score reads them. */
export interface Weights {
  readonly linear: Float64Array
  readonly log: Float64Array
}

/** Turns beliefs and an outcome into one number per expert, and into what the learner itself incurs. */
export interface Score {
  readonly name: string
  /** True if the learner's loss is a convex bound Σω·loss, so that regret pays a second-order term. */
  readonly secondOrder: boolean
  /** True if the losses are those of a linearised loss: what the learner incurs is then its point loss. */
  readonly linearised?: boolean
  /** True if it reads the logarithms of the weights. @default false */
  readonly readsLogs?: boolean
  /** Writes one loss per expert, 0 for one that sleeps; returns the learner's own, with the weights that it used. */
  each(loss: Loss, beliefs: Beliefs, y: number, rate: number, weights: Weights, out: Float64Array): number
  /** What the learner's own loss would have been with other weights, from the losses that `each` wrote. */
  own(loss: Loss, beliefs: Beliefs, losses: Float64Array, y: number, rate: number, weights: Weights): number
}
