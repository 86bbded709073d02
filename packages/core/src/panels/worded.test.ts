import { expect, it } from 'vitest'
import { squared } from '../losses/squared.ts'
import { createBeliefs } from './beliefs.ts'
import { conjugate } from './conjugate.ts'
import type { GuidedContext } from './guidedContext.ts'
import { unguided } from './unguided.ts'
import { worded } from './worded.ts'

const context: GuidedContext = { loss: squared, dimension: 3, seed: 0, guided: true, words: [4] }

it('learns what each word says by itself, and knows nothing of a number between two of them', () => {
  const panel = worded(conjugate({ noise: 0.1, priorVariance: 100 })).bind(context)
  const beliefs = createBeliefs(panel.capacity)
  const state = panel.init()
  const outcomes = [3, -1, 8, 2]
  const at = (word: number): number => {
    panel.predict(state, [99, word, 0], beliefs)
    return beliefs.mean[0]
  }
  for (let t = 0; t < 200; t++) {
    at(t % 4)
    panel.update(state, [99, t % 4, 0], outcomes[t % 4], beliefs)
  }
  for (const [word, y] of outcomes.entries()) expect(Math.abs(at(word) - y)).toBeLessThan(0.01)
  expect(Math.abs(at(1.5) - 3)).toBeLessThan(0.01)
})

it('is no expert where x has no words', () => {
  const wordless: GuidedContext = { ...context, words: [] }
  expect(worded(conjugate({ noise: 1 })).bind(wordless).capacity).toBe(0)
})

it.each([
  [false, [7]],
  [true, [99, 7]],
])('hides words from the others, and a forecast unless they shall see it: %s', (guide, seen) => {
  let shown: number[] = []
  const rule = conjugate({ noise: 1 })
  const watching = {
    ...rule,
    bind: (own: GuidedContext) => {
      const inner = rule.bind(own)
      const predict: typeof inner.predict = (state, x, out) => {
        shown = Array.from(x)
        inner.predict(state, x, out)
      }
      return { ...inner, predict }
    },
  }
  const panel = unguided(watching, guide).bind(context)
  panel.predict(panel.init(), [99, 2, 7], createBeliefs(1))
  expect(shown).toEqual(seen)
})
