import { keptPerRound } from '../math/powers.ts'

/** Sums of errors of each step, that fade. */
export interface LeanState {
  readonly counts: Float64Array
  readonly errors: Float64Array
  readonly squares: Float64Array
  /** Products of neighbouring errors. */
  readonly products: Float64Array
  /** How many errors are above 0, and how many are below it. */
  readonly above: Float64Array
  readonly below: Float64Array
  readonly last: Float64Array
}

const FADE = keptPerRound(200)
/** An error counts as so many scales at most. */
const LARGE = 20
/** A mean error whose square is below so many times its variance is taken for none. */
const CHANCE = 2
/** How much less than half of the errors, times 1/4, have the sign of their mean where all of it counts. */
const SKEW = 4

/**
 * What skewed outcomes add to the mean of each step.
 *
 * Weights by absolute errors, typical errors and logarithms all lead towards the median. Where most days sell nothing and
 * some sell ten, that is far below the mean, and orders by it would fall short. So the mean error is added where it has
 * the sign that fewer than half of the errors have: a trend that experts follow too late moves the median as well, and is
 * theirs to learn. A mean error that may be chance is shrunk to 0: by 1 − 2/t², t² its square over its variance, which
 * counts neighbouring errors that are alike.
 */
export class Lean {
  readonly #steps: number

  constructor(steps: number) {
    this.#steps = steps
  }

  init(): LeanState {
    const each = (): Float64Array => new Float64Array(this.#steps)
    return {
      counts: each(),
      errors: each(),
      squares: each(),
      products: each(),
      above: each(),
      below: each(),
      last: each(),
    }
  }

  /** What is to be added to the mean of step k. */
  of({ counts, errors, squares, products, above, below }: LeanState, k: number): number {
    const count = counts[k]
    if (!(squares[k] > 0)) return 0
    const rare = (errors[k] > 0 ? above[k] : below[k]) / count
    const skew = Math.min(1, SKEW * (1 - 2 * rare))
    if (!(skew > 0)) return 0
    const alike = Math.max(0, Math.min(0.99, products[k] / squares[k]))
    const evidence = ((errors[k] * errors[k]) / squares[k]) * ((1 - alike) / (1 + alike))
    return (Math.max(0, 1 - CHANCE / evidence) * skew * errors[k]) / count
  }

  learn(
    { counts, errors, squares, products, above, below, last }: LeanState,
    k: number,
    error: number,
    scale: number,
  ): void {
    const e = Math.max(-LARGE * scale, Math.min(LARGE * scale, error))
    counts[k] = FADE * counts[k] + 1
    errors[k] = FADE * errors[k] + e
    squares[k] = FADE * squares[k] + e * e
    products[k] = FADE * products[k] + e * last[k]
    above[k] = FADE * above[k] + (e > 0 ? 1 : 0)
    below[k] = FADE * below[k] + (e < 0 ? 1 : 0)
    last[k] = e
  }
}
