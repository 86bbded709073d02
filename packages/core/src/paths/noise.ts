import { keptPerRound } from '../math/powers.ts'
import { createJump, hasJumped, type JumpState, settleJump } from './jump.ts'
import { overlapOf } from './overlap.ts'

export interface NoiseState {
  /** For each step: mean absolute error, freed of what noise follows, and how many late errors it is worth. */
  readonly scale: Float64Array
  readonly counts: Float64Array
  /** For each step: that scale, of the last few errors alone. */
  readonly lately: Float64Array
  /** For each step: the mean logarithm of the experts' discord over that scale. */
  readonly discord: Float64Array
  /** Exponents of size, of growth beside it, of the phase of each season, of trouble and of discord; and sums of their squared gradients. */
  readonly exponents: Float64Array
  readonly gradients: Float64Array
  /** For each season: errors of each phase over usual ones. */
  readonly phases: readonly Float64Array[]
  /** Errors of the first steps in the last dozen rows, over usual ones: noise that grows, or has passed. */
  trouble: number
  /** The size of outcomes that has no logarithm: smaller ones are alike. 0 while it is not known. */
  unit: number
  /** Mean logarithm of the size of outcomes of late. */
  size: number
  sizes: number
  /** How far that mean is behind where sizes grow: as far as its own mean is behind it. */
  behind: number
  /** The part of the exponent of size that came from the weight of the log scale in the last path, of all steps. */
  followed: number
  /** For each of the last origins: the mean logarithm of sizes at that row. */
  readonly sizesThen: Float64Array
  /** The first row after the last error of one step that was of another world, or after a jump of noise. */
  since: number
  /** What the last errors of one step say of a jump of noise. */
  readonly jump: JumpState
}

/** How large errors will be, step by step. */
export interface Scales {
  /** The mean absolute error that is expected. */
  readonly scale: Float64Array
  /** What it follows, as logarithms; and what it follows with an exponent that is known, from the weight of the log scale. */
  readonly features: Float64Array
  /** That exponent, of all steps together. */
  followed: number
}

/** What a path tells about its noise. */
export interface Outlook {
  readonly mean: Float64Array
  /** Variance of each step over that of step 1, as the weighted experts expect it. */
  readonly growth: Float64Array
  /** Weight of experts on the log scale, for which noise is as large as the level. */
  readonly multiplicative: Float64Array
  /** Mean distance of the weighted experts from their mean. */
  readonly discord: Float64Array
  /** Rows before the first step. */
  readonly row: number
}

const FADE = keptPerRound(80)
/** What an error adds to the count while few are known: early ones, when experts knew less, weigh less than late ones. */
const LATER = 0.5
/** Errors that the growth expected by the experts is worth. */
const PRIOR = 6
const SIZE = 0.2
/** Where the exponents of size and of growth stand. */
const OF_SIZE = 0
const OF_GROWTH = 1
const PHASE = 0.3
const TROUBLE = 0.5
const DISCORD = 0.25
/** How much of the log scale's weight goes into the exponent of size. */
const FOLLOW = 0.8
const RATE = 0.05
const TROUBLE_RATE = 0.08
/** That of growth, which is learnt where the mean of sizes is further behind than this: less may be chance. */
const GROWTH_RATE = 0.15
const LAG = 0.5
/** Discord over the scale: what is added to it, and the most that counts. */
const AGREED = 0.1
const MOST = 3
/** Seasons that a phase which is like all others is worth, and seasons that are remembered. */
const FEW = 4
const MANY = 30
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
 * How many single errors are the last few; their mean over the usual one shows that noise has grown, or shrunk. They are
 * no fewer than the rows of the first season, unless it is long: a night without sun is no change of noise.
 */
const LATELY = 8
const LONG = 60
const GROWN = 2
const SHRUNK = 0.4
/** How many single errors the scale counts as after such a change. */
const ANEW = 3
/** Outcomes before a jump of noise is told from noise that is not yet known; and how many errors a step counts as after it. */
const SETTLED = 60
const UNSURE = 0.5
/** Outcomes that the mean of sizes remembers. */
const SIZES = 60
/** What no error exceeds where it is learnt, over usual ones. */
const CLIPPED = 6

/**
 * The scale of errors, for each step:
 *
 *     scale(k) = mean absolute error of step k, shrunk to scale(k − 1) · √(growth(k) / growth(k − 1))
 *
 * times powers of the size of the forecast, of the phase of each season, of trouble and of discord: where experts
 * disagree more than usual, errors are larger. The exponents are learnt by AdaGrad on the Laplace score
 * |e|/scale + log scale. Weights of errors in the mean grow like their number, until the oldest fade: experts learn too.
 * Where the last few errors show other noise than all of them, the mean is of those few. Errors of one step that are
 * larger than all of late, several in a row, are a jump of noise: then all steps go by the errors of one step since.
 */
