import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { counter, floats, shape } from '../base/shape.ts'
import { number } from '../base/values.ts'
import type { Rule } from '../nouns/panel.ts'
import { certain } from './certain.ts'
import { describeRule } from './describeRule.ts'

export interface RecentOptions {
  /** Share of the mean before that a round keeps, in [0, 1): 0 is the last outcome itself. @default [0, 0.8, 0.97] */
  readonly keep?: Axis<number>
}

export const RECENT: Options<RecentOptions> = options('recent', {
  keep: {
    axis: number('in [0, 1)', { atLeast: 0, below: 1 }),
    default: [0, 0.8, 0.97],
  },
})

export interface RecentState {
  round: number
  readonly means: Float64Array
}

/**
 * Experts that look at no features: running means of the outcomes so far.
 *
 *     m ← keep·m + (1 − keep)·y,   m = y after the first round
 *
 * They have no variance of their own; `learntNoise` gives them one.
 */
export function recent(given: RecentOptions = {}): Rule<RecentState> {
  const points = RECENT.points(given)
  const settings = points.map(({ keep }) => ({ keep }))
  return {
    description: describeRule('recent', settings),
    bind: () => ({
      capacity: points.length,
      settings: () => settings,
      init: shape<RecentState>({ round: counter, means: floats(points.length) }),
      predict: ({ means }, _x, out) => certain(means, out),
      update(state, _x, y) {
        const { means } = state
        for (let k = 0; k < points.length; k++) {
          const keep = state.round === 0 ? 0 : points[k].keep
          means[k] = keep * means[k] + (1 - keep) * y
        }
        state.round++
      },
    }),
  }
}
