import { counter, shape, shapeOf } from '../base/shape.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Rule } from '../nouns/panel.ts'
import { expectRule } from './expectRule.ts'

export interface RenewedState<Inner = unknown> {
  inner: Inner
  /** How often it began again. */
  renewals: number
}

/**
 * The rule, beginning again when one of its beliefs is no finite number: in that round its experts sleep.
 *
 * An expert that diverged would otherwise sleep for ever.
 */
export function renewed<Inner>(rule: Rule<Inner>): Rule<RenewedState<Inner>> {
  expectRule('renewed', rule)
  return {
    description: { kind: 'renewed', of: rule.description ?? null },
    bind(context) {
      const inner = rule.bind(context)
      return {
        ...(inner.acceptsMissing ? { acceptsMissing: true } : {}),
        ...(inner.turnsOver ? { turnsOver: true } : {}),
        capacity: inner.capacity,
        settings: (state) => inner.settings(state.inner),
        init: shape<RenewedState<Inner>>({ inner: shapeOf(inner), renewals: counter }),
        predict(state, x, out) {
          inner.predict(state.inner, x, out)
          if (areFinite(out)) return
          out.mean.fill(0)
          out.variance.fill(0)
          out.noise.fill(0)
          out.awake.fill(0)
        },
        update(state, x, y, beliefs, turnover) {
          const lost = beliefs.awake.every((awake) => awake === 0)
          if (lost) {
            state.inner = inner.init()
            state.renewals++
            inner.predict(state.inner, x, beliefs)
          }
          inner.update(state.inner, x, y, beliefs, turnover)
        },
      }
    },
  }
}

function areFinite({ mean, variance, noise }: Beliefs): boolean {
  for (let k = 0; k < mean.length; k++) {
    if (!Number.isFinite(mean[k] + variance[k] + noise[k])) return false
  }
  return true
}
