import { finite, positive, refuseUnknown } from '../check.ts'
import { describeRule } from '../describeRule.ts'
import { type Axis, grid } from '../grid.ts'
import type { Rule, Settings } from '../panel.ts'

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

export const SF_OGD_OPTIONS: readonly (keyof SfOgdOptions)[] = [
  'learningRate',
  'start',
  'floor',
  'atThreshold',
]

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
export function sfOgd(options: SfOgdOptions): Rule<SfOgdState> {
  refuseUnknown('sfOgd', options, SF_OGD_OPTIONS)
  const { learningRate, start = 0, floor = 0, atThreshold = 'hit' } = options
  const points = grid({ learningRate, start })
  for (const point of points) {
    positive('learningRate', point.learningRate)
    finite('start', point.start)
  }
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
      predict({ threshold }, _x, out) {
        out.mean.set(threshold)
        out.variance.fill(0)
        out.noise.fill(0)
        out.awake.fill(1)
      },
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
