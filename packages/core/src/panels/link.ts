import { type Options, options } from '../base/options.ts'
import { counter, shape, shapeOf } from '../base/shape.ts'
import { number } from '../base/values.ts'
import { logDensity } from '../losses/logDensity.ts'
import { logit } from '../math/sigmoid.ts'
import type { Rule } from '../nouns/panel.ts'
import { createBeliefs } from './beliefs.ts'
import { expectRule } from './expectRule.ts'

export interface LinkOptions {
  /** Least probability of either class, however much was seen. @default 0.005 */
  readonly least?: number
}

export const LINK: Options<LinkOptions> = options('link', {
  least: {
    value: number('in (0, 0.5)', { above: 0, below: 0.5 }),
    default: 0.005,
  },
})

export interface LinkState<Inner = unknown> {
  readonly inner: Inner
  round: number
}

/**
 * A rule of regression as one of classes: it learns the labels −1 and +1 as numbers, and its mean becomes a margin.
 *
 *     p = (1 + m)/2 within [1/(n + 2), 1 − 1/(n + 2)] after n rounds,   z = log p/(1 − p)
 *
 * Neighbours or a forest that agree on +1 mean p near 1; read as a margin, their mean of 1 would be p = 0.73.
 */
export function link<Inner>(rule: Rule<Inner>, given: LinkOptions = {}): Rule<LinkState<Inner>> {
  expectRule('link', rule)
  const { least } = LINK.read(given)
  return {
    description: { kind: 'link', of: rule.description ?? null, least },
    bind(context) {
      const inner = rule.bind({ ...context, loss: logDensity })
      const believed = createBeliefs(inner.capacity)
      return {
        capacity: inner.capacity,
        settings: (state) => inner.settings(state.inner),
        init: shape<LinkState<Inner>>({ inner: shapeOf(inner), round: counter }),
        predict(state, x, out) {
          inner.predict(state.inner, x, believed)
          const edge = Math.max(least, 1 / (state.round + 2))
          for (let k = 0; k < inner.capacity; k++) {
            const p = Math.max(edge, Math.min(1 - edge, (1 + believed.mean[k]) / 2))
            out.mean[k] = logit(p)
            out.variance[k] = 0
            out.noise[k] = 0
            out.awake[k] = Number.isNaN(p) ? 0 : believed.awake[k]
          }
        },
        update(state, x, y) {
          inner.update(state.inner, x, y, believed)
          state.round++
        },
      }
    },
  }
}
