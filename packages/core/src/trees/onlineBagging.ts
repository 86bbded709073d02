import { type Options, options } from '../base/options.ts'
import { randomStream, shape, shapeOf, tupleOf } from '../base/shape.ts'
import { members, positiveNumber } from '../base/values.ts'
import { square } from '../math/powers.ts'
import { integerBelow, poisson, type Rng, seededRng } from '../math/rng.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Panel, Rule } from '../nouns/panel.ts'
import { createBeliefs } from '../panels/beliefs.ts'
import { expectRule } from '../panels/expectRule.ts'

export interface OnlineBaggingOptions {
  /** Copies of each expert of the rule. @default 10 */
  readonly learners?: number
  /** Mean of the Poisson number of times that a copy learns an example. @default 1 */
  readonly weight?: number
}

export const ONLINE_BAGGING: Options<OnlineBaggingOptions> = options('onlineBagging', {
  learners: { value: members, default: 10 },
  weight: {
    value: positiveNumber,
    default: 1,
  },
})

export interface BaggingState<State> {
  readonly rng: Rng
  readonly learners: State[]
}

/**
 * Online bagging (Oza & Russell 2001) of any rule: copies that learn each example Poisson(1) times.
 *
 *     mean = Σ uₘ/M,   variance = Σ (vₘ + (uₘ − mean)²)/M
 *
 * Copy m has its own seed; what it draws is the same for every expert of the rule.
 */
export function onlineBagging<State>(
  rule: Rule<State>,
  given: OnlineBaggingOptions = {},
): Rule<BaggingState<State>> {
  expectRule('onlineBagging', rule)
  const { learners, weight } = ONLINE_BAGGING.read(given)
  return {
    needsHorizon: rule.needsHorizon === true,
    description: { kind: 'bagging', of: rule.description ?? null, learners, weight },
    bind(context) {
      const seeds = seededRng(context.seed)
      const panels = Array.from(
        { length: learners },
        (): Panel<State> => rule.bind({ ...context, seed: integerBelow(seeds, 4294967296) }),
      )
      const { capacity } = panels[0]
      const beliefs = panels.map(() => createBeliefs(capacity))
      return {
        capacity,
        settings: (state) =>
          panels[0].settings(state.learners[0]).map((point) => ({ ...point, bagged: learners })),
        init: shape<BaggingState<State>>({
          rng: randomStream(() => seeds.slice()),
          learners: tupleOf(panels.map(shapeOf)),
        }),
        predict(state, x, out) {
          for (let m = 0; m < learners; m++) panels[m].predict(state.learners[m], x, beliefs[m])
          for (let k = 0; k < capacity; k++) combine(beliefs, k, out)
        },
        update(state, x, y) {
          for (let m = 0; m < learners; m++) {
            const times = poisson(state.rng, weight)
            for (let i = 0; i < times; i++) {
              if (i > 0) panels[m].predict(state.learners[m], x, beliefs[m])
              panels[m].update(state.learners[m], x, y, beliefs[m])
            }
          }
        },
      }
    },
  }
}

/** Expert k of all copies: those asleep do not speak. */
function combine(copies: readonly Beliefs[], k: number, out: Beliefs): void {
  let awake = 0
  let mean = 0
  let noise = 0
  let variance = 0
  for (const copy of copies) {
    if (copy.awake[k] === 0) continue
    awake += copy.awake[k]
    mean += copy.awake[k] * copy.mean[k]
    noise += copy.awake[k] * square(copy.noise[k])
  }
  const total = awake || 1
  mean /= total
  for (const copy of copies) {
    if (copy.awake[k] > 0) variance += copy.awake[k] * (copy.variance[k] + square(copy.mean[k] - mean))
  }
  out.mean[k] = mean
  out.variance[k] = variance / total
  out.noise[k] = Math.sqrt(noise / total)
  out.awake[k] = awake / copies.length
}
