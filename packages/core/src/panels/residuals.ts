import { shape, shapeOf } from '../base/shape.ts'
import type { Rule } from '../nouns/panel.ts'
import { createBeliefs } from './beliefs.ts'
import { expectRule } from './expectRule.ts'

export interface ResidualsState {
  readonly base: unknown
  readonly inner: unknown
}

/**
 * A rule that learns what the first expert of another leaves over.
 *
 *     z = m + r,   r learnt from y − m, the error of the base's forecast m before y was seen
 *
 * A forest or neighbours on what a linear model leaves over need not learn the line again.
 */
export function residuals(base: Rule, rule: Rule): Rule<ResidualsState> {
  expectRule('residuals', base)
  expectRule('residuals', rule)
  return {
    description: { kind: 'residuals', of: rule.description ?? null, base: base.description ?? null },
    bind(context) {
      const first = base.bind(context)
      const inner = rule.bind(context)
      const ground = createBeliefs(first.capacity)
      const believed = createBeliefs(inner.capacity)
      return {
        capacity: inner.capacity,
        settings: (state) => inner.settings(state.inner).map((setting) => ({ ...setting, on: 'residuals' })),
        init: shape<ResidualsState>({ base: shapeOf(first), inner: shapeOf(inner) }),
        predict(state, x, out) {
          first.predict(state.base, x, ground)
          inner.predict(state.inner, x, believed)
          for (let k = 0; k < inner.capacity; k++) {
            out.mean[k] = ground.mean[0] + believed.mean[k]
            out.variance[k] = believed.variance[k]
            out.noise[k] = believed.noise[k]
            out.awake[k] = believed.awake[k]
          }
        },
        update(state, x, y) {
          inner.update(state.inner, x, y - ground.mean[0], believed)
          first.update(state.base, x, y, ground)
        },
      }
    },
  }
}
