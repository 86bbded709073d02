import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bestConvex } from '../oracles/index.ts'
import { logistic, numericalLoss } from './index.ts'

type Row = [number, number, number, number, number, number, number]
const rows: Row[] = JSON.parse(
  readFileSync(new URL('../../test/fixtures/logistic.json', import.meta.url), 'utf8'),
)

it('logistic integrals keep ten digits, however small they are (40-digit quadrature, tools/logistic)', () => {
  for (const [a, v, rate, mean, slope, curvature, annealed] of rows) {
    for (const y of [-1, 1]) {
      const u = -y * a
      expect(logistic.mean(u, v, y, 0) / mean).toBeCloseTo(1, 10)
      expect((-y * logistic.du(u, v, y, 0)) / slope).toBeCloseTo(1, 10)
      expect(logistic.dv(u, v, y, 0) / curvature).toBeCloseTo(1, 10)
      expect(logistic.annealed(u, v, y, 0, rate) / annealed).toBeCloseTo(1, 10)
    }
  }
})

it('logistic integrals end, and are in order, for everything a double can hold', () => {
  const sizes = [0, 1e-300, 1e-10, 1, 30, 1e3, 1e10, 1e100, 1e200, 1e308]
  for (const u of [...sizes, ...sizes.map((size) => -size)]) {
    for (const v of [5e-324, 1e-300, 1e-10, 1, 60, 70, 1e4, 1e10, 1e100, 1.7e308]) {
      const point = logistic.at(u, 1, 0)
      const mean = logistic.mean(u, v, 1, 0)
      expect(mean).toBeLessThan(Infinity)
      expect(mean).toBeGreaterThanOrEqual(point * (1 - 1e-12))
      const slope = -logistic.du(u, v, 1, 0)
      expect(slope).toBeGreaterThanOrEqual(0)
      expect(slope).toBeLessThanOrEqual(1)
      const curvature = logistic.dv(u, v, 1, 0)
      expect(curvature).toBeGreaterThanOrEqual(0)
      expect(curvature).toBeLessThan(0.126)
      for (const rate of [1e-300, 1e-10, 0.1, 1, 3, 100, 1e20, 1e300]) {
        const annealed = logistic.annealed(u, v, 1, 0, rate)
        expect(annealed).toBeGreaterThanOrEqual(0)
        expect(annealed).toBeLessThanOrEqual(mean * (1 + 1e-10))
      }
    }
  }
})

it('the integrals of a numerical loss take a bounded number of evaluations', () => {
  let calls = 0
  const loss = numericalLoss({
    name: 'log-cosh',
    at(z, y) {
      calls++
      return Math.abs(y - z) + Math.log1p(Math.exp(-2 * Math.abs(y - z))) - Math.LN2
    },
    slope: (z, y) => Math.tanh(z - y),
  })
  for (const size of [1, 1e3, 1e6, 1e100, 1e150]) {
    for (const rate of [1e-6, 1, 1e6]) {
      calls = 0
      const mean = loss.mean(size, size * size, 0, 0)
      const annealed = loss.annealed(size, size * size, 0, 0, rate)
      expect(annealed).toBeLessThanOrEqual(mean * (1 + 1e-9))
      expect(annealed).toBeGreaterThanOrEqual(0)
      expect(calls).toBeLessThan(200_000)
    }
  }
  // E |N(10⁶, 10¹²)| − log 2, by the folded normal.
  expect((loss.mean(1e6, 1e12, 0, 0) + Math.LN2) / 1166630.9).toBeCloseTo(1, 6)
})

it('the best convex combination under logistic loss ends on forecasts in the millions', () => {
  const forecasts = Array.from({ length: 60 }, (_, t) => [
    1e6 * Math.cos(t),
    1e7 * Math.sin(3 * t),
    (-1) ** t,
  ])
  const outcomes = forecasts.map((_, t) => (t % 3 === 0 ? 1 : -1))
  const { coefficients } = bestConvex({ forecasts, outcomes, loss: logistic })
  expect(coefficients.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
})
