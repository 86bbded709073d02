import { show } from '../../base/check.ts'
import { ArgumentError } from '../../base/errors.ts'
import { counter, floats, from, type ModelShape, real, shape, whole, withIssued } from '../../base/shape.ts'
import { exp } from '../../math/exp.ts'
import type { Description, Issue, Model } from '../../nouns/model.ts'
import { clip } from '../memories/clip.ts'
import { blend, FIRST, THRESHOLD, weigh } from '../memories/fast/end.ts'
import { Ladder } from '../memories/fast/ladder.ts'
import { above, aboveSizes, median, medianSize } from '../memories/fast/quantiles.ts'
import { pushNumber, ringsOf, type SortedRings } from '../memories/fast/sortedRings.ts'
import { isTie } from '../memories/fast/tie.ts'
import { type Governor, governor } from '../memories/governor.ts'
import { DEFAULT_MEMORIES, MEMORY_SIZES } from '../memories/memoryOptions.ts'
import { isotonic } from './isotonic.ts'
import { type QuantileForecast, quantileScore } from './quantileForecast.ts'

/** Plain data. */
export interface QuantileState {
  round: number
  readonly errors: SortedRings
  /** h of each level: the logit that is asked of the memories, before the levels are brought into order. */
  readonly hidden: Float64Array
  /** ω of the memories, by level. */
  readonly weights: Float64Array
  /** By level: outcomes above the quantile, and outcomes that equalled it. */
  readonly above: Float64Array
  readonly tied: Float64Array
  /** The most outcomes that came between a forecast and its own. */
  latest: number
  /** Σ quantile score of the finite forecasts, and how many there were. */
  score: number
  scored: number
}

/** What a forecast was issued with. Plain data. */
export interface QuantileIssued {
  readonly round: number
  readonly forecast: number
  /** Thresholds of the residual, by level. */
  readonly thresholds: Float64Array
  /** What they were blended from. */
  readonly record: Float64Array
}

/** A round after its outcome. */
export interface QuantileRound extends QuantileForecast {
  /** Counted from 1. */
  readonly round: number
  readonly y: number
  readonly score: number
}

/** What is proven of one level, beside what was seen. */
export interface QuantileCertificate {
  readonly level: number
  readonly rounds: number
  /** Share of the outcomes at or below the quantile. */
  readonly below: number
  /** Outcomes that equalled the quantile: they say nothing about the level. */
  readonly tied: number
  /** Outcomes above the quantile less (1 − level) of those that did not equal it: how far the level is from exact. */
  readonly excess: number
  /** No sequence of outcomes brings |excess| above this. */
  readonly most: number
}

const EXPERTS = 2 * MEMORY_SIZES.length
const RECORD = FIRST + EXPERTS

/**
 * Quantiles of the outcome around a point forecast at all levels at once, never crossing, each exact in the long run.
 *
 *     asked   p = 1/(1 + e^−Π(h)),   Π the nearest increasing sequence; ±∞ while |Π| > L
 *     given   the memories' quantile at p; levels that Π pooled have one together, and what still crosses is pooled too
 *     learnt  h ← h + κ(1{y > given} − (1 − level)); a tie moves nothing
 *
 * After MultiQT, Ding, Gibbs and Tibshirani (2025): the feedback is that of the quantiles that were given, not of the hidden ones, so
 * that |above − (1 − level)·T| ≤ (L + |h₁| + mκ̄)/κ, whatever the outcomes: see docs/mathematics.md.
 */
