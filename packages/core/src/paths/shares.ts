import { keptPerRound } from '../math/powers.ts'
import { SHARED } from './noise.ts'

export interface ShareState {
  /** For each step and mixture: mean squared error, in units of a typical one. */
  readonly errors: Float64Array
  /** For each step: how many errors are in the mean. */
  readonly counts: Float64Array
}

/** A mixture for each of three memories, and one without evidence. */
export const MIXTURES = 4
const FADE = keptPerRound(200)
/** What the mixtures share equally. */
const SHARE = 0.1
/** A mixture is far off where its mean squared error is more than so many times that of the best. */
const FAR_OFF = 9
/** Errors k steps ahead overlap: they are worth 1 + OVERLAP (k − 1) times fewer. */
export const OVERLAP = 0.2
/** Errors of a step that the steps up to it are worth together: while its own are fewer, they count more. */
export const BORROWED = 30
/** Part of a typical square below which errors cannot be told apart. */
export const ROUNDING = 1e-10

/** How much each mixture of experts counts, step by step. */
export class Shares {
  /** Step by step the shares of the mixtures. */
  readonly each: Float64Array
  readonly #steps: number
  /** Sums over steps of the logs of the mixtures' errors. */
  readonly #sums: Float64Array = new Float64Array(MIXTURES)

  constructor(steps: number) {
    this.#steps = steps
    this.each = new Float64Array(steps * MIXTURES)
  }

  init(): ShareState {
    return { errors: new Float64Array(this.#steps * MIXTURES), counts: new Float64Array(this.#steps) }
  }

  /**
   * Shares at every step, by the mixtures' errors at that step and at those before it, as with experts. One crisis would
   * otherwise be all that late steps of a short series know.
   */
  weigh({ errors, counts }: ShareState): void {
    const sums = this.#sums.fill(0)
    const known = (k: number): number => counts[k] / (1 + OVERLAP * k)
    let borrowed = 0
    let next = 0
    for (let k = 0; k < this.#steps; k++) {
      for (; next <= k || (next < SHARED && next < this.#steps); next++) {
        borrowed += known(next)
        for (let j = 0; j < MIXTURES; j++) {
          sums[j] += known(next) * Math.log(errors[next * MIXTURES + j] + ROUNDING)
        }
      }
      const shares = this.each.subarray(k * MIXTURES, (k + 1) * MIXTURES)
      const own = known(k)
      for (let j = 0; j < MIXTURES; j++) {
        const log = Math.log(errors[k * MIXTURES + j] + ROUNDING)
        const others = borrowed > 0 ? sums[j] / borrowed : 0
        shares[j] = (-0.25 * own * (own * log + BORROWED * others)) / (own + BORROWED)
      }
      shareOut(shares, errors, k * MIXTURES)
    }
  }

  /** @param square of the error of mixture j at step k */
  learn({ errors, counts }: ShareState, k: number, square: (j: number) => number): void {
    counts[k] = FADE * counts[k] + 1
    for (let j = 0; j < MIXTURES; j++) {
      const place = k * MIXTURES + j
      errors[place] += (square(j) - errors[place]) / counts[k]
    }
  }
}

/**
 * Logs of evidence become shares, of which all have some; but little, where a mixture is far off. After a unit has changed
 * experts that hardly learn are of the old one for long, and a mean of all experts with them.
 */
function shareOut(shares: Float64Array, errors: Float64Array, at: number): void {
  const best = Math.max(...shares)
  let least = Infinity
  let sum = 0
  for (let j = 0; j < MIXTURES; j++) {
    shares[j] = Math.exp(shares[j] - best)
    sum += shares[j]
    least = Math.min(least, errors[at + j])
  }
  let kept = 0
  for (let j = 0; j < MIXTURES; j++) {
    const own = (SHARE / MIXTURES) * Math.min(1, (FAR_OFF * least + ROUNDING) / (errors[at + j] + ROUNDING))
    kept += own
    shares[j] = ((1 - SHARE) * shares[j]) / sum + own
  }
  for (let j = 0; j < MIXTURES; j++) shares[j] /= 1 - SHARE + kept
}
