import { describe, expect, it } from 'vitest'
import { gaussLegendre, integrate } from './quadrature.ts'

describe('gaussLegendre', () => {
  it.each([1, 2, 3, 5, 16, 33, 64, 101])('with %i nodes is exact for polynomials of degree 2n − 1', (n) => {
    const { nodes, weights } = gaussLegendre(n)
    for (let degree = 0; degree < 2 * n; degree++) {
      let sum = 0
      for (let i = 0; i < n; i++) sum += weights[i] * nodes[i] ** degree
      expect(Math.abs(sum - (degree % 2 === 0 ? 2 / (degree + 1) : 0))).toBeLessThan(5e-15)
    }
  })

  it('is not exact at degree 2n', () => {
    const { nodes, weights } = gaussLegendre(3)
    const sum = nodes.reduce((total, x, i) => total + weights[i] * x ** 6, 0)
    expect(Math.abs(sum - 2 / 7)).toBeGreaterThan(0.01)
  })

  it('has ascending nodes, symmetric about 0, and positive weights', () => {
    for (const n of [1, 4, 7, 200]) {
      const { nodes, weights } = gaussLegendre(n)
      for (let i = 0; i < n; i++) {
        expect(weights[i]).toBeGreaterThan(0)
        expect(nodes[i] + nodes[n - 1 - i]).toBe(0)
        if (i > 0) expect(nodes[i]).toBeGreaterThan(nodes[i - 1])
      }
    }
  })

  it('has the nodes of Abramowitz & Stegun, table 25.4', () => {
    const { nodes, weights } = gaussLegendre(5)
    expect(nodes[4]).toBeCloseTo(0.906179845938664, 15)
    expect(nodes[3]).toBeCloseTo(0.5384693101056831, 15)
    expect(weights[2]).toBeCloseTo(0.5688888888888889, 15)
    expect(weights[4]).toBeCloseTo(0.2369268850561891, 15)
  })
})

describe('integrate', () => {
  it('reaches the last digits of a smooth integral', () => {
    expect(integrate(Math.exp, [0, 1])).toBeCloseTo(Math.E - 1, 14)
    expect(integrate(Math.sin, [0, Math.PI], { nodes: 12 })).toBeCloseTo(2, 13)
    expect(integrate((z) => Math.exp(-0.5 * z * z), [-12, 12], { panels: 8 })).toBeCloseTo(
      Math.sqrt(2 * Math.PI),
      13,
    )
  })

  it('is exact across a kink that has a breakpoint', () => {
    expect(integrate((x) => Math.max(0, 1 - x), [-3, 1, 7], { nodes: 2 })).toBeCloseTo(8, 14)
  })

  it('changes sign with direction, and is 0 over fewer than two breakpoints', () => {
    expect(integrate(Math.exp, [1, 0])).toBeCloseTo(1 - Math.E, 14)
    expect(integrate(Math.exp, [1])).toBe(0)
    expect(integrate(Math.exp, [])).toBe(0)
  })
})
