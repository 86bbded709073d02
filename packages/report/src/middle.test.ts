import { seededRng, uniform } from 'credence/random'
import { expect, it } from 'vitest'
import { type MiddleState, middleOf, observeMiddle } from './middle.ts'

const fresh = (): MiddleState => ({ values: [], counts: [], known: 0, at: 0, before: 0 })

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const n = sorted.length
  return 0.5 * sorted[(n - 1) >> 1] + 0.5 * sorted[n >> 1]
}

it('is the median of all numbers so far, while few of them differ', () => {
  const rng = seededRng(5)
  for (const levels of [1, 2, 7, 200]) {
    const state = fresh()
    const seen: number[] = []
    expect(middleOf(state)).toBeNaN()
    for (let t = 0; t < 900; t++) {
      const y = Math.floor(levels * uniform(rng) ** 3) - 3
      observeMiddle(state, y)
      seen.push(y)
      expect(middleOf(state)).toBe(medianOf(seen))
    }
  }
})

it('stays within 1.6 % of the ranks around the median, whatever the order, and its size does not grow', () => {
  const rng = seededRng(6)
  const orders: ((t: number) => number)[] = [
    () => Math.exp(3 * uniform(rng) ** 4),
    (t) => 1e6 + t,
    (t) => -t,
    (t) => (t % 2 === 0 ? t : -t),
    (t) => (uniform(rng) < 0.45 ? 0 : t * t),
  ]
  for (const order of orders) {
    const state = fresh()
    const seen: number[] = []
    for (let t = 0; t < 5000; t++) {
      const y = order(t)
      observeMiddle(state, y)
      seen.push(y)
      if (t % 250 !== 249) continue
      const middle = middleOf(state)
      const below = seen.filter((value) => value < middle).length / seen.length
      const upTo = seen.filter((value) => value <= middle).length / seen.length
      expect(below).toBeLessThanOrEqual(0.516)
      expect(upTo).toBeGreaterThanOrEqual(0.484)
      expect(state.values.length).toBeLessThanOrEqual(256)
    }
  }
})
