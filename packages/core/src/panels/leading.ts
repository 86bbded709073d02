import type { Rule } from '../nouns/panel.ts'
import { expectRule } from './expectRule.ts'
import { onFeatures } from './onFeatures.ts'

export interface LeadingOptions {
  /** How many of the first features it sees. */
  readonly first: number
  /** How many of the last ones as well. */
  readonly last: number
}

/** The rule on the first and the last features alone; where there are no more, on all of them. */
export function leading<State>(rule: Rule<State>, { first, last }: LeadingOptions): Rule<State> {
  expectRule('leading', rule)
  const size = first + last
  const narrowed = onFeatures(
    rule,
    (dimension) => ({
      size,
      write(x, out) {
        for (let j = 0; j < first; j++) out[j] = x[j]
        for (let j = 0; j < last; j++) out[first + j] = x[dimension - last + j]
      },
    }),
    { kind: 'leading', first, last },
  )
  return { ...narrowed, bind: (context) => (context.dimension > size ? narrowed : rule).bind(context) }
}
