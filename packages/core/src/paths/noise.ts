import { keptPerRound, wholePower } from '../math/powers.ts'
export interface NoiseState {
  /** For each step: mean absolute error, freed of what noise follows, and how many errors are in it. */
  readonly scale: Float64Array
  readonly counts: Float64Array
  /** Exponents of size, of the phase of each season, of wildness and of trouble; and sums of their squared gradients. */
  readonly exponents: Float64Array
  readonly gradients: Float64Array
  /** For each season: errors of each phase over usual ones, and how many rows it has seen. */
  readonly phases: readonly Float64Array[]
  readonly phaseCounts: readonly Float64Array[]
  /** Errors of one step in the last few rows, over expected ones. */
  wildness: number
  /** Errors of the first steps in the last dozens of rows, over usual ones: noise that grows, or has passed. */
  trouble: number
  /** The size of outcomes that has no logarithm: smaller ones are alike. 0 while it is not known. */
  unit: number
  /** Mean logarithm of the size of outcomes. */
  size: number
  sizes: number
  /** For each step: the exponent of size that came from the weight of the log scale in the last path. */
  readonly followed: Float64Array
  /** The first row after the last error of one step that was of another world. */
  since: number
}

/** How large errors will be, step by step. */
export interface Scales {
  /** The mean absolute error that is expected. */
  readonly scale: Float64Array
  /** What it follows, as logarithms. */
  readonly features: Float64Array
  /** The part of its logarithm that comes from the weight of the log scale. */
  readonly followed: Float64Array
}

/** What a path tells about its noise. */
export interface Outlook {
  readonly mean: Float64Array
  /** Variance of each step over that of step 1, as the weighted experts expect it. */
  readonly growth: Float64Array
  /** Weight of experts on the log scale, for which noise is as large as the level. */
  readonly multiplicative: Float64Array
  /** Rows before the first step. */
  readonly row: number
}

const FADE = keptPerRound(80)
/** Errors that the growth expected by the experts is worth. */
const PRIOR = 6
const SIZE = 0.2
const PHASE = 0.3
const WILD = 0.2
const TROUBLE = 0.5
/** How much of the log scale's weight goes into the exponent of size. */
const FOLLOW = 0.5
const RATE = 0.1
/** How fast recent wildness is forgotten, by step and by row. */
const CALMING = 0.9
const WILD_FADE = 0.85
const TROUBLE_FADE = 0.96
const UNIT = 0.05
/** What all steps share is learnt from the first ones, so that a step is forecast alike in paths of any length. */
export const SHARED = 4
/** Outcomes that the unit of sizes is made of. */
const FIRST = 8
/** Errors beyond so many usual ones are of another world. */
const BEYOND = 50
/** Part of what was learnt that still counts after such an error. */
export const KEPT = 0.25

/**
 * The scale of errors, for each step:
 *
 *     scale(k) = mean absolute error of step k, shrunk to scale(k − 1) · √(growth(k) / growth(k − 1))
 *
 * times powers of the size of the forecast, of the phase of each season, of wildness and of trouble. The exponents are
 * learnt by AdaGrad on the Laplace score |e|/scale + log scale.
 */
export class Noise {
  /** What noise follows. */
  readonly dimension: number
  readonly #steps: number
  readonly #seasons: readonly number[]

  constructor(steps: number, seasons: readonly number[]) {
    this.#steps = steps
    this.#seasons = seasons
    this.dimension = 3 + seasons.length
  }

