import { describe, expect, it } from 'vitest'
import { aggregate, conjugate, normal, point, type Rule, seededRng, squared } from '../doors/index.ts'
import { uniform } from '../doors/random.ts'
import { createBeliefs } from '../panels/beliefs.ts'
import { panelContract } from '../testing/index.ts'
import { boostedTrees } from './boostedTrees.ts'
import { BINS, binOf, thresholdsOf } from './boosting/bins.ts'

describe('boosted trees', () => {
  const rule = boostedTrees({ window: 60, every: 15, trees: [5, 10], depth: 2 })
  for (const { promise, check } of panelContract(rule)) it(promise, check)

  const meanSquare = (experts: Rule, outcome: (x: number[]) => number, rounds = 1500): number => {
    const rng = seededRng(4)
    const learner = aggregate({ experts, loss: squared, score: point })
    let sum = 0
    for (let t = 0; t < rounds; t++) {
      const x = [1, uniform(rng), uniform(rng), uniform(rng)]
      const y = outcome(x) + 0.1 * normal(rng)
      const { pointLoss } = learner.learn(x, y)
      if (t >= rounds / 2) sum += pointLoss / (rounds / 2)
    }
    return sum
  }

  it('learn steps and what features do together, which a linear model cannot', () => {
    const steps = (x: number[]): number => (x[1] > 0.5 ? 2 : 0) + (x[2] > 0.3 && x[3] > 0.6 ? 3 : 0)
    expect(meanSquare(boostedTrees(), steps)).toBeLessThan(0.2)
    expect(meanSquare(conjugate(), steps)).toBeGreaterThan(0.5)
  })

  it('go on as if nothing had happened when saved while features are still being sorted', () => {
    const context = { loss: squared, dimension: 30, seed: 0 }
    const rule = boostedTrees({ window: 60, every: 15, trees: 4, depth: 2, pace: 1 })
    const [one, two] = [rule.bind(context), rule.bind(context)]
    const [first, second] = [createBeliefs(1), createBeliefs(1)]
    const rng = seededRng(8)
    let state = one.init()
    let copy = structuredClone(state)
    const sorted = new Set<number>()
    for (let t = 0; t < 120; t++) {
      const x = Float64Array.from({ length: 30 }, () => normal(rng))
      one.predict(state, x, first)
      two.predict(copy, x, second)
      expect(second.mean[0]).toBe(first.mean[0])
      one.update(state, x, x[0] + x[29], first)
      two.update(copy, x, x[0] + x[29], second)
      sorted.add(copy.experts[0].growth?.binned ?? 0)
      ;[state, copy] = [structuredClone(copy), structuredClone(state)]
    }
    expect(sorted.size).toBeGreaterThan(3)
  })

  it('follow a change once the rows before it are forgotten', () => {
    let t = 0
    const turning = (x: number[]): number => (t++ < 700 ? 1 : -1) * (x[1] > 0.5 ? 2 : 0)
    expect(meanSquare(boostedTrees({ window: 100, every: 20 }), turning)).toBeLessThan(0.3)
  })
})

describe('bins', () => {
  it('hold about as many values each, whatever their order', () => {
    const rng = seededRng(1)
    const column = Float64Array.from({ length: 640 }, () => normal(rng))
    const room = new Float64Array(BINS)
    const found = thresholdsOf(column.slice(), 640, room)
    expect(found).toBe(BINS - 1)
    const counts = new Array<number>(BINS).fill(0)
    for (const value of column) counts[binOf(value, room, 0, found)]++
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
  })

  it('never cut between equal values', () => {
    const column = Float64Array.of(0, 0, 0, 1, 1, 5, 5, 5, 5)
    const room = new Float64Array(BINS)
    expect(thresholdsOf(column, 9, room)).toBe(2)
    expect([room[0], room[1]]).toEqual([0.5, 3])
    expect([0, 1, 5].map((value) => binOf(value, room, 0, 2))).toEqual([0, 1, 2])
    expect(thresholdsOf(Float64Array.of(7, 7, 7), 3, room)).toBe(0)
  })
})
