import { type AggregateLearner, aggregate, type MetaLearner } from 'credence'
import { followTheLeader } from 'credence/meta'

/** The same experts, loss and score with another way of weighing them. */
export function withMeta(learner: AggregateLearner, dimension: number, meta: MetaLearner): AggregateLearner {
  const { rules, loss, score, horizon, seed } = learner.model.plan
  return aggregate({
    experts: rules,
    loss,
    score,
    meta,
    dimension,
    seed,
    ...(horizon === undefined ? {} : { horizon }),
  })
}

/** Hard selection with the same experts: all weight on the one that did best so far. */
export function hardSelection(learner: AggregateLearner, dimension: number): AggregateLearner {
  return withMeta(learner, dimension, followTheLeader())
}

/** sums += values, entry by entry. */
export function accumulate(sums: Float64Array, values: ArrayLike<number>): void {
  for (let k = 0; k < sums.length; k++) sums[k] += values[k]
}

/** How far weights move from round to round: ½ Σₖ |ωₜₖ − ωₜ₋₁ₖ|, averaged. */
export class Movement {
  #last: Float64Array | undefined
  #sum = 0
  #count = 0

  add(weights: Float64Array): void {
    if (this.#last) {
      let moved = 0
      for (let k = 0; k < weights.length; k++) moved += Math.abs(weights[k] - this.#last[k])
      this.#sum += moved / 2
      this.#count++
      this.#last.set(weights)
    } else this.#last = weights.slice()
  }

  get mean(): number {
    return this.#sum / Math.max(1, this.#count)
  }
}

/** The mean over the last `size` values. */
export class Rolling {
  readonly #values: Float64Array
  #count = 0

  constructor(size: number) {
    this.#values = new Float64Array(size)
  }

  add(value: number): void {
    this.#values[this.#count++ % this.#values.length] = value
  }

  /** Summed anew each time, so that nothing drifts. */
  get mean(): number {
    const n = Math.min(this.#count, this.#values.length)
    let sum = 0
    for (let i = 0; i < n; i++) sum += this.#values[i]
    return sum / n
  }
}
