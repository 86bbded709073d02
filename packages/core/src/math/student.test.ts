import { describe, expect, it } from 'vitest'
import { integrate } from './quadrature.ts'
import { studentCdf, studentLogConstant, studentLogPdf } from './student.ts'

describe.each([3, 4, 5, 6, 9, 30])('Student’s t with %i degrees, scaled to variance 1', (degrees) => {
  const constant = studentLogConstant(degrees)
  const density = (z: number): number => Math.exp(studentLogPdf(z, degrees, constant))

  it('has a cdf whose differences are the integrals of its density', () => {
    for (const [from, to] of [
      [-8, -2],
      [-2, 0],
      [0, 0.5],
      [0.5, 7],
    ]) {
      const integral = integrate(density, [from, to], { panels: 8 })
      expect(studentCdf(to, degrees) - studentCdf(from, degrees)).toBeCloseTo(integral, 11)
    }
  })

  it('is a symmetric distribution: half on each side, all of it in the end', () => {
    expect(studentCdf(0, degrees)).toBe(0.5)
    expect(studentCdf(-1.3, degrees) + studentCdf(1.3, degrees)).toBeCloseTo(1, 14)
    expect(studentCdf(Infinity, degrees)).toBe(1)
    expect(studentCdf(-Infinity, degrees)).toBe(0)
  })

  it('is never below 0 nor above 1, however far out', () => {
    for (let z = 1; z < 1e14; z *= 1.001) {
      expect(studentCdf(-z, degrees)).toBeGreaterThanOrEqual(0)
      expect(studentCdf(z, degrees)).toBeLessThanOrEqual(1)
    }
  })
})

it('agrees with printed tables of t: 2.0150 at 95 % of ν = 5, 2.2281 at 97.5 % of 10, 3.7469 at 99 % of 4', () => {
  const unscaled = (t: number, degrees: number): number =>
    studentCdf(t * Math.sqrt((degrees - 2) / degrees), degrees)
  expect(unscaled(2.015048373333, 5)).toBeCloseTo(0.95, 11)
  expect(unscaled(2.228138851965, 10)).toBeCloseTo(0.975, 11)
  expect(unscaled(3.746947387979, 4)).toBeCloseTo(0.99, 11)
})
