import { floats, shape, shapeOf } from '../base/shape.ts'
import type { Features, Panel, Rule } from '../nouns/panel.ts'
import { expectRule } from './expectRule.ts'
import type { GuidedContext } from './guidedContext.ts'
import { NO_EXPERTS } from './noExperts.ts'

/** How many of the last outcomes are features. */
const PAST = 3

export interface LaggedState {
  readonly inner: unknown
  /** The last outcomes, the newest first; 0 before there are so many. */
  readonly past: Float64Array
}

/**
 * The rule with the last three outcomes as more features. Where x has past outcomes already, no expert.
 *
 * For rows that follow each other and have no time to find them by. For outcomes that arrive before the next forecast.
 */
export function lagged(rule: Rule): Rule {
  expectRule('lagged', rule)
  return {
    description: { kind: 'lagged', of: rule.description ?? null },
    bind: ({ lags = false, ...context }: GuidedContext) =>
      lags
        ? NO_EXPERTS
        : besidePast(rule.bind({ ...context, dimension: context.dimension + PAST }), context.dimension),
  }
}

function besidePast(inner: Panel, dimension: number): Panel<LaggedState> {
  const seen = new Float64Array(dimension + PAST)
  function look(x: Features, past: Float64Array): Float64Array {
    for (let j = 0; j < dimension; j++) seen[j] = x[j]
    seen.set(past, dimension)
    return seen
  }
  return {
    capacity: inner.capacity,
    settings: (state) =>
      inner.settings(state.inner).map((setting) => ({ ...setting, beside: 'past outcomes' })),
    init: shape<LaggedState>({ inner: shapeOf(inner), past: floats(PAST) }),
    predict({ inner: own, past }, x, out) {
      inner.predict(own, look(x, past), out)
    },
    update({ inner: own, past }, x, y, beliefs, turnover) {
      inner.update(own, look(x, past), y, beliefs, turnover)
      past.copyWithin(1, 0)
      past[0] = y
    },
  }
}
