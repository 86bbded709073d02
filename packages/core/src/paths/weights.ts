import { keptPerRound } from '../math/powers.ts'
import { SHARED } from './noise.ts'
import { BORROWED, MIXTURES, OVERLAP, ROUNDING, type ShareState, Shares } from './shares.ts'

export interface WeightState {
  /** For each memory, step and expert: root of the mean squared error, or the mean absolute error. */
  readonly errors: Float32Array
  /** For each memory and step: how many errors are in the mean. */
  readonly counts: Float64Array
  /** What the mixtures of the memories have shown. */
  readonly shares: ShareState
  /** For each step a typical absolute error of the mean. */
  readonly typical: Float64Array
}

/** What one path needs of its weights. */
export interface Mixed {
  /** Step by step the mixtures' forecasts, and the experts' weights in their mean. */
  readonly mixtures: Float64Array
  readonly weights: Float64Array
  readonly mean: Float64Array
}

/**
 * Memories, as factors by which an error fades a row: all rows, half-lives of 150 and of 40. That of 150 remembers squares,
 * the others absolute errors: a holiday or a strike counts less, so that experts are told apart by ordinary rows. Beside
 * squares alone the error of 63 series is 0.984 (RMSSE 0.990, interval score 0.996), and of 27 others 0.995 (1.007, 1.012).
 */
const FADES = [1, keptPerRound(150), keptPerRound(40)]
/** Part of the log likelihood of errors that is believed: errors of neighbouring rows are alike. */
const RATE = 0.8
/** Part of the errors that still count when experts have started anew; and how many at most: those of a year are many. */
const KEPT = 0.3
const MOST_KEPT = 6
/** exp of the mean log of |e|/mean |e| of a normal variable. */
const CENTRE = 0.664
/** An error whose square is beyond so many typical ones counts only logarithmically more. */
const MOST = 36
/** Experts so many nats behind the best have no weight: it would be below 1e-13. */
const BEHIND = 30
/** A typical error below it is none: squares of others in its unit would overflow. */
const NOTHING = 1e-120

/**
 * Weights of experts for each step, by the evidence of their errors at that step and at those before it.
 *
 *     log ωᵢ(k) = log πᵢ − 0.4 n(k) · (n(k) lᵢ(k) + 30 Lᵢ(k)) / (n(k) + 30),   n(k) = N(k) / (1 + 0.2(k − 1))
 *
 * lᵢ(k) is the log of the mean squared error of i at step k, or of its squared mean absolute error, and Lᵢ(k) the mean of
 * it over the steps up to k, each counted n times. It is a profile likelihood: the noise is whatever the expert's errors
 * show. The errors of one step of a short series say little about an expert; those of all steps say more. Later steps say
 * nothing of earlier ones, so that a path's length changes no step; the first four are taken together in every path. A
 * mixture for each memory, and one of the weights without evidence, are mixed once more in the same way. Families are
 * alike without evidence, and so are the experts of a family: πᵢ is one over the size of the family.
 */
export class Weights {
  readonly #steps: number
  readonly #size: number
  readonly #logs: Float64Array
  readonly #shares: Shares
  /** Step by step, the logs of the experts' mean squared errors in one memory. */
  readonly #logErrors: Float64Array
  /** Sum of these logs over steps, each counted as often as it was seen. */
  readonly #borrowed: Float64Array
  /** Logarithms of the weights without evidence, by family; and what a path without peers adds to them. */
  readonly #families: Float64Array
  readonly #alike: Float64Array

  /** @param families how many experts each family has, one family after the other */
  constructor(steps: number, families: readonly number[]) {
    const size = families.reduce((sum, own) => sum + own, 0)
    this.#steps = steps
    this.#families = Float64Array.from(families.flatMap((own) => new Array<number>(own).fill(-Math.log(own))))
    this.#size = size
    this.#logs = new Float64Array(size)
    this.#shares = new Shares(steps)
    this.#logErrors = new Float64Array(steps * size)
    this.#borrowed = new Float64Array(size)
    this.#alike = new Float64Array(steps * size)
  }

