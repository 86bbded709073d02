import { describe, expect, it } from 'vitest'
import { lossContract } from '../testing/index.ts'
import * as losses from './index.ts'

const atOutcome = (y: number): number[] => [y]

const cases: [losses.Loss, ((y: number) => number[])?][] = [
  [losses.squared],
  [losses.logDensity],
  [losses.hinge, (y) => [y]],
  [losses.pinball(0.9), atOutcome],
  [losses.pinball(0.05), atOutcome],
  [losses.absolute, atOutcome],
  [losses.logistic],
  [
    losses.numericalLoss({
      name: 'huber',
      at: (z, y) => (Math.abs(y - z) < 1 ? 0.5 * (y - z) ** 2 : Math.abs(y - z) - 0.5),
      slope: (z, y) => Math.max(-1, Math.min(1, z - y)),
      kinks: (y) => [y - 1, y + 1],
    }),
    (y) => [y - 1, y + 1],
  ],
]

describe.each(cases.map(([loss, kinks]) => [loss.name, loss, kinks] as const))(
  '%s loss',
  (_name, loss, kinks) => {
    for (const { promise, check } of lossContract(loss, kinks ? { kinks } : {})) it(promise, check)
  },
)

describe('Student’s density', () => {
  for (const { promise, check } of lossContract(losses.studentDensity(5), { convex: false, cases: 30 })) {
    it(promise, check)
  }

  it('charges an outlier the logarithm of its distance', () => {
    const { at } = losses.studentDensity(5)
    expect(at(0, 1e6, 1) - at(0, 1e3, 1)).toBeCloseTo(6 * Math.log(1e3), 3)
  })
})

describe('conventions at a kink', () => {
  it('hinge has slope 0 where y·z ≥ 1', () => {
    expect(losses.hinge.slope(1, 1, 0)).toBe(0)
    expect(losses.hinge.slope(-1, -1, 0)).toBe(0)
    expect(losses.hinge.slope(0.99, 1, 0)).toBe(-1)
  })

  it('pinball at z = y has slope α, so that only y > z is a miss', () => {
    expect(losses.pinball(0.9).slope(2, 2, 0)).toBeCloseTo(0.1, 15)
    expect(losses.pinball(0.9).slope(2, 2.001, 0)).toBe(-0.9)
    expect(losses.pinball(0.9).du(2, 0, 2, 0)).toBeCloseTo(0.1, 15)
  })

  it('the derivative in v at v = 0 times σ = 0 is no NaN', () => {
    for (const loss of [losses.hinge, losses.pinball(0.9), losses.absolute])
      expect(0 * loss.dv(1, 0, 1, 0)).toBe(0)
  })
})

describe('far tails', () => {
  it('annealed losses neither overflow nor lose their digits at large rates and deviations', () => {
    expect(losses.hinge.annealed(-1e6, 1e8, 1, 0, 10)).toBeGreaterThan(0)
    expect(losses.pinball(0.9).annealed(0, 1e12, 1e7, 0, 100)).toBeLessThan(
      losses.pinball(0.9).mean(0, 1e12, 1e7, 0),
    )
    for (const rate of [1e-6, 1, 1e3])
      expect(Number.isFinite(losses.absolute.annealed(-1e300, 1, 1e300, 0, rate))).toBe(true)
  })

  it('an annealed loss that is nearly nothing keeps its relative digits', () => {
    // E e^{−ℓ} − 1 = −E ℓ to first order, and E ℓ = φ(c) + cΦ(c) at c = −8.
    const mean = losses.hinge.mean(9, 1, 1, 0)
    expect(losses.hinge.annealed(9, 1, 1, 0, 1e-3) / mean).toBeCloseTo(1, 3)
    expect(mean).toBeGreaterThan(0)
  })

  it('logistic integrals err by less than 1e-10 for v ≤ 100', () => {
    // References by 30-digit quadrature.
    expect(Math.abs(losses.logistic.mean(0, 1, 1, 0) - 0.8060591833474398)).toBeLessThan(1e-10)
  })
})

it('absolute loss anneals as twice the median pinball at twice the rate', () => {
  const half = losses.pinball(0.5)
  for (const [u, v, y, rate] of [
    [0.3, 0.7, 1, 0.5],
    [-2, 3, 4, 2],
  ]) {
    expect(losses.absolute.annealed(u, v, y, 0, rate)).toBeCloseTo(
      2 * half.annealed(u, v, y, 0, 2 * rate),
      12,
    )
  }
})