export class Noise {
  /** What noise follows. */
  readonly dimension: number
  readonly #steps: number
  readonly #seasons: readonly number[]
  /** Rows of the first season; 0 where it is none, or long. */
  readonly #cycle: number

  constructor(steps: number, seasons: readonly number[]) {
    this.#steps = steps
    this.#seasons = seasons
    this.#cycle = seasons[0] <= LONG ? seasons[0] : 0
    this.dimension = 5 + seasons.length
  }

  init(): NoiseState {
    const steps = this.#steps
    return {
      scale: new Float64Array(steps),
      counts: new Float64Array(steps),
      lately: new Float64Array(steps),
      discord: new Float64Array(steps),
      exponents: Float64Array.from([SIZE, 0, ...this.#seasons.map(() => PHASE), TROUBLE, DISCORD]),
      gradients: new Float64Array(this.dimension - 1).fill(1),
      phases: this.#seasons.map((season) => new Float64Array(season).fill(1)),
      trouble: 1,
      unit: 0,
      size: 0,
      sizes: 0,
      behind: 0,
      followed: 0,
      sizesThen: new Float64Array(steps),
      since: 0,
      jump: createJump(),
    }
  }

  measure(state: NoiseState, { discord, growth, mean, multiplicative, row }: Outlook, out: Scales): void {
    const { features } = out
    out.followed = 0
    for (let k = 0; k < SHARED; k++) out.followed += (FOLLOW * multiplicative[k]) / SHARED
    let before = 0
    let at = 0
    for (let k = 0; k < this.#steps; k++) {
      const prior = k > 0 ? before * Math.sqrt(growth[k] / growth[k - 1]) : 0
      const weight = k > 0 ? PRIOR : 0
      const count = weight + state.counts[k]
      before = count > 0 ? (weight * prior + state.counts[k] * state.scale[k]) / count : 0
      const from = at
      const size = logSize(mean[k], state.unit) - state.size
      features[at++] = size
      features[at++] = state.behind
      for (const own of state.phases) features[at++] = Math.log(own[(row + k) % own.length])
      features[at++] = Math.log(state.trouble)
      const apart = before > 0 ? Math.min(MOST, discord[k] / before) : 1
      features[at++] = Math.log(AGREED + apart) - state.discord[k]
      // A step follows its own size, but growth as the scale does, that of all steps.
      const own = size - state.behind
      features[at++] = FOLLOW * multiplicative[k] * own + out.followed * state.behind
      out.scale[k] = before * this.#factor(state, features, from)
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
    row: number,
  ): boolean {
    const usual = usualError(state, k)
    if (!(usual > 0 && error > BEYOND * usual * this.#factorNow(state, k, features, from, row))) return false
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
    row: number,
  ): void {
    const usual = usualError(state, k)
    const freed = error / this.#factorNow(state, k, features, from, row)
    this.#average(state, k, freed)
    if (k === 0 && scale > 0) this.#notice(state, error, freed, features, from, row)
    if (!(scale > 0) || k >= SHARED) return
    const excess = 1 - Math.min(error / scale, 8)
    for (let d = 0; d < state.exponents.length; d++) {
      const feature = d === OF_GROWTH ? evident(features[from + d]) : features[from + d]
      const gradient = (feature * excess) / SHARED
      state.gradients[d] += gradient * gradient
      const rate = d === OF_GROWTH ? GROWTH_RATE : RATE
      const moved = state.exponents[d] - (rate * gradient) / Math.sqrt(state.gradients[d])
      state.exponents[d] = Math.max(-0.5, Math.min(1.2, moved))
    }
    const ratio = Math.min(error / (usual > 0 ? usual : scale), 8)
    for (const own of state.phases) {
      const phase = row % own.length
      const rate = 1 / SHARED / (FEW + Math.min(row / own.length, MANY))
      own[phase] = Math.max(0.02, own[phase] + rate * (ratio - own[phase]))
    }
    if (!(usual > 0)) return
    // One absurd error moves it little.
    const moved = state.trouble + (TROUBLE_RATE / SHARED) * (Math.min(freed / usual, CLIPPED) - state.trouble)
    state.trouble = Math.max(0.2, Math.min(5, moved))
  }

  /** Where noise has jumped, one step knows the new one by the errors since, and later steps go by the first. */
  #notice(
    state: NoiseState,
    error: number,
    freed: number,
    features: Float64Array,
    from: number,
    row: number,
  ): void {
    const { counts, exponents, jump, lately, scale } = state
    // What trouble explains of an error is part of the jump.
    const trouble = exponents.length - 2
    const troubled = freed * Math.exp(exponents[trouble] * features[from + trouble])
    if (!hasJumped(jump, error, troubled, state.sizes >= SETTLED)) return
    if (jump.scale > scale[0]) {
      scale[0] = jump.scale
      lately[0] = jump.scale
      counts[0] = Math.min(counts[0], ANEW)
      state.trouble = 1
    }
    for (let k = 1; k < this.#steps; k++) counts[k] = Math.min(counts[k], UNSURE)
    state.since = row + 1
    settleJump(jump)
  }

  /** Takes an error of step k, freed of what noise follows, into its mean. */
  #average(state: NoiseState, k: number, freed: number): void {
    const { counts, lately, scale } = state
    const usual = usualError(state, k)
    // Errors of later steps overlap: more of them say as much.
    const overlap = overlapOf(k)
    const few = Math.max(LATELY * overlap, this.#cycle)
    const most = usual > 0 ? CLIPPED * usual : Infinity
    const mostLately = usual > 0 ? CLIPPED * Math.max(usual, lately[k]) : Infinity
    counts[k] = Math.min(FADE * counts[k] + 1, Math.max(1, counts[k] + LATER))
    scale[k] += (Math.min(freed, most) - scale[k]) / counts[k]
    lately[k] += (Math.min(freed, mostLately) - lately[k]) / Math.min(counts[k], few)
    const hasChanged = lately[k] > GROWN * scale[k] || lately[k] < SHRUNK * scale[k]
    if (!hasChanged || counts[k] <= few) return
    counts[k] = ANEW * overlap
    scale[k] = lately[k]
  }

  /** What the exponents of size and the discord were in the path from this row. */
  open(state: NoiseState, { features, followed }: Scales, row: number): void {
    const { counts, discord, size, sizesThen } = state
    sizesThen[row % this.#steps] = size
    state.followed = followed
    for (let k = 0; k < this.#steps; k++) {
      const end = (k + 1) * this.dimension
      discord[k] += features[end - 2] / Math.max(1, counts[k])
    }
  }

  /** What an outcome tells about sizes. Scales are those of outcomes of mean size, and go with it. */
  observe(state: NoiseState, y: number, level: number): void {
    state.sizes++
    if (state.sizes <= FIRST) {
      state.unit = UNIT * level
      state.size = logSize(level, state.unit)
      state.sizesThen.fill(state.size)
      return
    }
    if (state.unit === 0) state.unit = UNIT * level
    const change = (logSize(y, state.unit) - state.size) / Math.min(state.sizes, SIZES)
    state.size += change
    state.behind += change - state.behind / Math.min(state.sizes, SIZES)
    const grown = Math.exp(growthOf(state) * change)
    state.jump.scale *= grown
    state.jump.peak *= grown
    state.jump.largest *= grown
    for (let k = 0; k < this.#steps; k++) {
      state.scale[k] *= grown
      state.lately[k] *= grown
    }
  }

  /** What frees an error of an open path: the factor of its features, for today's mean size, with which the scale has grown. */
  #factorNow(state: NoiseState, k: number, features: Float64Array, from: number, row: number): number {
    const smaller = state.sizesThen[(row - k) % this.#steps] - state.size
    return this.#factor(state, features, from, smaller)
  }

  #factor(state: NoiseState, features: Float64Array, from: number, smaller = 0): number {
    const { exponents } = state
    let sum = features[from + exponents.length] + growthOf(state) * smaller
    for (let d = 0; d < exponents.length; d++) sum += exponents[d] * features[from + d]
    return Math.exp(Math.max(-4, Math.min(3, sum)))
  }
}

/** Of a step, freed of what noise follows; 0 while too few are known. */
function usualError({ counts, scale }: NoiseState, k: number): number {
  return counts[k] > 2 ? scale[k] : 0
}

/** The exponent with which scales go with the mean size. */
function growthOf({ exponents, followed }: NoiseState): number {
  return exponents[OF_SIZE] + exponents[OF_GROWTH] + followed
}

/** What is left of a lag when all that may be chance is taken off. */
function evident(behind: number): number {
  return Math.sign(behind) * Math.max(0, Math.abs(behind) - LAG)
}

function logSize(y: number, unit: number): number {
  return unit > 0 ? Math.log1p(Math.abs(y) / unit) : 0
}