  init(): NoiseState {
    const steps = this.#steps
    return {
      scale: new Float64Array(steps),
      counts: new Float64Array(steps),
      exponents: Float64Array.from([SIZE, ...this.#seasons.map(() => PHASE), WILD, TROUBLE]),
      gradients: new Float64Array(this.dimension).fill(1),
      phases: this.#seasons.map((season) => new Float64Array(season).fill(1)),
      phaseCounts: this.#seasons.map((season) => new Float64Array(season)),
      wildness: 1,
      trouble: 1,
      unit: 0,
      size: 0,
      sizes: 0,
      followed: new Float64Array(steps),
      since: 0,
    }
  }

  measure(state: NoiseState, outlook: Outlook, out: Scales): void {
    const { growth, mean, multiplicative } = outlook
    const d = this.dimension
    let before = 0
    for (let k = 0; k < this.#steps; k++) {
      const prior = k > 0 ? before * Math.sqrt(growth[k] / growth[k - 1]) : 0
      const weight = k > 0 ? PRIOR : 0
      const count = weight + state.counts[k]
      before = count > 0 ? (weight * prior + state.counts[k] * state.scale[k]) / count : 0
      this.#fill(state, k, mean[k], outlook, out.features)
      out.followed[k] = FOLLOW * multiplicative[k] * out.features[k * d]
      out.scale[k] = before * this.#factor(state, out.features, k * d, out.followed[k])
    }
  }

  /**
   * Whether the error of step k, from 0, is of another world: then what was usual counts less, so that a few such errors
   * in a row are the new usual ones. The features of its scale stand at `from`.
   */
  isBeyond(
    state: NoiseState,
    k: number,
    error: number,
    features: Float64Array,
    from: number,
    followed: number,
    row: number,
  ): boolean {
    const usual = usualError(state, k)
    if (!(usual > 0 && error > BEYOND * usual * this.#factor(state, features, from, followed))) return false
    state.counts[k] *= KEPT
    if (k === 0) state.since = row + 1
    return true
  }

  /** Whether step k of the path from this row was forecast before the world changed: its error says nothing of today's. */
  isOld({ since }: NoiseState, origin: number, k: number): boolean {
    return k > 0 && origin < since
  }

  /** Step k, from 0, of a path missed by `error`; the features of its scale stand at `from`. */
  learn(
    state: NoiseState,
    k: number,
    error: number,
    scale: number,
    features: Float64Array,
    from: number,
    followed: number,
    row: number,
  ): void {
    const usual = usualError(state, k)
    const freed = error / this.#factor(state, features, from, followed)
    state.counts[k] = FADE * state.counts[k] + 1
    state.scale[k] += (Math.min(freed, usual > 0 ? 6 * usual : Infinity) - state.scale[k]) / state.counts[k]
    if (!(scale > 0) || k >= SHARED) return
    const excess = 1 - Math.min(error / scale, 8)
    for (let d = 0; d < this.dimension; d++) {
      const gradient = (features[from + d] * excess) / SHARED
      state.gradients[d] += gradient * gradient
      const moved = state.exponents[d] - (RATE * gradient) / Math.sqrt(state.gradients[d])
      state.exponents[d] = Math.max(-0.5, Math.min(1.2, moved))
    }
    this.#followPhases(state, row, error / (usual > 0 ? usual : scale))
    if (usual > 0) state.trouble = faded(state.trouble, freed / usual, (1 - TROUBLE_FADE) / SHARED)
    if (k === 0) state.wildness = faded(state.wildness, error / scale, 1 - WILD_FADE)
  }

  /** What the exponents of size were in a path. */
  open(state: NoiseState, multiplicative: Float64Array): void {
    for (let k = 0; k < this.#steps; k++) state.followed[k] = FOLLOW * multiplicative[k]
  }

  /** What an outcome tells about sizes. Scales are those of outcomes of mean size, and go with it. */
  observe(state: NoiseState, y: number, level: number): void {
    state.sizes++
    if (state.sizes <= FIRST) {
      state.unit = UNIT * level
      state.size = logSize(level, state.unit)
      return
    }
    if (state.unit === 0) state.unit = UNIT * level
    const change = (logSize(y, state.unit) - state.size) / Math.min(state.sizes, 300)
    state.size += change
    for (let k = 0; k < this.#steps; k++) {
      state.scale[k] *= Math.exp((state.exponents[0] + state.followed[k]) * change)
    }
  }

  #followPhases({ phases, phaseCounts }: NoiseState, row: number, ratio: number): void {
    const most = 30 * SHARED
    this.#seasons.forEach((season, q) => {
      const phase = row % season
      const count = Math.min(phaseCounts[q][phase] + 1, most)
      const rate = 1 / (count + 4 * SHARED)
      phaseCounts[q][phase] = count
      phases[q][phase] = Math.max(0.02, phases[q][phase] + rate * (Math.min(ratio, 8) - phases[q][phase]))
    })
  }

  #fill(state: NoiseState, k: number, mean: number, { row }: Outlook, out: Float64Array): void {
    let at = k * this.dimension
    out[at++] = logSize(mean, state.unit) - state.size
    for (let q = 0; q < this.#seasons.length; q++) {
      out[at++] = Math.log(state.phases[q][(row + k) % this.#seasons[q]])
    }
    out[at++] = Math.log(state.wildness) * wholePower(CALMING, k)
    out[at] = Math.log(state.trouble)
  }

  #factor({ exponents }: NoiseState, features: Float64Array, from: number, followed: number): number {
    let sum = followed
    for (let d = 0; d < this.dimension; d++) sum += exponents[d] * features[from + d]
    return Math.exp(Math.max(-4, Math.min(3, sum)))
  }
}

/** Of a step, freed of what noise follows; 0 while too few are known. */
function usualError({ counts, scale }: NoiseState, k: number): number {
  return counts[k] > 3 ? scale[k] : 0
}

/** A mean that forgets, of ratios of errors; one absurd error moves it little. */
function faded(before: number, ratio: number, rate: number): number {
  return Math.max(0.2, Math.min(5, before + rate * (Math.min(ratio, 6) - before)))
}

function logSize(y: number, unit: number): number {
  return unit > 0 ? Math.log1p(Math.abs(y) / unit) : 0
}
