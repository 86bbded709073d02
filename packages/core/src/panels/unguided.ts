import type { Rule } from '../nouns/panel.ts'
import { expectRule } from './expectRule.ts'
import { type GuidedContext, headOf } from './guidedContext.ts'
import { onFeatures } from './onFeatures.ts'

/**
 * The rule on all features but those that x begins with, where these are a forecast of y or numbers of words, and there
 * are others.
 *
 * @param guide whether it sees the forecast of y all the same
 */
export function unguided<State>(rule: Rule<State>, guide = false): Rule<State> {
  expectRule('unguided', rule)
  return {
    ...rule,
    description: { kind: 'unguided', of: rule.description ?? null },
    bind({ guided = false, words = [], ...context }: GuidedContext) {
      const kept = guide && guided ? 1 : 0
      const head = headOf({ guided, words }) - kept
      if (head === 0 || context.dimension <= head + kept) return rule.bind(context)
      const map = (dimension: number) => ({
        size: dimension - head,
        write(x: ArrayLike<number>, out: Float64Array) {
          for (let j = 0; j < kept; j++) out[j] = x[j]
          for (let j = kept; j < dimension - head; j++) out[j] = x[j + head]
        },
      })
      return onFeatures(rule, map, {}).bind(context)
    },
  }
}
