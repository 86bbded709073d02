import type { ScoreOf } from '../../../nouns/conformity.ts'
import { clip } from '../clip.ts'
import type { MemoryOptions } from '../memoryOptions.ts'
import type { MemoryGroup } from './memoryGroups.ts'
import { above, aboveNegated, aboveSizes, median, medianSize } from './quantiles.ts'

/** What each memory of a series answers, once its ladders are in order. Scratch. */
export class MemoryAnswers {
  /** The threshold of each expert, by end. */
  readonly thresholds: readonly Float64Array[]
  readonly medians: Float64Array
  readonly #groups: readonly MemoryGroup[]
  readonly #signed: boolean
  /** Memories of one kind: all groups together. */
  readonly #memories: number
  /** Those of them that remember scores; the others remember residuals. */
  readonly #ofScores: number
  /** Place of the longest memory of a ladder. */
  readonly #longest: number

  constructor(groups: readonly MemoryGroup[], { ends, sizes, residuals }: MemoryOptions) {
    const memories = groups.reduce((sum, { ladder }) => sum + ladder.sizes.length, 0)
    this.thresholds = Array.from({ length: ends }, () => new Float64Array(ends * memories))
    this.medians = new Float64Array(ends * memories)
    this.#groups = groups
    this.#signed = ends === 2
    this.#memories = memories
    this.#ofScores = residuals ? memories / 2 : memories
    this.#longest = sizes.length - 1
  }

  /** Asks every memory for its quantiles at a miss level, and for its median. */
  ask(level: number): void {
    const signed = this.#signed
    const upper = this.thresholds[0]
    const lower = this.thresholds[this.thresholds.length - 1]
    const medians = this.medians
    const memories = this.#memories
    for (let i = 0, k = 0; i < this.#groups.length; i++) {
      const { sizes, sorted, starts, lengths } = this.#groups[i].ladder
      for (let j = 0; j < sizes.length; j++, k++) {
        const s = sorted[j]
        const at = starts[j]
        const n = lengths[j]
        if (n === 0) this.#copy(k, this.#longest + (k < this.#ofScores ? 0 : this.#ofScores))
        else if (signed) {
          const threshold = aboveSizes(s, at, n, level)
          upper[k] = threshold
          lower[k] = threshold
          medians[k] = medianSize(s, at, n)
          upper[memories + k] = above(s, at, n, level / 2)
          lower[memories + k] = aboveNegated(s, at, n, level / 2)
          medians[memories + k] = median(s, at, n)
        } else {
          upper[k] = above(s, at, n, level)
          medians[k] = median(s, at, n)
        }
      }
    }
  }

  /** Thresholds of residuals become thresholds of scores, by the forecast of this round. */
  translate(scoreOf: ScoreOf): void {
    const [upper, lower] = this.thresholds
    for (let kind = 0; kind < this.medians.length; kind += this.#memories) {
      for (let k = kind + this.#ofScores; k < kind + this.#memories; k++) {
        upper[k] = clip(scoreOf(upper[k]))
        lower[k] = clip(-scoreOf(-lower[k]))
        this.medians[k] = clip(scoreOf(this.medians[k]))
      }
    }
  }

  /** A memory that is still empty answers as the longest one does. */
  #copy(to: number, from: number): void {
    for (let kind = 0; kind < this.medians.length; kind += this.#memories) {
      for (const thresholds of this.thresholds) thresholds[kind + to] = thresholds[kind + from]
      this.medians[kind + to] = this.medians[kind + from]
    }
  }
}
