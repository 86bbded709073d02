import type { Axis } from '../../base/grid.ts'
import { type Options, options } from '../../base/options.ts'
import { floats, from, shape } from '../../base/shape.ts'
import {
  choice,
  count,
  finiteNumber,
  keptRounds,
  openFraction,
  orNull,
  positiveNumber,
} from '../../base/values.ts'
import type { Rule, Settings } from '../../nouns/panel.ts'
import { describeRule } from '../../panels/describeRule.ts'
import { insert, type OrderStore, orderStoreOf, quantileOf, select } from './orderStore.ts'

export interface RadiusAciOptions {
  /** η, in levels or in units of the score. */
  readonly learningRate: Axis<number>
  /** Coverage 1 − α of |y| that each expert aims at, whatever the loss that weighs them. */
  readonly coverage: number
  /** The first level, or threshold. @default coverage on levels, 0 on thresholds */
  readonly start?: Axis<number>
  /** What an expert moves: a level of the past scores, or the radius itself. @default 'level' */
  readonly space?: 'level' | 'threshold'
  /** How many of the last scores a level looks up its radius in; null for all. @default null */
  readonly memory?: number | null
  /**
   * How a level becomes a radius: the inverted CDF; or, as in the code of conformal PID, the next higher order
   * statistic, infinite at levels above n/(n+1), and after `warmUp` scores only. @default 'inverted'
   */
  readonly quantile?: 'inverted' | 'clipped'
  /** Scores before a clipped level starts to move. @default 100 */
  readonly warmUp?: number
}

export const RADIUS_ACI: Options<RadiusAciOptions, 'start'> = options('radiusAci', {
  learningRate: { axis: positiveNumber },
  coverage: {
    value: openFraction,
  },
  start: {
    axis: finiteNumber,
    absent: 'coverage on levels, 0 on thresholds',
  },
  space: {
    value: choice('level', 'threshold'),
    default: 'level',
  },
  memory: {
    value: orNull(keptRounds),
    default: null,
  },
  quantile: {
    value: choice('inverted', 'clipped'),
    default: 'inverted',
  },
  warmUp: { value: count, default: 100 },
})

export interface RadiusAciState {
  /** Level or threshold of each expert. */
  readonly level: Float64Array
  /** Past |y|; of no use, and empty, on thresholds. */
  readonly past: OrderStore
}

/**
 * Adaptive conformal inference that answers with a radius: told a signed residual y, it calibrates |y|.
 *
 *     p ← p − η(α − 1{|y| > Q(p)}),   z = Q(p), the quantile of the past |y| at level p
 *
 * Its radius may be infinite if the quantile is clipped. Aggregates of it are AgACI, one for each end.
 */
export function radiusAci(given: RadiusAciOptions): Rule<RadiusAciState> {
  const { coverage, space, memory, quantile, warmUp } = RADIUS_ACI.read(given)
  const { start = space === 'level' ? coverage : 0 } = given
  const points = RADIUS_ACI.points({ ...given, start }).map((point) => ({ start: 0, ...point }))
  const capacity = points.length
  const settings: readonly Settings[] = points
  const radius =
    space === 'threshold'
      ? (_past: OrderStore, level: number) => Math.max(0, level)
      : quantile === 'inverted'
        ? quantileOf
        : clippedQuantile(coverage, warmUp)
  const idle = quantile === 'clipped' ? warmUp : -1
  return {
    description: describeRule('radius-aci', settings, { coverage, space, memory, quantile, warmUp }),
    bind: () => ({
      capacity,
      settings: () => settings,
      init: shape<RadiusAciState>({
        level: from(floats(capacity), () => Float64Array.from(points, (point) => point.start)),
        past: orderStoreOf(memory),
      }),
      predict({ level, past }, _x, out) {
        for (let k = 0; k < capacity; k++) out.mean[k] = radius(past, level[k])
        out.variance.fill(0)
        out.noise.fill(0)
        out.awake.fill(1)
      },
      update({ level, past }, _x, y, beliefs) {
        const score = Math.abs(y)
        for (let k = 0; k < capacity && past.size > idle; k++) {
          const miss = score > beliefs.mean[k] ? 1 : 0
          level[k] += points[k].learningRate * (miss - (1 - coverage))
        }
        if (space === 'level') insert(past, score)
      },
    }),
  }
}

/** The least whole number not below x, or below it by rounding only. */
function ceiling(x: number): number {
  return Math.ceil(x - 1e-9)
}

function clippedQuantile(coverage: number, warmUp: number): (past: OrderStore, level: number) => number {
  return (past, level) => {
    const n = past.size
    if (n <= warmUp) return n > ceiling(1 / (1 - coverage)) ? interpolated(past, coverage) : Infinity
    if (1 - level <= 1 / (n + 1)) return Infinity
    return select(past, 1 + ceiling((n - 1) * Math.min(1, Math.max(0, level))))
  }
}

/** The quantile that interpolates between order statistics. */
function interpolated(past: OrderStore, level: number): number {
  const at = (past.size - 1) * level
  const low = Math.floor(at)
  const value = select(past, low + 1)
  return at === low ? value : value + (at - low) * (select(past, low + 2) - value)
}
