import type { Axis } from '../../base/grid.ts'
import { type Options, options } from '../../base/options.ts'
import { choice, finiteNumber, interval, positiveNumber } from '../../base/values.ts'
import type { Settings } from '../../nouns/panel.ts'
import { describeRule } from '../../panels/describeRule.ts'
import type { ThresholdState } from './bayesAci.ts'
import type { MovingRule } from './moves.ts'

export interface AciOptions {
  /** η: how far one miss moves the threshold. */
  readonly learningRate: Axis<number>
  /** The first threshold. @default 0 */
  readonly start?: Axis<number>
  /** Interval onto which the threshold is cut after each step. @default [−∞, ∞] */
  readonly range?: readonly [number, number]
  /**
   * What is a miss: the outcome lies above the threshold, or above the quantile of past scores at the level
   * that the threshold is. The second needs x = [fraction of past scores below]. @default 'above'
   */
  readonly miss?: 'above' | 'quantile'
}

export const ACI: Options<AciOptions> = options('aci', {
  learningRate: { axis: positiveNumber },
  start: { axis: finiteNumber, default: 0 },
  range: {
    value: interval,
    default: [-Infinity, Infinity],
  },
  miss: {
    value: choice('above', 'quantile'),
    default: 'above',
  },
})

/**
 * Adaptive conformal inference, Gibbs and Candès (2021): a point expert, moved by online gradient descent.
 *
 *     θ ← θ − η·ℓ′(θ),   with pinball loss  θ − η(α − 1{r > θ})
 */
export function aci(given: AciOptions): MovingRule<ThresholdState> {
  const points = ACI.points(given)
  const { range, miss } = ACI.read(given)
  const [lower, upper] = range
  const capacity = points.length
  const settings: readonly Settings[] = points
  const starts = Float64Array.from(points, (point) => point.start)
  const rates = Float64Array.from(points, (point) => point.learningRate)
  const free = lower === -Infinity && upper === Infinity && miss === 'above'
  const moves = { steps: rates, spreads: new Float64Array(capacity), starts }
  return {
    description: describeRule('aci', settings, { range: [lower, upper], miss }),
    bind: ({ loss }) => ({
      capacity,
      ...(free ? { moves } : {}),
      settings: () => settings,
      init: () => ({ threshold: starts.slice() }),
      predict({ threshold }, _x, out) {
        for (let k = 0; k < capacity; k++) {
          out.mean[k] = threshold[k]
          out.variance[k] = 0
          out.noise[k] = 0
          out.awake[k] = 1
        }
      },
      update({ threshold }, x, y) {
        for (let k = 0; k < capacity; k++) {
          const theta = threshold[k]
          const outcome = miss === 'above' ? y : aboveQuantile(x[0], theta) ? Infinity : -Infinity
          const next = theta - rates[k] * loss.slope(theta, outcome, 0)
          threshold[k] = Math.min(upper, Math.max(lower, next))
        }
      },
    }),
  }
}

/**
 * Whether a score with this fraction of the past below it exceeds the past's inverted-CDF quantile at `level`,
 * clipped to [0, 1]. The least of the past is its quantile at level 0, so a new minimum is never above.
 */
export function aboveQuantile(below: number, level: number): boolean {
  return below > 0 && below >= Math.min(1, level)
}
