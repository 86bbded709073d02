import { describe, expect, it } from 'vitest'
import * as losses from '../losses/index.ts'
import { normal, seededRng } from '../math/index.ts'
import { bestConvex } from './bestConvex.ts'
import { bestExpert } from './bestExpert.ts'
import { interiorPoint } from './interiorPoint.ts'
import { combine, combinedLoss, type Hindsight } from './oracle.ts'

const logCosh = losses.numericalLoss({
  name: 'log-cosh',
  at: (z, y) => Math.abs(y - z) + Math.log1p(Math.exp(-2 * Math.abs(y - z))) - Math.LN2,
  slope: (z, y) => Math.tanh(z - y),
})
const tube = losses.numericalLoss({
  name: 'tube',
  at: (z, y) => Math.max(0, Math.abs(y - z) - 0.1),
  slope: (z, y) => (Math.abs(z - y) > 0.1 ? Math.sign(z - y) : 0),
})
const LOSSES = [
  losses.squared,
  losses.logDensity,
  losses.absolute,
  losses.pinball(0.9),
  losses.hinge,
  losses.logistic,
  logCosh,
  tube,
]
const SCALES = [1e-9, 1e-3, 1, 1e6, 1e9, 1e15]

/** Two experts at some scale, and one that says ±1. */
function mixed(scale: number, loss: losses.Loss): Hindsight {
  const forecasts = Array.from({ length: 60 }, (_, t) => [
    scale * Math.cos(t),
    10 * scale * Math.sin(3 * t),
    (-1) ** t,
  ])
  return { forecasts, outcomes: forecasts.map((_, t) => (t % 3 === 0 ? 1 : -1)), loss }
}

/** Forecasts and outcomes at one scale; classes for losses of classes. */
function drawn(rounds: number, size: number, loss: losses.Loss, scale = 1): Hindsight {
  const rng = seededRng(5)
  const values = Array.from({ length: rounds }, () => scale * normal(rng))
  const forecasts = values.map((y) =>
    Array.from({ length: size }, () => 0.7 * y + scale * (0.5 * normal(rng) + 0.1)),
  )
  return { forecasts, outcomes: loss.outcomes === 'sign' ? values.map(Math.sign) : values, loss }
}

/** What the comment of bestConvex promises for the gap. */
function promised({ forecasts, outcomes, loss }: Hindsight, coefficients: Float64Array): number {
  return forecasts.reduce((sum, row, t) => {
    const u = combine(row, coefficients)
    const largest = Math.max(...Array.from(row, Math.abs))
    return (
      sum + 1e-10 * loss.at(u, outcomes[t], 1) + 1e-14 * Math.abs(loss.slope(u, outcomes[t], 1)) * largest
    )
  }, 0)
}

describe.each(LOSSES)('the best convex combination under $name loss', (loss) => {
  it.each(SCALES)('at scale %d is not worse than the best expert, and reaches the promised gap', (scale) => {
    for (const hindsight of [mixed(scale, loss), drawn(60, 4, loss, scale)]) {
      const found = bestConvex(hindsight)
      expect(found.loss).toBeLessThanOrEqual(bestExpert(hindsight).loss)
      expect(found.loss).toBe(combinedLoss(hindsight, found.coefficients))
      expect(found.gap).toBeLessThanOrEqual(promised(hindsight, found.coefficients))
      expect(found.coefficients.every((weight) => weight >= 0)).toBe(true)
      expect(found.coefficients.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 14)
    }
  })

  it('loses the same with experts far away, however far', () => {
    // Their weights shrink as they grow: from 1e9 on, the third expert has all weight but a rounding.
    const near = bestConvex(mixed(1e9, loss)).loss
    for (const scale of [1e12, 1e15]) {
      expect(bestConvex(mixed(scale, loss)).loss / near).toBeCloseTo(1, 8)
    }
  })

  it('takes few steps with 400 experts in 20 rounds', () => {
    const { steps, gap } = interiorPoint(drawn(20, 400, loss), 0)
    expect(steps).toBeLessThan(60)
    expect(gap).toBeLessThan(1e-12)
  })
})

