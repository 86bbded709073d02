import type { Rule } from '../nouns/panel.ts'
import { expectRule } from './expectRule.ts'
import type { GuidedContext } from './guidedContext.ts'
import { NO_EXPERTS } from './noExperts.ts'
import type { FeatureMap } from './onFeatures.ts'
import { onFeatures } from './onFeatures.ts'

/**
 * The rule on words as they are: in the place of the number of a word a feature for each word, 1 for that one and 0 for
 * the others. Where x has no words, no expert.
 *
 * A number between two words is that of no word in particular: then all count alike.
 */
export function worded(rule: Rule): Rule {
  expectRule('worded', rule)
  return {
    ...rule,
    description: { kind: 'worded', of: rule.description ?? null },
    bind({ guided = false, words = [], ...context }: GuidedContext) {
      if (words.length === 0) return NO_EXPERTS
      return onFeatures(rule, (dimension) => mapOf(dimension, guided ? 1 : 0, words), {}).bind(context)
    },
  }
}

function mapOf(dimension: number, first: number, words: readonly number[]): FeatureMap {
  const all = words.reduce((sum, size) => sum + size, 0)
  const others = first + words.length
  return {
    size: dimension - others + all,
    write(x, out) {
      let at = 0
      words.forEach((size, w) => {
        const word = x[first + w]
        const known = Number.isInteger(word)
        out.fill(known ? 0 : 1 / size, at, at + size)
        if (known) out[at + Math.max(0, Math.min(size - 1, word))] = 1
        at += size
      })
      for (let j = others; j < dimension; j++) out[at++] = x[j]
    },
  }
}
