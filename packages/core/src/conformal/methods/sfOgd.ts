import type { Axis } from '../../base/grid.ts'
import { type Options, options } from '../../base/options.ts'
import { choice, finiteNumber, positiveNumber } from '../../base/values.ts'
import type { Rule, Settings } from '../../nouns/panel.ts'
import { certain } from '../../panels/certain.ts'
import { describeRule } from '../../panels/describeRule.ts'

export interface SfOgdOptions {
  /** η, in units of the score: the first step is this long. */
  readonly learningRate: Axis<number>
  /** The first threshold. @default 0 */
  readonly start?: Axis<number>
  /** Below this the threshold is not let fall. @default 0 */
  readonly floor?: number
  /** Whether a score equal to the threshold is a hit, or moves nothing. @default 'hit' */
  readonly atThreshold?: 'hit' | 'still'
}

export const SF_OGD: Options<SfOgdOptions> = options('sfOgd', {
  learningRate: {
    axis: positiveNumber,
  },
  start: { axis: finiteNumber, default: 0 },
  floor: { value: finiteNumber, default: 0 },
  atThreshold: {
    value: choice('hit', 'still'),
    default: 'hit',
  },
})

export interface SfOgdState {
  readonly threshold: Float64Array
  /** Σg² of each expert. */
  readonly squares: Float64Array
}

/**
 * Scale-free online gradient descent, Orabona and Pál (2018), as in Bhatnagar and others (2023).
 *
 *     θ ← max(floor, θ − η·g/√Σg²),   g = ℓ′(θ)
 */
export function sfOgd(given: SfOgdOptions): Rule<SfOgdState> {
  const points = SF_OGD.points(given)
  const { floor, atThreshold } = SF_OGD.read(given)
  const capacity = points.length
  const settings: readonly Settings[] = points
  return {
    description: describeRule('sf-ogd', settings, { floor, atThreshold }),
    bind: ({ loss }) => ({
      capacity,
      settings: () => settings,
      init: () => ({
        threshold: Float64Array.from(points, (point) => point.start),
        squares: new Float64Array(capacity),
      }),
      predict: ({ threshold }, _x, out) => certain(threshold, out),
      update({ threshold, squares }, _x, y) {
        for (let k = 0; k < capacity; k++) {
          if (atThreshold === 'still' && y === threshold[k]) continue
          const slope = loss.slope(threshold[k], y, 0)
          squares[k] += slope * slope
          const step = (points[k].learningRate * slope) / Math.sqrt(squares[k])
          threshold[k] = Math.max(floor, threshold[k] - step)
        }
      },
    }),
  }
}
