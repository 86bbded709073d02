import { normal, seededRng } from 'credence'
import { uniform } from 'credence/random'
import { describe, expect, it } from 'vitest'
import { full } from '../../../test/full.ts'
import { createDifference, differenceInterval, observeDifference } from './difference.ts'

/** Rounds until the interval excludes 0; Infinity if it never does. */
function excludedAt(rounds: number, draw: () => number, every = 1, most?: number): number {
  const state = createDifference()
  for (let t = 1; t <= rounds; t++) {
    observeDifference(state, draw(), most)
    if (t % every !== 0) continue
    const [least, greatest] = differenceInterval(state)
    if (least > 0 || greatest < 0) return t
  }
  return Infinity
}

describe('excludes 0 in at most 5 of 100 streams whose mean difference is 0, watched on the way', () => {
  const rng = seededRng(11)
  const z = (): number => normal(rng)
  const student = (): number => z() / Math.sqrt((z() ** 2 + z() ** 2 + z() ** 2) / 3)
  const rare = (chance: number, size: number, noise: number) => (): number =>
    (uniform(rng) < chance ? size : 0) - chance * size + noise * z()
  let variance = 1
  let shock = 0
  // Those first in which the worse of two was once named the better.
  const kinds: Record<string, () => number> = {
    'one loss in 1,000 rows': rare(0.001, 10, 0),
    'one loss in 200 rows': rare(0.005, 2, 0.001),
    'lognormal, σ = 2': () => Math.exp(2 * z()) - Math.exp(2),
    normal: z,
    'absolute errors of two normals': () => Math.abs(z()) - Math.abs(z()),
    'squared errors of t with 3 degrees of freedom': () => student() ** 2 - student() ** 2,
    'squared errors of Cauchy': () => (z() / z()) ** 2 - (z() / z()) ** 2,
    'lognormal, σ = 1': () => Math.exp(z()) - Math.exp(0.5),
    'Pareto with tail 1.5': () => (1 - uniform(rng)) ** (-2 / 3) - 3,
    'one loss in 50 rows': rare(0.02, 1, 0.001),
    'a variance that follows its shocks': () => {
      variance = 0.05 + 0.25 * shock * shock + 0.72 * variance
      shock = Math.sqrt(variance) * z()
      return shock
    },
  }
  it.each(full(Object.entries(kinds), 4))('%s', (_, draw) => {
    let wrong = 0
    const streams = 200
    for (let i = 0; i < streams; i++) if (excludedAt(2000, draw, 20) < Infinity) wrong++
    expect(wrong / streams).toBeLessThanOrEqual(0.05)
  })
})

it('finds a difference of a fifth of a deviation within two thousand rounds', () => {
  const rng = seededRng(4)
  const sd = Math.sqrt(1 / 12)
  expect(excludedAt(5000, () => uniform(rng) - 0.5 + sd / 5)).toBeLessThan(2000)
})

it('finds a winner in two thousand rounds of which none can differ by more than 1', () => {
  const rng = seededRng(5)
  expect(excludedAt(20_000, () => (uniform(rng) < 0.5 ? 0.3 : -0.2), 1, 1)).toBeLessThan(2000)
})

it('finds a winner that never lost within a hundred rounds where its losses are known to be bounded', () => {
  expect(excludedAt(1000, () => -0.01, 1, 0.01)).toBeLessThan(100)
})

it('finds no winner in 3,000 rounds that all go the same way, and finds one in 20,000', () => {
  const at = excludedAt(30_000, () => -0.01, 100)
  expect(at).toBeGreaterThan(3000)
  expect(at).toBeLessThan(20_000)
})

it('does not depend on the unit of the losses', () => {
  const draws = (scale: number) => {
    const state = createDifference()
    const rng = seededRng(6)
    for (let t = 0; t < 500; t++) observeDifference(state, scale * (0.3 + normal(rng)))
    return differenceInterval(state).map((end) => end / scale)
  }
  expect(draws(2 ** 30)).toEqual(draws(1))
})

it('remembers the size of a single difference', () => {
  const state = createDifference()
  observeDifference(state, -100)
  for (let t = 0; t < 500; t++) observeDifference(state, 0)
  expect(differenceInterval(state)[0]).toBeLessThan(-1)
})

it('says nothing before two rounds with a difference', () => {
  const state = createDifference()
  for (let t = 0; t < 99; t++) observeDifference(state, 0)
  observeDifference(state, 1)
  expect(differenceInterval(state)).toEqual([-Infinity, Infinity])
})
