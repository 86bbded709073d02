import { seededRng } from 'credence'
import { exponential, uniform } from 'credence/random'
import { expect, it } from 'vitest'
import { createDifference, differenceInterval, observeDifference } from './difference.ts'

/** Rounds until the interval excludes 0; Infinity if it never does. */
function excludedAt(rounds: number, draw: (t: number) => number): number {
  const state = createDifference()
  for (let t = 1; t <= rounds; t++) {
    observeDifference(state, draw(t))
    const [least, greatest] = differenceInterval(state)
    if (least > 0 || greatest < 0) return t
  }
  return Infinity
}

it('excludes 0 in at most 5 of 100 streams without a difference, looked at after every round', () => {
  const rng = seededRng(3)
  const streams = 400
  const fair = [
    () => uniform(rng) - 0.5,
    () => exponential(rng) - exponential(rng),
    // The spread changes with time, the mean does not.
    (t: number) => (1 + 3 * Math.sin(t / 200) ** 2) * (uniform(rng) - 0.5),
  ]
  for (const draw of fair) {
    let wrong = 0
    for (let i = 0; i < streams; i++) if (excludedAt(2000, draw) < Infinity) wrong++
    expect(wrong / streams).toBeLessThan(0.05)
  }
})

it('finds a difference of a fifth of a deviation within a thousand rounds', () => {
  const rng = seededRng(4)
  const sd = Math.sqrt(1 / 12)
  expect(excludedAt(5000, () => uniform(rng) - 0.5 + sd / 5)).toBeLessThan(1000)
})

it('says nothing of a hundred rounds', () => {
  const state = createDifference()
  for (let t = 0; t < 99; t++) observeDifference(state, 1)
  expect(differenceInterval(state)).toEqual([-Infinity, Infinity])
})
