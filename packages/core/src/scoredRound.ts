import type { Beliefs } from './beliefs.ts'
import type { Loss } from './losses/loss.ts'
import type { Round } from './meta/metaLearner.ts'
import type { Issued } from './openRounds.ts'
import { mixtureMean, type Score } from './scores.ts'
import type { Weights } from './weights.ts'

/**
 * A round after its outcome: what `learn` returns.
 *
 * It is a live view that the next round overwrites: read it at once, or copy what you keep.
 */
export class ScoredRound implements Round {
  /** The round, counted from 1. */
  round: number = 0
  y: number = Number.NaN
  /** γ of this round. */
  rate: number = Number.NaN
  own: number = Number.NaN
  readonly losses: Float64Array
  readonly #loss: Loss
  readonly #score: Score
  #issued: Issued
  #other: ScoredRound | undefined

  constructor(loss: Loss, score: Score, issued: Issued) {
    this.#loss = loss
    this.#score = score
    this.#issued = issued
    this.losses = new Float64Array(issued.weights.linear.length)
  }

  /** What the experts believed before y. */
  get beliefs(): Beliefs {
    return this.#issued.beliefs
  }

  get awake(): Float64Array {
    return this.#issued.beliefs.awake
  }

  /** The weights before this round's update. */
  get weights(): Weights {
    return this.#issued.weights
  }

  /** The learner's own loss, by its score. */
  get loss(): number {
    return this.#score.linearised ? this.point : this.own
  }

  /** Σω·u, in units of z. */
  get mean(): number {
    return mixtureMean(this.beliefs, this.weights)
  }

  /** The point loss of `mean`; for a log-density of a real y, (y − mean)². */
  get point(): number {
    const noisy = this.#loss.likelihood && this.#loss.outcomes === 'real'
    return noisy ? (this.y - this.mean) ** 2 : this.#loss.at(this.mean, this.y, 0)
  }

  /** Losses of experts and learner for an outcome of what was issued. Changes nothing but this view. */
  score(issued: Issued, y: number, rate: number): void {
    this.#issued = issued
    this.y = y
    this.rate = rate
    this.own = this.#score.each(this.#loss, issued.beliefs, y, rate, issued.weights, this.losses)
  }

  ownFor(weights: Weights): number {
    return this.#score.own(this.#loss, this.beliefs, this.losses, this.y, this.rate, weights)
  }

  under(weights: Weights): ScoredRound {
    this.#other ??= new ScoredRound(this.#loss, this.#score, this.#issued)
    this.#other.score({ ...this.#issued, weights }, this.y, this.rate)
    return this.#other
  }
}
