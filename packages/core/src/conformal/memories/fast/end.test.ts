import { describe, expect, it } from 'vitest'
import { blend, describeEnd, FIRST, THRESHOLD, UNIT, weigh } from './end.ts'

const q = (z: number): number => z / (1 + Math.abs(z))
const pinball = (gap: number, miss: number): number => (gap > 0 ? (1 - miss) * gap : -miss * gap)

describe('one end, as its formulas say', () => {
  const thresholds = Float64Array.of(2, -0.5, 7)
  const medians = Float64Array.of(1, -0.25, 0)
  const weights = Float64Array.of(9, 0.5, 0.3, 0.2)
  const record = new Float64Array(6).fill(Number.NaN)
  blend(thresholds, medians, weights, 1, record, 1)
  const root = 0.5 * Math.sqrt(3) + 0.3 * Math.sqrt(0.75) + 0.2 * Math.sqrt(7)
  const unit = root * root
  const bounded = Array.from(thresholds, (threshold) => q(threshold / unit))
  const mean = 0.5 * bounded[0] + 0.3 * bounded[1] + 0.2 * bounded[2]

  it('unit, bounded thresholds and their mean taken back', () => {
    expect(record[0]).toBeNaN()
    expect(record[1 + UNIT]).toBeCloseTo(unit, 12)
    expect(record[1 + THRESHOLD]).toBeCloseTo((unit * mean) / (1 - Math.abs(mean)), 12)
    for (let k = 0; k < 3; k++) expect(record[1 + FIRST + k]).toBeCloseTo(bounded[k], 12)
  })

  it('losses, misses and thresholds of the experts', () => {
    const make = () => new Float64Array(5).fill(-7)
    const out = { weights: make(), losses: make(), means: make(), misses: make() }
    const own = describeEnd(weights, 1, 3, record, 1, 3, 0.1, out as never, 2)
    const losses = bounded.map((x) => pinball(q(3 / unit) - x, 0.1))
    expect(own).toBeCloseTo(0.5 * losses[0] + 0.3 * losses[1] + 0.2 * losses[2], 12)
    expect(Array.from(out.misses)).toEqual([-7, -7, 1, 1, 0])
    expect(Array.from(out.weights)).toEqual([-7, -7, 0.5, 0.3, 0.2])
    for (let k = 0; k < 3; k++) {
      expect(out.losses[2 + k]).toBeCloseTo(losses[k], 12)
      expect(out.means[2 + k]).toBeCloseTo(thresholds[k], 12)
    }
  })

  it('fixed share on those losses', () => {
    const learnt = weights.slice()
    weigh(learnt, 1, 3, record, 1, 3, 0.1, 4, 0.03)
    const raw = bounded.map((x, k) => weights[1 + k] * Math.exp(-4 * pinball(q(3 / unit) - x, 0.1)))
    const total = raw[0] + raw[1] + raw[2]
    expect(learnt[0]).toBe(9)
    for (let k = 0; k < 3; k++) expect(learnt[1 + k]).toBeCloseTo((0.97 * raw[k]) / total + 0.01, 12)
  })
})

it('beyond 1e300 units a score is infinite for the map, on either side', () => {
  const record = Float64Array.of(1e-100, 1, 0.5, -0.5)
  for (const [score, losses] of [
    [1e250, [0.9 * 0.5, 0.9 * 1.5]],
    [-1e250, [0.1 * 1.5, 0.1 * 0.5]],
  ] as const) {
    const weights = Float64Array.of(0.5, 0.5)
    weigh(weights, 0, 2, record, 0, score, 0.1, 1, 0)
    expect(weights[0] / weights[1]).toBeCloseTo(Math.exp(losses[1] - losses[0]), 12)
  }
})

it('thresholds that are all the same are the end itself, whatever the weights; without a unit nothing is learnt', () => {
  const record = new Float64Array(4)
  blend(Float64Array.of(0.3, 0.3), Float64Array.of(5, 1), Float64Array.of(0.1, 0.9), 0, record, 0)
  expect(record[THRESHOLD]).toBe(0.3)
  blend(Float64Array.of(0, 0), Float64Array.of(0, 0), Float64Array.of(0.1, 0.9), 0, record, 0)
  expect(Array.from(record)).toEqual([0, 0, 0, 0])
  const weights = Float64Array.of(0.1, 0.9)
  weigh(weights, 0, 2, record, 0, 1, 0.1, 4, 0.01)
  expect(Array.from(weights)).toEqual([0.1, 0.9])
})
