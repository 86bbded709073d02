import type { Round } from '../nouns/metaLearner.ts'

/** A round as it would have been with other weights, where losses do not depend on them. */
export class RoundView implements Round {
  losses: Float64Array = new Float64Array(0)
  awake: Float64Array = this.losses
  weights: Float64Array = this.losses
  own: number = 0
  #round: Round | undefined

  show(round: Round, weights: Float64Array): void {
    this.#round = round
    this.losses = round.losses
    this.awake = round.awake
    this.weights = weights
    this.own = round.ownFor(weights)
  }

  ownFor(weights: Float64Array): number {
    return this.#round ? this.#round.ownFor(weights) : 0
  }
}