export class QuantileModel
  implements Model<number, QuantileForecast, QuantileRound, QuantileState, QuantileIssued>
{
  readonly levels: readonly number[]
  readonly description: Description
  readonly init: ModelShape<QuantileState, QuantileIssued>
  readonly #governors: readonly Governor[]
  readonly #starts: Float64Array
  /** L. */
  readonly #limit: number
  readonly #ladder = new Ladder(MEMORY_SIZES)
  readonly #asked: Float64Array
  readonly #experts = new Float64Array(EXPERTS)
  readonly #medians = new Float64Array(EXPERTS)

  /** @param levels increasing, in (0, 1) */
  constructor(levels: readonly number[]) {
    this.levels = levels
    this.description = { model: 'quantiles', levels: [...levels] }
    this.#governors = levels.map((level) => governor(Math.max(level, 1 - level)))
    this.#starts = Float64Array.from(levels, (level) => Math.log(level / (1 - level)))
    this.#limit = Math.max(...this.#governors.map(({ base }) => base)) + this.#governors[0].limit
    this.#asked = new Float64Array(levels.length)
    const count = levels.length
    const state = shape<QuantileState>({
      round: counter,
      errors: ringsOf(1, this.#ladder.shape),
      hidden: from(floats(count), () => this.#starts.slice()),
      weights: floats(count * EXPERTS, 1 / EXPERTS),
      above: floats(count),
      tied: floats(count),
      latest: counter,
      score: real(),
      scored: counter,
    })
    this.init = withIssued(state, ({ round }) =>
      shape<QuantileIssued>({
        round: whole(0, round),
        forecast: real(),
        thresholds: floats(count),
        record: floats(count * RECORD),
      }),
    )
  }

  predict(state: QuantileState, forecast: number): QuantileForecast {
    return this.issue(state, forecast).answer
  }

  issue(state: QuantileState, forecast: number): Issue<QuantileForecast, QuantileIssued> {
    if (!Number.isFinite(forecast)) {
      throw new ArgumentError(`forecast must be a finite number; received ${show(forecast)}`, 'not-finite')
    }
    const count = this.levels.length
    const record = new Float64Array(count * RECORD)
    const thresholds = this.#thresholds(state, record)
    const issued = { round: state.round, forecast, thresholds, record }
    return { answer: this.#answer(issued), issued }
  }

  settle(state: QuantileState, issued: QuantileIssued, y: number): QuantileRound {
    if (!Number.isFinite(y)) {
      throw new ArgumentError(
        `y must be a finite number; received ${show(y)} in round ${state.round + 1}`,
        'bad-outcome',
      )
    }
    const answer = this.#answer(issued)
    const error = clip(y - issued.forecast)
    this.levels.forEach((level, i) => {
      this.#settleLevel(state, issued, i, level, error, y > answer.quantiles[i])
    })
    this.#ladder.open(state.errors, 0)
    this.#ladder.follow(state.errors, 0, error)
    pushNumber(state.errors, this.#ladder.shape, 0, error)
    const score = quantileScore(answer, y)
    if (score < Infinity) {
      state.score += score
      state.scored++
    }
    state.latest = Math.max(state.latest, state.round - issued.round)
    state.round++
    return { ...answer, round: state.round, y, score }
  }

  /** What is proven of every level, beside what was seen. */
  certificates({ round, above, tied, latest }: QuantileState): readonly QuantileCertificate[] {
    const count = this.levels.length
    const fastest = Math.max(...this.#governors.map(({ gain }) => gain))
    return this.levels.map((level, i) => {
      const { gain, alpha } = this.#governors[i]
      const miss = level >= 0.5 ? alpha : 1 - alpha
      const start = Math.abs(this.#starts[i])
      return {
        level,
        rounds: round,
        below: 1 - above[i] / round,
        tied: tied[i],
        excess: above[i] - miss * (round - tied[i]),
        most: (this.#limit + start + count * (1 + latest) * fastest) / gain,
      }
    })
  }

  #answer({ forecast, thresholds }: QuantileIssued): QuantileForecast {
    return { levels: this.levels, quantiles: Array.from(thresholds, (threshold) => forecast + threshold) }
  }

  /** Thresholds of the residual at all levels, in order. */
  #thresholds(state: QuantileState, record: Float64Array): Float64Array {
    const { levels } = this
    const asked = this.#asked
    const held = state.errors.counts[0]
    const out = new Float64Array(levels.length)
    asked.set(state.hidden)
    isotonic(asked)
    this.#ladder.open(state.errors, 0)
    for (let i = 0; i < levels.length; i++) {
      const infinite =
        held < this.#governors[i].wait
          ? levels[i] - 0.5 || 1
          : Math.abs(asked[i]) > this.#limit
            ? asked[i]
            : 0
      out[i] = infinite === 0 ? this.#blend(state, i, asked[i], record) : infinite * Infinity
      if (infinite !== 0) record[i * RECORD + THRESHOLD] = Infinity
    }
    poolBlocks(asked, out)
    const from = out.findIndex((threshold) => threshold > -Infinity)
    const to = out.indexOf(Infinity)
    if (from >= 0) isotonic(out, from, to < 0 ? out.length : to)
    return out
  }

  /** The memories' quantile of one level at a logit. */
  #blend({ weights }: QuantileState, level: number, logit: number, record: Float64Array): number {
    const { sorted, starts, lengths } = this.#ladder
    const half = MEMORY_SIZES.length
    // From the nearer tail, which does not cancel.
    const miss = 1 / (1 + exp(Math.abs(logit)))
    const isUpper = logit >= 0
    for (let k = 0; k < half; k++) {
      const [s, at, n] = [sorted[k], starts[k], lengths[k]]
      const size = aboveSizes(s, at, n, 2 * miss)
      this.#experts[k] = isUpper ? size : -size
      this.#experts[half + k] = above(s, at, n, isUpper ? miss : 1 - miss)
      this.#medians[k] = medianSize(s, at, n)
      this.#medians[half + k] = median(s, at, n)
    }
    blend(this.#experts, this.#medians, weights, level * EXPERTS, record, level * RECORD)
    return record[level * RECORD + THRESHOLD]
  }

  #settleLevel(
    state: QuantileState,
    { thresholds, record }: QuantileIssued,
    i: number,
    level: number,
    error: number,
    isAbove: boolean,
  ): void {
    const { gain, alpha } = this.#governors[i]
    const miss = level >= 0.5 ? alpha : 1 - alpha
    const { rate, share } = DEFAULT_MEMORIES
    weigh(state.weights, i * EXPERTS, EXPERTS, record, i * RECORD, error, miss, rate, share)
    if (isAbove) state.above[i]++
    if (!isTie(error, thresholds[i]) || isAbove) state.hidden[i] += gain * ((isAbove ? 1 : 0) - miss)
    else state.tied[i]++
  }
}

/** Levels whose logits were pooled have one threshold together: the mean of theirs, or the infinite one of any. */
function poolBlocks(asked: Float64Array, out: Float64Array): void {
  for (let from = 0, to = 1; from < out.length; from = to++) {
    while (to < out.length && asked[to] === asked[from]) to++
    if (to === from + 1) continue
    const block = out.subarray(from, to)
    const infinite = block.find((threshold) => Math.abs(threshold) === Infinity)
    block.fill(infinite ?? block.reduce((sum, threshold) => sum + threshold / block.length, 0))
  }
}
