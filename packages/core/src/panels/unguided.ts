import type { Rule } from '../nouns/panel.ts'
import { expectRule } from './expectRule.ts'
import type { GuidedContext } from './guidedContext.ts'
import { onFeatures } from './onFeatures.ts'

/** The rule on all features but the first, where that is a forecast of y and there are others. */
export function unguided<State>(rule: Rule<State>): Rule<State> {
  expectRule('unguided', rule)
  const narrowed = onFeatures(
    rule,
    (dimension) => ({
      size: dimension - 1,
      write(x, out) {
        for (let j = 1; j < dimension; j++) out[j - 1] = x[j]
      },
    }),
    { kind: 'unguided' },
  )
  return {
    ...narrowed,
    bind({ guided, ...context }: GuidedContext) {
      return guided && context.dimension > 1 ? narrowed.bind(context) : rule.bind(context)
    },
  }
}
