import { keptPerRound, square } from '../math/powers.ts'
import { Ridge, type RidgeState } from './ridge.ts'

export interface CorrectionState {
  readonly ridge: RidgeState
  /** For each step: mean squared errors without and with the correction, how many, a typical error, the last error. */
  readonly plain: Float64Array
  readonly corrected: Float64Array
  readonly counts: Float64Array
  readonly typical: Float64Array
  readonly last: Float64Array
}

const FADE = keptPerRound(200)
const OVERLAP = 0.2
/** Errors before the regression is asked, and effective errors before it is trusted. */
const ENOUGH = 5
const TRUSTED = 3

/**
 * For each step a ridge regression of the error on what the families forecast beyond the mean, and on the last errors.
 * It is trusted as far as it has helped.
 */
export class Correction {
  /** Features of a step. */
  readonly dimension: number
  readonly #steps: number
  readonly #groups: Uint8Array
  readonly #ridge: Ridge
  readonly #sums: Float64Array
  readonly #weights: Float64Array

  /** @param groups the family of each expert */
  constructor(steps: number, groups: Uint8Array) {
    this.#steps = steps
    this.#groups = groups
    const families = 1 + Math.max(...groups)
    this.dimension = families + 3
    this.#ridge = new Ridge({ dimension: this.dimension, forgetting: 0.998, ridge: 50, limit: 4 })
    this.#sums = new Float64Array(families)
    this.#weights = new Float64Array(families)
  }

  init(): CorrectionState {
    const each = (): Float64Array => new Float64Array(this.#steps)
    return {
      ridge: this.#ridge.init(this.#steps),
      plain: each(),
      corrected: each(),
      counts: each(),
      typical: each(),
      last: each(),
    }
  }

  /** Writes features and corrected means of all steps; moves `mean` as far towards them as they are trusted. */
  apply(
    state: CorrectionState,
    paths: Float64Array,
    weights: Float64Array,
    mean: Float64Array,
    features: Float64Array,
    corrected: Float64Array,
  ): void {
    for (let k = 0; k < this.#steps; k++) {
      const typical = state.typical[k]
      this.#fill(state, k, paths, weights, mean[k], features)
      const change =
        state.counts[k] > ENOUGH
          ? typical * this.#ridge.predict(state.ridge, k, features, k * this.dimension)
          : 0
      const bounded = Math.max(-3 * typical, Math.min(3 * typical, change))
      corrected[k] = mean[k] + bounded
      mean[k] += this.#trust(state, k) * bounded
    }
  }

  learn(
    state: CorrectionState,
    k: number,
    features: Float64Array,
    from: number,
    plain: number,
    corrected: number,
    y: number,
  ): void {
    const typical = state.typical[k]
    const error = y - plain
    if (typical > 0) this.#ridge.learn(state.ridge, k, features, from, error / typical)
    state.counts[k] = FADE * state.counts[k] + 1
    if (typical > 0) {
      const most = square(6 * typical)
      state.plain[k] += (Math.min(error * error, most) - state.plain[k]) / state.counts[k]
      state.corrected[k] += (Math.min(square(y - corrected), most) - state.corrected[k]) / state.counts[k]
    }
    const bounded = Math.min(Math.abs(error), typical > 0 ? 5 * typical : Infinity)
    state.typical[k] += (bounded - typical) / Math.min(state.counts[k], 100)
    state.last[k] = error
  }

  #fill(
    { typical, last }: CorrectionState,
    k: number,
    paths: Float64Array,
    weights: Float64Array,
    mean: number,
    out: Float64Array,
  ): void {
    const groups = this.#groups
    const size = groups.length
    const sums = this.#sums.fill(0)
    const totals = this.#weights.fill(0)
    for (let i = 0; i < size; i++) {
      const weight = weights[k * size + i] + 1e-9
      sums[groups[i]] += weight * paths[k * size + i]
      totals[groups[i]] += weight
    }
    const unit = typical[k] > 0 ? 1 / typical[k] : 0
    const at = k * this.dimension
    for (let g = 0; g < sums.length; g++) out[at + g] = (sums[g] / totals[g] - mean) * unit
    out[at + sums.length] = last[0] * unit
    out[at + sums.length + 1] = last[k] * unit
    out[at + sums.length + 2] = 0.3
  }

  /** Odds of ten to one against it before there is evidence: where it is not needed, it adds its own noise. */
  #trust({ plain, corrected, counts }: CorrectionState, k: number): number {
    const effective = counts[k] / (1 + OVERLAP * k)
    if (effective <= TRUSTED) return 0
    const evidence = corrected[k] > 0 ? 0.25 * effective * Math.log(plain[k] / corrected[k]) : 0
    return 1 / (1 + 10 * Math.exp(-evidence))
  }
}
