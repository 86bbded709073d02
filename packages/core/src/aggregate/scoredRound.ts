import { square } from '../math/powers.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Loss } from '../nouns/loss.ts'
import type { Round } from '../nouns/metaLearner.ts'
import type { Score, Weights } from '../nouns/score.ts'
import { weightedSum } from '../scores/scores.ts'
import type { Issued } from './issued.ts'

/**
 * A round after its outcome: what `learn` returns.
 *
 * The next round overwrites it: read it at once, or keep `structuredClone(round.toJSON())`.
 */
export class ScoredRound implements Round {
  /** The round, counted from 1. */
  round: number = 0
  y: number = Number.NaN
  /** γ of this round. */
  rate: number = Number.NaN
  /** What the learner incurred, as the weights are updated with it: linearised for a gradient score. */
  own: number = Number.NaN
  readonly losses: Float64Array
  /** The weights before this round's update. */
  weights: Float64Array
  awake: Float64Array
  /** What the experts believed before y. */
  beliefs: Beliefs
  readonly #loss: Loss
  readonly #score: Score
  readonly #isLinear: boolean
  readonly #isMixed: boolean
  #scale = 1
  #shift = 0
  #other: { readonly round: ScoredRound; readonly weights: Weights } | undefined

  constructor(loss: Loss, score: Score, { beliefs, weights }: Issued) {
    this.#loss = loss
    this.#score = score
    this.#isLinear = score.kind === 'linear'
    this.#isMixed = score.kind === 'mixed'
    this.weights = weights.linear
    this.awake = beliefs.awake
    this.beliefs = beliefs
    this.losses = new Float64Array(weights.linear.length)
  }

  /** Σω·u, in units of z. */
  get mean(): number {
    return this.#scale * weightedSum(this.weights, this.beliefs.mean) + this.#shift
  }

  /** The point loss of `mean`; for a log-density of a real y, (y − mean)². */
  get pointLoss(): number {
    const { mean, y } = this
    const { likelihood, outcomes } = this.#loss
    return likelihood && outcomes === 'real' ? square(y - mean) : this.#loss.at(mean, y, 0)
  }

  /** The learner's own loss, by its score. */
  get loss(): number {
    return this.#isLinear ? this.pointLoss : this.own
  }

  /** Losses of experts and learner for an outcome of what was issued. Changes nothing but this object. */
  score(beliefs: Beliefs, weights: Weights, y: number, rate: number): void {
    this.beliefs = beliefs
    this.awake = beliefs.awake
    this.weights = weights.linear
    this.y = y
    this.rate = rate
    this.own = this.#score.each(this.#loss, beliefs, y, rate, weights, this.losses)
    this.#scale = 1
    this.#shift = 0
  }

  ownFor(weights: Float64Array): number {
    const other = this.#under(weights)
    return this.#score.own(this.#loss, this.beliefs, this.losses, this.y, this.rate, other.weights)
  }

  under(weights: Float64Array): ScoredRound {
    const other = this.#under(weights)
    other.round.score(this.beliefs, other.weights, this.y, this.rate)
    return other.round
  }

  /** Tells y, mean and point loss in other units: those of scale·y + shift. Losses and beliefs stay as they are. */
  rescale(scale: number, shift: number, y: number): void {
    this.y = y
    this.#scale = scale
    this.#shift = shift
  }

  /** All of it as plain numbers and arrays. */
  toJSON(): object {
    const { round, y, rate, mean, pointLoss, loss, own } = this
    const [losses, weights, awake] = [this.losses, this.weights, this.awake].map((row) => Array.from(row))
    const beliefs = Object.fromEntries(
      Object.entries(this.beliefs).map(([name, row]) => [name, Array.from(row as Float64Array)]),
    )
    return { round, y, rate, mean, pointLoss, loss, own, losses, weights, awake, beliefs }
  }

  #under(weights: Float64Array): { readonly round: ScoredRound; readonly weights: Weights } {
    this.#other ??= otherRound(this.#loss, this.#score, this.beliefs, weights.length)
    const { linear, log } = this.#other.weights
    for (let k = 0; k < linear.length; k++) {
      linear[k] = weights[k]
      if (this.#isMixed) log[k] = Math.log(weights[k])
    }
    return this.#other
  }
}

function otherRound(
  loss: Loss,
  score: Score,
  beliefs: Beliefs,
  size: number,
): { readonly round: ScoredRound; readonly weights: Weights } {
  const weights = { linear: new Float64Array(size), log: new Float64Array(size) }
  return {
    round: new ScoredRound(loss, score, { x: new Float64Array(0), beliefs, weights, round: 0 }),
    weights,
  }
}