it('takes few steps with 3000 experts in 20 rounds, whose best combination never errs', () => {
  const { steps, gap } = interiorPoint(drawn(20, 3000, losses.absolute), 0)
  expect(steps).toBeLessThan(60)
  expect(gap).toBeLessThan(1e-11)
})

it.each([losses.absolute, losses.pinball(0.9), losses.hinge])(
  'is the best corner of the linear programme under $name loss',
  (loss) => {
    for (const scale of SCALES) {
      const hindsight = drawn(60, 2, loss, scale)
      // Two experts: the loss is straight between the weights at which some round meets its kink.
      const corners = hindsight.forecasts
        .map((row, t) => (hindsight.outcomes[t] - row[1]) / (row[0] - row[1]))
        .filter((weight) => weight >= 0 && weight <= 1)
      const losses = [0, 1, ...corners].map((w) => combinedLoss(hindsight, Float64Array.of(w, 1 - w)))
      const exact = Math.min(...losses)
      const { loss: least, gap } = bestConvex(hindsight)
      expect(least / exact).toBeCloseTo(1, 12)
      expect(least - gap).toBeLessThanOrEqual(exact * (1 + 1e-15))
    }
  },
)

it('finds the combination that never errs', () => {
  const outcomes = [0, 0, 0]
  const forecasts = [
    [1, -1, 5],
    [2, -2, 7],
    [-4, 4, 1],
  ]
  for (const loss of LOSSES.filter((each) => each.outcomes === 'real')) {
    const { coefficients } = bestConvex({ forecasts, outcomes, loss })
    if (loss !== tube) expect(coefficients[0]).toBeCloseTo(0.5, 7)
    expect(combinedLoss({ forecasts, outcomes, loss }, coefficients)).toBeCloseTo(
      combinedLoss({ forecasts, outcomes, loss }, Float64Array.of(0.5, 0.5, 0)),
      12,
    )
  }
})

it('promises nothing under a loss that is not convex, and is not worse than the best expert there', () => {
  const hindsight = drawn(30, 3, losses.studentDensity(3))
  const wide = { ...hindsight, forecasts: hindsight.forecasts.map((row) => Array.from(row, (x) => 9 * x)) }
  const found = bestConvex(wide)
  expect(found.gap).toBe(Infinity)
  expect(found.loss).toBeLessThanOrEqual(bestExpert(wide).loss)
})

it('one expert, experts that never differ and forecasts near the largest number have an answer', () => {
  for (const loss of LOSSES) {
    expect(Array.from(bestConvex(drawn(5, 1, loss)).coefficients)).toEqual([1])
    const same = drawn(5, 1, loss)
    const twins = { ...same, forecasts: same.forecasts.map((row) => [row[0], row[0], row[0]]) }
    expect(bestConvex(twins).loss).toBeCloseTo(bestConvex(same).loss, 12)
    const huge = drawn(20, 3, loss, 1e300)
    expect(bestConvex(huge).loss).toBeLessThanOrEqual(bestExpert(huge).loss)
  }
})

it('refuses what would take minutes', () => {
  const row = new Float64Array(1001)
  const hindsight = { forecasts: Array.from(row, () => row), outcomes: row, loss: losses.absolute }
  expect(() => bestConvex(hindsight)).toThrow(
    'the best convex combination under absolute loss needs min(T, K)²·max(T, K) of at most 1000000000, ' +
      'with T rounds and K experts; received T = 1001, K = 1001',
  )
  const long = new Float64Array(3200)
  expect(() => bestConvex({ forecasts: [long], outcomes: [1], loss: losses.squared })).toThrow(
    'K²·max(T, 1000)',
  )
})
