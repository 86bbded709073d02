import type { Axis } from '../../base/grid.ts'
import { type Options, options } from '../../base/options.ts'
import { counter, floats, from, shape } from '../../base/shape.ts'
import { finiteNumber, numberFrom0, positiveNumber } from '../../base/values.ts'
import type { Rule, Settings } from '../../nouns/panel.ts'
import { certain } from '../../panels/certain.ts'
import { describeRule } from '../../panels/describeRule.ts'

export interface DecayingOptions {
  /** η, in units of the score: the first step is this long. */
  readonly learningRate: Axis<number>
  /** Steps fall as t to minus this: ½ + ε in the paper, ε = 0.1. @default 0.6 */
  readonly decay?: number
  /** The first threshold. @default 0 */
  readonly start?: Axis<number>
}

export const DECAYING: Options<DecayingOptions> = options('decaying', {
  learningRate: { axis: positiveNumber },
  decay: { value: numberFrom0, default: 0.6 },
  start: { axis: finiteNumber, default: 0 },
})

export interface DecayingState {
  round: number
  readonly threshold: Float64Array
}

/**
 * Gradient descent with decaying steps, Angelopoulos, Barber and Bates (2024).
 *
 *     θ ← θ − η·t^(−decay)·ℓ′(θ)
 */
export function decaying(given: DecayingOptions): Rule<DecayingState> {
  const points = DECAYING.points(given)
  const { decay } = DECAYING.read(given)
  const capacity = points.length
  const settings: readonly Settings[] = points
  const fields = shape<DecayingState>({ round: counter, threshold: floats(capacity) })
  return {
    description: describeRule('decaying', settings, { decay }),
    bind: ({ loss }) => ({
      capacity,
      settings: () => settings,
      init: from(fields, () => ({ round: 0, threshold: Float64Array.from(points, ({ start }) => start) })),
      predict: ({ threshold }, _x, out) => certain(threshold, out),
      update(state, _x, y) {
        const { threshold } = state
        const part = Math.exp(-decay * Math.log(++state.round))
        for (let k = 0; k < capacity; k++) {
          threshold[k] -= points[k].learningRate * part * loss.slope(threshold[k], y, 0)
        }
      },
    }),
  }
}
