import { type Options, options } from '../../base/options.ts'
import { real, shape } from '../../base/shape.ts'
import { finiteNumber, keptRounds, numberFrom0, positiveNumber } from '../../base/values.ts'
import type { Rule } from '../../nouns/panel.ts'
import { certainOf } from '../../panels/certain.ts'
import { describeRule } from '../../panels/describeRule.ts'
import { countUpTo, type OrderStore, orderStoreOf } from './orderStore.ts'
import { rangeOf, remember, within } from './scoreRange.ts'

export interface CopOptions {
  /** Learning rate, as a fraction of the range of the last scores. @default 0.1 */
  readonly learningRate?: number
  /** How many scores that range and the hint look back on. @default 100 */
  readonly window?: number
  /** λ/η: how far the hint is trusted. @default 0.5 */
  readonly trust?: number
  /** The first threshold. @default 0 */
  readonly start?: number
}

export const COP: Options<CopOptions> = options('cop', {
  learningRate: { value: positiveNumber, default: 0.1 },
  window: { value: keptRounds, default: 100 },
  trust: { value: numberFrom0, default: 0.5 },
  start: { value: finiteNumber, default: 0 },
})

export interface CopState {
  /** What gradient descent alone would answer. */
  tracked: number
  /** The threshold for the coming round. */
  value: number
  readonly recent: OrderStore
}

/**
 * Conformal optimistic prediction, Hu and others (2026): gradient descent, and a step towards the coverage that the
 * last scores predict.
 *
 *     p ← p − η·range·ℓ′(θ),   θ = p − trust·η·range·(F(p) − (1 − α)),   F the share of the last scores up to p
 */
export function cop(given: CopOptions = {}): Rule<CopState> {
  const { learningRate, window, trust, start } = COP.read(given)
  const settings = [{ learningRate, window, trust, start }]
  return {
    description: describeRule('cop', settings),
    bind: ({ loss }) => {
      const coverage = -loss.slope(0, 1, 0)
      return {
        capacity: 1,
        settings: () => settings,
        init: shape<CopState>({ tracked: real(start), value: real(start), recent: orderStoreOf(window) }),
        predict: ({ value }, _x, out) => certainOf(value, out),
        update(state, _x, y) {
          const { recent } = state
          const step = learningRate * rangeOf(recent)
          state.tracked = within(state.tracked - step * loss.slope(state.value, y, 0))
          // The score of this round is not among those that give the hint, as in the authors' code.
          const known = recent.size === window
          const hint = known ? countUpTo(recent, state.tracked) / window - coverage : 0
          state.value = within(state.tracked - trust * step * hint)
          remember(recent, y)
        },
      }
    },
  }
}
