import { positive } from '../base/check.ts'
import { type Options, options } from '../base/options.ts'
import {
  choice,
  count,
  either,
  keptRounds,
  noun,
  ofRound,
  positiveNumber,
  type Value,
} from '../base/values.ts'
import { square } from '../math/powers.ts'
import type { Round } from '../nouns/metaLearner.ts'
import { createWindowNorm, pushWindowNorm, pushWindowSquare, type WindowNorm } from './windowNorm.ts'

/** How the rate γ_t of exponential weights is chosen: a rule with plain state. */
export interface RateSchedule<State = unknown> {
  /** For people: `rolling 100`. */
  readonly label: string
  init(size: number): State
  /** γ of the coming round. */
  rate(state: State): number
  update(state: State, round: Round): void
}

/** A constant rate γ, a schedule, or any function of the round t = 1, 2, … */
export type Rate = number | RateSchedule | ((round: number) => number)

export const rateValue: Value<Rate> = either<Rate>(
  'a positive number, a schedule or a function of the round',
  positiveNumber,
  noun<RateSchedule>('rate', 'init', 'rate', 'update'),
  ofRound,
)

export function constantRate(value: number): RateSchedule<null> {
  positive('rate', value)
  return { label: String(value), init: () => null, rate: () => value, update: () => {} }
}

export interface HorizonRateOptions {
  /** Length I of the interval over which regret is to be small. */
  readonly interval: number
  /** B, an upper bound of the losses. @default 1 */
  readonly bound?: number
}

export const HORIZON_RATE: Options<HorizonRateOptions> = options('horizonRate', {
  interval: { value: count },
  bound: { value: positiveNumber, default: 1 },
})

/** The rate for losses in [0, B] over I rounds: γ = √(log(KI) / (I·B²)). */
export function horizonRate(given: HorizonRateOptions): RateSchedule<{ readonly size: number }> {
  const { interval, bound } = HORIZON_RATE.read(given)
  return {
    label: `horizon ${interval}, losses up to ${bound}`,
    init: (size) => ({ size }),
    // One expert over one round: any rate will do.
    rate: ({ size }) => Math.sqrt((Math.log(size * interval) || 1) / interval) / bound,
    update: () => {},
  }
}

export interface RollingRateOptions {
  /** I, the number of past rounds that the rate looks back on. @default 100 */
  readonly window?: number
  /** The rate of the first `window` rounds. @default 1 */
  readonly start?: number
  /** N: log(I·K), or DtACI's log(2KI) + 1. @default 'log(IK)' */
  readonly numerator?: 'log(IK)' | 'dtaci'
  /** M_s: the mean of the squared losses Σω·loss², or the square of their mean. @default 'second' */
  readonly moment?: 'second' | 'squared-mean'
}

export const ROLLING_RATE: Options<RollingRateOptions> = options('rollingRate', {
  window: {
    value: keptRounds,
    default: 100,
  },
  start: { value: positiveNumber, default: 1 },
  numerator: {
    value: choice('log(IK)', 'dtaci'),
    default: 'log(IK)',
  },
  moment: {
    value: choice('second', 'squared-mean'),
    default: 'second',
  },
})

export interface RollingRateState {
  readonly numerator: number
  /** √M_s of the last rounds. */
  readonly moments: WindowNorm
  rate: number
}

/**
 * A rate from the losses of the last I rounds.
 *
 *     γ_t = √( N / Σ_{s=t−I}^{t−1} M_s )   for t > I
 *
 * A window of zero losses keeps the last rate.
 */
export function rollingRate(given: RollingRateOptions = {}): RateSchedule<RollingRateState> {
  const { window, start, numerator, moment } = ROLLING_RATE.read(given)
  return {
    label: `rolling ${window} from ${start}, ${numerator}, ${moment}`,
    init: (size) => ({
      numerator: numerator === 'dtaci' ? Math.log(2 * size * window) + 1 : Math.log(size * window),
      moments: createWindowNorm(window),
      rate: start,
    }),
    rate: (state) => state.rate,
    update(state, round) {
      const norm = moment === 'second' ? pushSecond(state.moments, round) : pushMean(state.moments, round)
      if (state.moments.count < window) return
      const rate = Math.sqrt(state.numerator) / norm
      if (Number.isFinite(rate) && rate > 0) state.rate = rate
    },
  }
}

export function toRateSchedule(rate: Rate): RateSchedule {
  if (typeof rate === 'number') return constantRate(rate)
  return typeof rate === 'function' ? functionRate(rate) : rate
}

function functionRate(rate: (round: number) => number): RateSchedule {
  const schedule: RateSchedule<{ round: number }> = {
    label: rate.name || 'a function of t',
    init: () => ({ round: 0 }),
    rate: (state) => rate(state.round + 1),
    update(state) {
      state.round++
    },
  }
  return schedule as RateSchedule
}

/** Enters (Σω·loss)²; returns the norm of the window. */
function pushMean(moments: WindowNorm, { weights, losses }: Round): number {
  let sum = 0
  for (let k = 0; k < losses.length; k++) sum += weights[k] * losses[k]
  return pushWindowNorm(moments, Math.abs(sum))
}

/** Enters Σω·loss², where that overflows or underflows in a scale of its own; returns the norm of the window. */
function pushSecond(moments: WindowNorm, { weights, losses }: Round): number {
  let sum = 0
  for (let k = 0; k < losses.length; k++) sum += weights[k] * losses[k] * losses[k]
  const safe = sum > 1e-280 && sum < Infinity
  return safe
    ? pushWindowSquare(moments, sum)
    : pushWindowNorm(moments, scaledRootMeanSquare(weights, losses))
}

function scaledRootMeanSquare(weights: Float64Array, losses: Float64Array): number {
  // The scale of the terms, not of the losses: one of 1e300 without weight must not drown the others.
  const terms = losses.map((loss, k) => Math.sqrt(weights[k]) * Math.abs(loss))
  const largest = terms.reduce((most, term) => Math.max(most, term), 0)
  if (largest === 0) return 0
  return largest * Math.sqrt(terms.reduce((sum, term) => sum + square(term / largest), 0))
}
