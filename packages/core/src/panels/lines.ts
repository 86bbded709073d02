import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { floats, shape } from '../base/shape.ts'
import { choice, number } from '../base/values.ts'
import type { Rule } from '../nouns/panel.ts'
import { describeRule } from './describeRule.ts'

export interface LinesOptions {
  /** Forgetting λ in (0, 1]: how much of the past the next round keeps. @default 1 */
  readonly forgetting?: Axis<number>
  /** Whether the slope is fitted, or 1: y moves as the feature does. @default 'fitted' */
  readonly slope?: Axis<'fitted' | 'one'>
}

export const LINES: Options<LinesOptions> = options('lines', {
  forgetting: {
    axis: number('in (0, 1]', { above: 0, atMost: 1 }),
    default: 1,
  },
  slope: {
    axis: choice('fitted', 'one'),
    default: 'fitted',
  },
})

/** For each expert the weight of its past, the means of x and y, Σ(x − x̄)² and Σ(x − x̄)(y − ȳ). Plain data. */
export interface LinesState {
  readonly weight: Float64Array
  readonly x: Float64Array
  readonly y: Float64Array
  readonly xx: Float64Array
  readonly xy: Float64Array
}

/** Rounds of a feature of spread 1 that say it has no slope. */
const RIDGE = 1

/**
 * One line for each feature alone, by least squares: y = ȳ + b(x − x̄).
 *
 * Where one feature says nearly all, as the outcome of a day before may, the others only add noise to a line through
 * all of them. Bring features to a common scale first. They have no variance of their own; `learntNoise` gives them one.
 */
export function lines(given: LinesOptions = {}): Rule<LinesState> {
  const points = LINES.points(given)
  return {
    description: describeRule(
      'lines',
      points.map(({ forgetting, slope }) => ({ forgetting, slope })),
    ),
    bind({ dimension }) {
      const capacity = points.length * dimension
      const settings = points.flatMap(({ forgetting, slope }) =>
        Array.from({ length: dimension }, (_, feature) => ({ forgetting, slope, feature })),
      )
      const column = floats(capacity)
      return {
        capacity,
        settings: () => settings,
        init: shape<LinesState>({ weight: column, x: column, y: column, xx: column, xy: column }),
        predict(state, x, out) {
          for (let k = 0; k < capacity; k++) {
            const slope = settings[k].slope === 'one' ? 1 : state.xy[k] / (state.xx[k] + RIDGE)
            out.mean[k] = state.y[k] + slope * (x[k % dimension] - state.x[k])
          }
          out.variance.fill(0)
          out.noise.fill(0)
          out.awake.fill(1)
        },
        update(state, x, y) {
          for (let k = 0; k < capacity; k++) {
            const { forgetting } = settings[k]
            const value = x[k % dimension]
            state.weight[k] = forgetting * state.weight[k] + 1
            const gap = value - state.x[k]
            const above = y - state.y[k]
            state.x[k] += gap / state.weight[k]
            state.y[k] += above / state.weight[k]
            state.xx[k] = forgetting * state.xx[k] + gap * (value - state.x[k])
            state.xy[k] = forgetting * state.xy[k] + gap * (y - state.y[k])
          }
        },
      }
    },
  }
}
