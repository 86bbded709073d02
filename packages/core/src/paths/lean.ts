import { keptPerRound } from '../math/powers.ts'
import type { Cells } from './cells.ts'
import { SHARED } from './noise.ts'

export interface LeanState {
  /** A fading mean of the outcomes, and how many are in it. */
  usual: number
  outcomes: number
  /** For each origin: that mean, as it was then. */
  readonly usuals: Float64Array
  /** For each step: mean squared errors of the forecast and of the usual outcome, and how many are in them. */
  readonly own: Float64Array
  readonly plain: Float64Array
  readonly counts: Float64Array
  /** For each step: the part of outcomes above the forecast, and of those below it. */
  readonly above: Float64Array
  readonly below: Float64Array
}

const FADE = keptPerRound(200)
/** Part of the log likelihood of errors that is believed: errors of neighbouring rows are alike. */
const RATE = 0.7
/** Odds against the usual outcome before there is evidence. */
const AGAINST = 10
/** Outcomes are skewed where at most this part of them lies on the side of their mean; less so up to the second. */
const RARE = 5 / 16
const NOT_RARE = 3 / 8

/**
 * How far the mean of a step goes to the mean of the outcomes, where these are skewed.
 *
 * Weights by absolute errors, typical errors and logarithms all lead towards the median. Where four of five days sell
 * nothing it is near 0, and who orders by it has a fifth of what is asked for. So both forecasts are weighed by their
 * squared errors, at this step and at those before it, as experts are; and only where few outcomes lie beyond the forecast
 * on the side of their mean: elsewhere experts know what the mean does not.
 */
export class Lean {
  readonly #steps: number
  readonly #cells: Cells

  constructor(steps: number, cells: Cells) {
    this.#steps = steps
    this.#cells = cells
  }

  init(): LeanState {
    const each = (): Float64Array => new Float64Array(this.#steps)
    return {
      usual: 0,
      outcomes: 0,
      usuals: new Float64Array(this.#cells.period),
      own: each(),
      plain: each(),
      counts: each(),
      above: each(),
      below: each(),
    }
  }

  /** Writes the means of all steps. @param forecasts without regard to skew */
  write(state: LeanState, forecasts: Float64Array, out: Float64Array): void {
    const { usual, own, plain, counts } = state
    let logs = 0
    let seen = 0
    let next = 0
    for (let k = 0; k < this.#steps; k++) {
      // The first steps are taken together in every path, so that its length changes no step.
      for (; next <= k || (next < SHARED && next < this.#steps); next++) {
        if (!(own[next] > 0 && plain[next] > 0)) continue
        logs += counts[next] * Math.log(own[next] / plain[next])
        seen += counts[next]
      }
      const skew = seen > 0 ? skewOf(state, k, forecasts[k]) : 0
      const evidence = skew > 0 ? (0.5 * RATE * counts[k] * logs) / seen : 0
      const part = skew / (1 + AGAINST * Math.exp(-evidence))
      out[k] = part > 0 ? forecasts[k] + part * (usual - forecasts[k]) : forecasts[k]
    }
  }

  /** The draft is the path of this origin. */
  open({ usuals, usual }: LeanState, origin: number): void {
    usuals[origin % this.#cells.period] = usual
  }

  /** The outcome of step k of the path from `origin`. */
  learn(state: LeanState, origin: number, k: number, forecast: number, y: number): void {
    const { own, plain, counts, above, below } = state
    counts[k] = FADE * counts[k] + 1
    const rate = 1 / counts[k]
    const error = y - forecast
    const other = y - state.usuals[origin % this.#cells.period]
    own[k] += (error * error - own[k]) * rate
    plain[k] += (other * other - plain[k]) * rate
    above[k] += ((error > 0 ? 1 : 0) - above[k]) * rate
    below[k] += ((error < 0 ? 1 : 0) - below[k]) * rate
  }

  /** Takes an outcome into the usual one. */
  absorb(state: LeanState, y: number): void {
    state.outcomes = FADE * state.outcomes + 1
    state.usual += (y - state.usual) / state.outcomes
  }
}

/** From 0 where many outcomes lie beyond the forecast, on the side of their mean, to 1 where few do. */
function skewOf({ usual, above, below }: LeanState, k: number, forecast: number): number {
  const beyond = usual > forecast ? above[k] : below[k]
  return Math.max(0, Math.min(1, (NOT_RARE - beyond) / (NOT_RARE - RARE)))
}
