import { describe, expect, it } from 'vitest'
import { squared } from '../losses/squared.ts'
import { normal, seededRng } from '../math/rng.ts'
import type { Rule } from '../nouns/panel.ts'
import { panelContract } from '../testing/index.ts'
import { createBeliefs } from './beliefs.ts'
import { conjugate } from './conjugate.ts'
import { leading } from './leading.ts'
import { thinRidge } from './thinRidge.ts'

const rng = seededRng(4)

/** The last mean of a rule on rows of which it sees `seen`, and the mean square of its errors over the later half. */
function run(rule: Rule, rows: readonly (readonly [x: number[], y: number])[]) {
  const panel = rule.bind({ loss: squared, dimension: rows[0][0].length, seed: 0 })
  const state = panel.init()
  const beliefs = createBeliefs(panel.capacity)
  let squares = 0
  rows.forEach(([x, y], t) => {
    panel.predict(state, x, beliefs)
    if (t >= rows.length / 2) squares += ((y - beliefs.mean[0]) ** 2 * 2) / rows.length
    panel.update(state, x, y, beliefs)
  })
  return { squares, mean: beliefs.mean[0] }
}

const drawn = Array.from({ length: 120 }, () => {
  const x = Array.from({ length: 30 }, () => normal(rng))
  return [x, x.reduce((sum, value, j) => sum + Math.sin(j) * value, 0) / 4 + 0.5 * normal(rng)] as const
})

describe('leading', () => {
  for (const { promise, check } of panelContract(leading(conjugate(), { first: 1, last: 1 })))
    it(promise, check)

  it('sees the first and the last features as if there were no others', () => {
    const some = drawn.map(([x, y]): [number[], number] => [[x[0], x[1], x[29]], y])
    expect(run(leading(conjugate(), { first: 2, last: 1 }), drawn)).toEqual(run(conjugate(), some))
  })

  it('is the rule itself where there are no more', () => {
    expect(run(leading(conjugate(), { first: 29, last: 1 }), drawn)).toEqual(run(conjugate(), drawn))
  })
})

describe('a thin ridge', () => {
  for (const { promise, check } of panelContract(thinRidge({ signal: [0.5, 2] }))) it(promise, check)

  it('comes near the full one where features are not alike', () => {
    const full = run(conjugate({ noise: 0.5, priorVariance: 1 / 30 }), drawn).squares
    expect(run(thinRidge(), drawn).squares).toBeLessThan(1.3 * full)
  })
})
