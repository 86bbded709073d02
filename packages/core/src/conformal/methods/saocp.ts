import { type Options, options } from '../../base/options.ts'
import { expectWhole } from '../../base/save/shape.ts'
import { also, floats, from, real, type StateShape, shape, whole } from '../../base/shape.ts'
import { choice, finiteNumber, members, positiveNumber } from '../../base/values.ts'
import type { Rule } from '../../nouns/panel.ts'
import { certainOf } from '../../panels/certain.ts'
import { describeRule } from '../../panels/describeRule.ts'

export interface SaocpOptions {
  /** D, the largest score to expect: a step is D/√3 long at first. */
  readonly largestScore: number
  /** Lifetime of an expert born in round t, in units of the largest power of 2 that divides t. @default 8 */
  readonly lifetime?: number
  /** The first threshold. @default 0 */
  readonly start?: number
  /** Whose bookkeeping: that of the authors' Python, or of the R package AdaptiveConformal. @default 'authors' */
  readonly bookkeeping?: 'authors' | 'AdaptiveConformal'
}

export const SAOCP: Options<SaocpOptions> = options('saocp', {
  largestScore: {
    value: positiveNumber,
  },
  lifetime: {
    value: members,
    default: 8,
  },
  start: { value: finiteNumber, default: 0 },
  bookkeeping: {
    value: choice('authors', 'AdaptiveConformal'),
    default: 'authors',
  },
})

/** The living experts in columns; `count` of the rows are in use. */
export interface SaocpState {
  round: number
  count: number
  /** The threshold for the coming round. */
  value: number
  readonly birth: Float64Array
  readonly threshold: Float64Array
  /** Σg². */
  readonly squares: Float64Array
  /** Betting weight, Σd and Σwd. */
  readonly weight: Float64Array
  readonly gains: Float64Array
  readonly wealth: Float64Array
}

/** A difference of losses below this is rounding noise: which way it falls must not steer the path. */
const SNAP = 1e-10
/** Rounds are below 2⁵³: births at more levels than this cannot happen. */
const LEVELS = 53

/**
 * Strongly adaptive online conformal prediction, Bhatnagar and others (2023), as one expert.
 *
 * Each round a scale-free gradient descent is born and lives for lifetime·2ᵘ rounds, 2ᵘ the power of 2 in its
 * birthday; coin betting on how much it improves on the whole weighs it. The published path hangs on the last bit of
 * a newborn's zero difference; here differences below 1e-10 are zero.
 */
export function saocp(given: SaocpOptions): Rule<SaocpState> {
  const { largestScore, lifetime, start, bookkeeping } = SAOCP.read(given)
  const settings = [{ largestScore, lifetime, start }]
  const authors = bookkeeping === 'authors'
  const room = LEVELS * (lifetime + 2)
  const step = largestScore / Math.sqrt(3)
  const fields = expertsOf(room, start)
  return {
    description: describeRule('saocp', settings, { bookkeeping }),
    bind: ({ loss }) => {
      const unit = largestScore * Math.max(-loss.slope(0, 1, 0), loss.slope(0, -1, 0))

      function bet(state: SaocpState, i: number, advantage: number): void {
        const { weight, gains, wealth } = state
        const least = weight[i] > 0 ? -1 : 0
        const snapped = Math.abs(advantage) < SNAP ? 0 : advantage
        const gain = authors ? clip(snapped / unit, least) : clip(snapped, least) / unit
        gains[i] += gain
        wealth[i] += weight[i] * gain
        weight[i] = (gains[i] / (state.round - state.birth[i] + 1)) * (1 + wealth[i])
      }

      return {
        capacity: 1,
        settings: () => settings,
        init: from(fields, () => {
          const state = fields()
          if (!authors) beBorn(state, start)
          return state
        }),
        predict: ({ value }, _x, out) => certainOf(value, out),
        update(state, _x, y) {
          if (authors) {
            bury(state, lifetime)
            beBorn(state, state.value)
          }
          const whole = together(state)
          const target = !authors && state.round === 1 ? 0 : y
          for (let i = 0; i < state.count; i++) {
            bet(state, i, loss.at(whole, target, 0) - loss.at(state.threshold[i], target, 0))
            if (!authors || y !== state.threshold[i])
              descend(state, i, loss.slope(state.threshold[i], y, 0), step)
          }
          state.round++
          const value = together(state)
          if (!authors) {
            bury(state, lifetime)
            beBorn(state, value)
          }
          state.value = authors ? value : together(state)
        },
      }
    },
  }
}

function expertsOf(room: number, start: number): StateShape<SaocpState> {
  const column = floats(room)
  return shape<SaocpState>({
    round: whole(1),
    count: whole(0, room),
    value: real(start),
    birth: also(column, (birth, path, state) => {
      const { round, count } = state as SaocpState
      for (let i = 0; i < count; i++) expectWhole(`${path}[${i}]`, birth[i], 1, round)
    }),
    threshold: column,
    squares: column,
    weight: column,
    gains: column,
    wealth: column,
  })
}

function descend({ threshold, squares }: SaocpState, i: number, slope: number, step: number): void {
  squares[i] += slope * slope
  threshold[i] = Math.max(0, threshold[i] - (step * slope) / Math.sqrt(squares[i]))
}

function clip(value: number, least: number): number {
  return Math.min(1, Math.max(least, value))
}

function beBorn(state: SaocpState, threshold: number): void {
  const i = state.count++
  state.birth[i] = state.round
  state.threshold[i] = threshold
  state.squares[i] = 0
  state.weight[i] = 0
  state.gains[i] = 0
  state.wealth[i] = 0
}

/** Drops those who have outlived their lifetime. */
function bury(state: SaocpState, lifetime: number): void {
  const { birth, threshold, squares, weight, gains, wealth } = state
  let kept = 0
  for (let i = 0; i < state.count; i++) {
    if (state.round - birth[i] > lifetime * powerOfTwoIn(birth[i])) continue
    for (const column of [birth, threshold, squares, weight, gains, wealth]) column[kept] = column[i]
    kept++
  }
  state.count = kept
}

function powerOfTwoIn(n: number): number {
  let power = 1
  while (n % (2 * power) === 0) power *= 2
  return power
}

/** The weighted mean of the living; by prior alone while no expert has won a bet. */
function together({ count, birth, threshold, weight }: SaocpState): number {
  let priors = 0
  let byPrior = 0
  let weights = 0
  let byWeight = 0
  for (let i = 0; i < count; i++) {
    const prior = 1 / (birth[i] * birth[i] * (1 + Math.floor(Math.log2(birth[i]))))
    priors += prior
    byPrior += prior * threshold[i]
    if (weight[i] <= 0) continue
    weights += prior * weight[i]
    byWeight += prior * weight[i] * threshold[i]
  }
  return weights > 0 ? byWeight / weights : byPrior / priors
}
