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
  /**
   * How the learner's own loss follows from those of the experts.
   *
   *     mixed   −γ⁻¹ log Σω exp(−γ·loss), read from the logarithms of the weights
   *     convex  at most Σω·loss, so that regret pays a second-order term
   *     linear  Σω·loss of a loss linearised at the forecast; what the learner incurs is then its point loss
   */
  readonly kind: 'mixed' | 'convex' | 'linear'
  /** Writes one loss per expert, 0 for one that sleeps; returns the learner's own, with the weights that it used. */
  each(loss: Loss, beliefs: Beliefs, y: number, rate: number, weights: Weights, out: Float64Array): number
  /** What the learner's own loss would have been with other weights, from the losses that `each` wrote. */
  own(loss: Loss, beliefs: Beliefs, losses: Float64Array, y: number, rate: number, weights: Weights): number
}