  init(): WeightState {
    const steps = this.#steps
    return {
      errors: new Float32Array(FADES.length * steps * this.#size),
      counts: new Float64Array(FADES.length * steps),
      shares: this.#shares.init(),
      typical: new Float64Array(steps),
    }
  }

  /**
   * Mixes the paths of the experts that are awake.
   *
   * @param prior is added to the logarithms of their weights, in part where errors are forgotten. @default nothing
   */
  mix(
    state: WeightState,
    paths: Float64Array,
    awake: Uint8Array,
    out: Mixed,
    prior: Float64Array = this.#alike,
  ): void {
    out.weights.fill(0)
    out.mean.fill(0)
    const { each } = this.#shares
    this.#shares.weigh(state.shares)
    for (let m = 0; m < FADES.length; m++) this.#remember(state, m, awake, paths, prior, out)
    for (let k = 0; k < this.#steps; k++) {
      const place = k * MIXTURES + MIXTURES - 1
      // Without evidence only what was believed beforehand counts.
      this.#evidence(k, 0, 0, 0, awake, prior, 0)
      const equal = this.#weigh(k, awake, each[place], paths, out.weights)
      out.mixtures[place] = equal
      out.mean[k] += each[place] * equal
    }
  }

  /** The outcome of step k, from 0, of a path: the experts' forecasts stand at `at`. */
  learn(
    state: WeightState,
    k: number,
    forecasts: ArrayLike<number>,
    at: number,
    base: number,
    mixtures: ArrayLike<number>,
    from: number,
    mean: number,
    y: number,
  ): void {
    const size = this.#size
    const { errors, counts, typical } = state
    const usual = typical[k]
    this.#follow(state, k, Math.abs(y - mean))
    const [all, middle, short] = FADES.map((fade, m) => {
      const at = m * this.#steps + k
      counts[at] = fade * counts[at] + 1
      return 1 / counts[at]
    })
    const change = y - base
    if (!(usual > NOTHING)) return
    const unit = 1 / usual
    const first = k * size
    const stride = this.#steps * size
    for (let i = 0; i < size; i++) {
      const square = bounded((change - forecasts[at + i]) * unit)
      const absolute = Math.sqrt(square)
      let place = first + i
      errors[place] += (absolute - errors[place]) * all
      place += stride
      errors[place] = root(errors[place], square, middle)
      place += stride
      errors[place] += (absolute - errors[place]) * short
    }
    this.#shares.learn(state.shares, k, (j) => bounded((y - mixtures[from + j]) * unit))
  }

  /** Most experts have started anew: what they did before says less. */
  restart({ counts, shares }: WeightState): void {
    for (const seen of [counts, shares.counts]) {
      for (let i = 0; i < seen.length; i++) seen[i] = Math.min(KEPT * seen[i], MOST_KEPT)
    }
  }

  /** Geometric, so that it finds another unit of the series as fast in either direction. */
  #follow({ typical, counts }: WeightState, k: number, error: number): void {
    const before = typical[k]
    if (!(before > NOTHING)) typical[k] = error
    else
      typical[k] *= Math.exp(
        Math.log(Math.max(0.05, Math.min(5, error / before)) / CENTRE) / Math.min(60, counts[k] + 1),
      )
  }

  /** The mixture of memory m: its forecasts, and its part of weights and means. */
  #remember(
    state: WeightState,
    m: number,
    awake: Uint8Array,
    paths: Float64Array,
    prior: Float64Array,
    out: Mixed,
  ): void {
    const steps = this.#steps
    const known = (k: number): number => state.counts[m * steps + k] / (1 + OVERLAP * k)
    this.#borrowed.fill(0)
    let borrowed = 0
    let next = 0
    let before = 0
    for (let k = 0; k < steps; k++) {
      for (; next <= k || (next < SHARED && next < steps); next++) {
        this.#borrow(state, m, next, known(next))
        borrowed += known(next)
      }
      // Where a step knows nothing, the nearest step before it that knows something counts half.
      const own = known(k)
      if (state.counts[m * steps + k] >= 0.5) before = state.counts[m * steps + k]
      const evidence = Math.max(own, (0.5 * before) / (1 + OVERLAP * k))
      const share = this.#shares.each[k * MIXTURES + m]
      this.#evidence(k, evidence, own, borrowed, awake, prior, m)
      const forecast = this.#weigh(k, awake, share, paths, out.weights)
      out.mixtures[k * MIXTURES + m] = forecast
      out.mean[k] += share * forecast
    }
  }

  /** Logs of the experts' errors at a step, and their sum with those of the steps before. */
  #borrow({ errors }: WeightState, m: number, k: number, known: number): void {
    if (!(known > 0)) return
    const size = this.#size
    const at = (m * this.#steps + k) * size
    for (let i = 0; i < size; i++) {
      const log = Math.log(errors[at + i] * errors[at + i] + ROUNDING)
      this.#logErrors[k * size + i] = log
      this.#borrowed[i] += known * log
    }
  }

  /** Logarithms of the experts' weights at step k. */
  #evidence(
    k: number,
    evidence: number,
    own: number,
    borrowed: number,
    awake: Uint8Array,
    prior: Float64Array,
    m: number,
  ): void {
    const size = this.#size
    const ownPart = (-0.5 * RATE * evidence * own) / (own + BORROWED)
    const otherPart = borrowed > 0 ? (-0.5 * RATE * evidence * BORROWED) / (own + BORROWED) / borrowed : 0
    for (let i = 0; i < size; i++) {
      if (awake[i] === 0) continue
      const at = k * size + i
      // What an expert has shown at a step is not there before its first error.
      const shown = own > 0 ? ownPart * this.#logErrors[at] : 0
      // The sooner a memory forgets, the fewer errors it has to set against what others found: each trusts that half as much.
      this.#logs[i] = shown + otherPart * this.#borrowed[i] + prior[at] / (1 << m) + this.#families[i]
    }
  }

  /** The forecast of step k by the weights whose logarithms are known; they are added to `out`, `share` times. */
  #weigh(k: number, awake: Uint8Array, share: number, paths: Float64Array, out: Float64Array): number {
    const size = this.#size
    const logs = this.#logs
    let best = -Infinity
    for (let i = 0; i < size; i++) if (awake[i] === 1 && logs[i] > best) best = logs[i]
    let sum = 0
    let forecast = 0
    for (let i = 0; i < size; i++) {
      const behind = awake[i] === 0 ? -Infinity : logs[i] - best
      const weight = behind > -BEHIND ? Math.exp(behind) : 0
      logs[i] = weight
      sum += weight
      if (weight > 0) forecast += weight * paths[k * size + i]
    }
    for (let i = 0; i < size; i++) out[k * size + i] += (share * logs[i]) / sum
    return forecast / sum
  }
}

/** The square of an error; a large one counts logarithmically. */
function bounded(error: number): number {
  const square = error * error
  return square > MOST ? MOST * (1 + Math.log(square / MOST)) : square
}

function root(before: number, square: number, rate: number): number {
  const mean = before * before
  return Math.sqrt(mean + (square - mean) * rate)
}
