import { keptPerRound } from '../math/powers.ts'
import type { Cells } from './cells.ts'
import { Ends, type EndsState, LEVELS } from './ends.ts'
import { overlapOf } from './overlap.ts'

export interface TotalState {
  readonly ends: EndsState
  /** For each origin: the row after it, its mean, scale, quantiles, the outcomes so far and their sum. */
  readonly open: Float64Array
  /** Mean absolute error of totals over their scale, and how many are in it. */
  ratio: number
  count: number
}

/** Places of an origin: row, mean, scale, rows answered, their sum; then quantiles. */
const MEAN = 1
const SCALE = 2
const ANSWERED = 3
const SUM = 4
const QUANTILES = 5
const WIDTH = QUANTILES + LEVELS
const FADE = keptPerRound(80)
/** Totals that the correlations of the steps are worth. */
const PRIOR = 4

/** The sum of all steps of a path, calibrated as a sum. */
export class Total {
  readonly #steps: number
  readonly #cells: Cells
  readonly #ends: Ends

  constructor(steps: number, coverage: number, cells: Cells) {
    this.#steps = steps
    this.#cells = cells
    this.#ends = new Ends(1, coverage, Float64Array.of(overlapOf(steps - 1)))
  }

  init(): TotalState {
    return {
      ends: this.#ends.init(),
      open: new Float64Array(this.#cells.period * WIDTH),
      ratio: 0,
      count: 0,
    }
  }

  /** Writes the quantiles of the sum; returns its scale, that of independent totals times what they have shown. */
  write(
    state: TotalState,
    mean: number,
    scales: Float64Array,
    correlations: Float64Array,
    out: Float64Array,
  ): number {
    const steps = this.#steps
    const width = scales.length
    let square = 0
    for (let k = 0; k < steps; k++) {
      for (let j = 0; j < steps; j++) square += scales[k] * scales[j] * correlations[k * width + j]
    }
    const scale = Math.sqrt(Math.max(0, square))
    const seen = (PRIOR + state.count * state.ratio) / (PRIOR + state.count)
    this.#ends.write(state.ends, 0, mean, seen * scale, state.count, out)
    return scale
  }

  open({ open }: TotalState, origin: number, mean: number, scale: number, quantiles: Float64Array): void {
    const at = this.#at(origin)
    open[at] = origin + 1
    open[at + MEAN] = mean
    open[at + SCALE] = scale
    open[at + ANSWERED] = 0
    open[at + SUM] = 0
    open.set(quantiles, at + QUANTILES)
  }

  /** The outcome of step k, from 0, of the path from `origin`. A total with a gap is not learnt. */
  learn(state: TotalState, origin: number, k: number, y: number): void {
    const { open } = state
    const at = this.#at(origin)
    if (k >= this.#steps || open[at] !== origin + 1 || open[at + ANSWERED] !== k) return
    open[at + ANSWERED]++
    open[at + SUM] += y
    if (k + 1 < this.#steps || !(open[at + SCALE] > 0)) return
    this.#ends.learn(state.ends, 0, open, at + QUANTILES, open[at + SUM])
    const error = Math.abs(open[at + SUM] - open[at + MEAN]) / open[at + SCALE]
    state.count = FADE * state.count + 1
    state.ratio += (Math.min(error, 10) - state.ratio) / state.count
  }

  #at(origin: number): number {
    return (origin % this.#cells.period) * WIDTH
  }
}
