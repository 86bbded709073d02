import { normalQuantile } from '../math/normal.ts'
import { square } from '../math/powers.ts'
import { KEPT } from './noise.ts'
import { overlapOf } from './overlap.ts'

export interface EndsState {
  /** For each step the five quantiles of its errors, in units of their scale. */
  readonly quantiles: Float64Array
  /** For each step: how many errors it has learnt from. */
  readonly counts: Float64Array
}

/** Quantiles that are tracked: both ends, the median, and one on each side half-way between. */
export const LEVELS = 5
export const MEDIAN = 2
/** An expected absolute error, over a standard deviation, of a normal distribution: √(2/π). */
const ABSOLUTE = 0.7978845608028654
const GAIN = 2
/** Errors, worth as much as single ones, up to which the ends aim further out. */
const FEW = 10
/** Errors after which the gain falls, and errors after which it falls no more. */
const SLOW = 30
const MEMORY = 200
/** Octaves of steps that learn from each other. */
const NEIGHBOURS = 0.4
/** Below this, a neighbour's weight is 0. */
const FAR = 0.05

/**
 * Quantiles of standardised errors for each step, by quantile tracking.
 *
 *     q ← q + η (1[y > quantile] − (1 − p)),   η = 2 / (30 + n) / (1 + 0.3(k − 1)),   n ≤ 200
 *
 * A miss k steps ahead comes late, and in runs of up to k: a rate that is right for one step would chase them.
 * Steps learn from those up to half an octave before them, never from later ones: so a path's length changes no step. While errors are few the ends aim a little further out.
 */
export class Ends {
  readonly #levels: Float64Array
  /** Normal scores of the levels. */
  readonly scores: Float64Array
  readonly #steps: number
  readonly #overlaps: Float64Array
  /** For each step those that learn from it, with their weights. */
  readonly #near: readonly (readonly (readonly [number, number])[])[]

  /** @param overlaps how many times fewer the errors of each step are worth. @default 1 + 0.3(k − 1) */
  constructor(steps: number, coverage: number, overlaps?: Float64Array) {
    this.#steps = steps
    this.#overlaps = overlaps ?? Float64Array.from({ length: steps }, (_, k) => overlapOf(k))
    const tail = (1 - coverage) / 2
    const inner = (tail + 0.5) / 2
    this.#levels = Float64Array.of(tail, inner, 0.5, 1 - inner, 1 - tail)
    this.scores = this.#levels.map(normalQuantile)
    this.#near = Array.from({ length: steps }, (_, k) => neighbours(k, steps))
  }

  init(): EndsState {
    return {
      quantiles: Float64Array.from({ length: this.#steps * LEVELS }, (_, i) => this.#start(i % LEVELS)),
      counts: new Float64Array(this.#steps),
    }
  }

  /** Writes the quantiles of step k around the mean. @param errors how many errors its scale is made of */
  write(
    { quantiles }: EndsState,
    k: number,
    mean: number,
    scale: number,
    errors: number,
    out: Float64Array,
  ): void {
    const known = 1 + errors / this.#overlaps[k]
    // Wider by what is not known of the scale; Student's quantile is 1.5 instead of 1, and was too wide.
    const wider = 1 + 1 / known + 0.9 / (known * known)
    const at = k * LEVELS
    for (let l = 0; l < LEVELS; l++) {
      const factor = l === 0 || l === LEVELS - 1 ? wider : 1
      out[at + l] = mean + scale * factor * quantiles[at + l]
    }
    // Tracked apart from each other, they may cross.
    for (let l = MEDIAN - 1; l >= 0; l--) out[at + l] = Math.min(out[at + l], out[at + l + 1])
    for (let l = MEDIAN + 1; l < LEVELS; l++) out[at + l] = Math.max(out[at + l], out[at + l - 1])
  }

  /** The outcome of step k; its quantiles, as they were given, stand at `from`. */
  learn(state: EndsState, k: number, given: Float64Array, from: number, y: number): void {
    for (const [j, weight] of this.#near[k]) {
      state.counts[j] += weight
      const known = state.counts[j] / this.#overlaps[j]
      const slow = (GAIN * weight) / this.#overlaps[j] / (SLOW + Math.min(known, MEMORY))
      const further = 1 - FEW / (known + FEW)
      for (let l = 0; l < LEVELS; l++) {
        state.quantiles[j * LEVELS + l] += slow * this.#move(l, y, given[from + l], further)
      }
    }
  }

  /** The errors of step k are of another world, and so is their shape. */
  forget({ quantiles, counts }: EndsState, k: number): void {
    counts[k] *= KEPT
    for (let l = 0; l < LEVELS; l++) {
      quantiles[k * LEVELS + l] = KEPT * quantiles[k * LEVELS + l] + (1 - KEPT) * this.#start(l)
    }
  }

  /** A quantile of normal errors. */
  #start(l: number): number {
    return this.scores[l] / ABSOLUTE
  }

  #move(l: number, y: number, quantile: number, further: number): number {
    const level = this.#levels[l]
    if (l === 0) return level * further - (y < quantile ? 1 : 0)
    if (l === LEVELS - 1) return (y > quantile ? 1 : 0) - (1 - level) * further
    if (y === quantile) return 0
    return level - (y < quantile ? 1 : 0)
  }
}

/** Part of a whole number by which rounding may have moved it. */
const ROUNDING = 1e-10

/** Rounds the ends that stand at `at`, but never past the quantiles beside them. */
export function wholeEnds(quantiles: Float64Array, at: number): void {
  const last = at + LEVELS - 1
  // A median of 6.999999999999998 is 7: the lower end need not be 6.
  for (let l = at; l <= last; l++) {
    const whole = Math.round(quantiles[l])
    if (Math.abs(quantiles[l] - whole) <= ROUNDING * Math.max(1, Math.abs(whole))) quantiles[l] = whole + 0
  }
  quantiles[at] = Math.min(Math.round(quantiles[at]), Math.floor(quantiles[at + 1]))
  quantiles[last] = Math.max(Math.round(quantiles[last]), Math.ceil(quantiles[last - 1]))
}

function neighbours(k: number, steps: number): readonly (readonly [number, number])[] {
  return Array.from({ length: steps }, (_, j): readonly [number, number] => {
    const octaves = Math.abs(Math.log2((k + 1) / (j + 1)))
    return [j, Math.exp(-square(octaves / NEIGHBOURS))]
  }).filter(([j, weight]) => j >= k && weight > FAR)
}
