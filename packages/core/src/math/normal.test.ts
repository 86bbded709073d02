import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import table from '../../test/fixtures/normal.json' with { type: 'json' }
import { erfc, erfcx, normalCdf, normalLogCdf, normalLogPdf, normalPdf, normalQuantile } from './normal.ts'

function worst(f: (x: number) => number, pairs: number[][]): number {
  let result = 0
  for (const [x, expected] of pairs) {
    // A subnormal has fewer digits to agree on: let one unit in its last place be one part in 2⁵².
    const unit = Math.max(Math.abs(expected), 2 ** -1022)
    const error = expected === 0 ? Math.abs(f(x)) : Math.abs(f(x) - expected) / unit
    result = Math.max(result, error)
  }
  return result
}

describe('against 60-digit references, in units of relative error', () => {
  it.each([
    ['erfc(x), x from −6 to 26.5', erfc, table.erfc],
    ['erfcx(x), x from −26.6 to 1e300', erfcx, table.erfcx],
    ['normalPdf(z), |z| to 38.5', normalPdf, table.pdf],
    ['normalCdf(z), z from −38', normalCdf, table.cdf],
    ['normalLogCdf(z), z from −1e10 to 37.5', normalLogCdf, table.logCdf],
    ['normalQuantile(p), p from 1e-320 to 1 − 1e-16', normalQuantile, table.quantile],
  ])('%s is within 1e-15', (_name, f, pairs) => {
    expect(pairs.length).toBeGreaterThan(140)
    expect(worst(f, pairs)).toBeLessThan(1e-15)
  })
})

describe('identities', () => {
  const z = fc.double({ min: -38, max: 38, noNaN: true })

  it('Φ(z) + Φ(−z) = 1', () => {
    fc.assert(
      fc.property(z, (z) => {
        expect(Math.abs(normalCdf(z) + normalCdf(-z) - 1)).toBeLessThan(2e-16)
      }),
    )
  })

  it('normalQuantile undoes normalCdf, as far as the digits of Φ(z) reach', () => {
    fc.assert(
      fc.property(fc.double({ min: -37, max: 5, noNaN: true }), (z) => {
        const p = normalCdf(z)
        const step = (p * 1e-15) / normalPdf(z) + 1e-15 * Math.abs(z)
        expect(Math.abs(normalQuantile(p) - z)).toBeLessThanOrEqual(step)
      }),
    )
  })

  it('normalQuantile never decreases, not even where its three pieces meet', () => {
    for (const join of [0.075, 0.925, Math.exp(-25), 1 - Math.exp(-25)]) {
      let last = -Infinity
      for (let i = -500; i <= 500; i++) {
        const value = normalQuantile(join * (1 + i * 2 ** -50))
        expect(value).toBeGreaterThanOrEqual(last - 1e-15 * Math.abs(value))
        last = value
      }
    }
  })

  it('the logarithms agree with the logarithm, where that is finite', () => {
    fc.assert(
      fc.property(fc.double({ min: -37, max: 0, noNaN: true }), (z) => {
        expect(normalLogCdf(z) / Math.log(normalCdf(z))).toBeCloseTo(1, 13)
        expect(normalLogPdf(z) / Math.log(normalPdf(z))).toBeCloseTo(1, 13)
      }),
    )
  })
})

describe('at the ends of the line', () => {
  it('every function returns NaN for NaN', () => {
    for (const f of [erfc, erfcx, normalCdf, normalLogCdf, normalLogPdf, normalPdf, normalQuantile]) {
      expect(f(NaN)).toBeNaN()
    }
  })

  it.each([
    ['erfc', erfc, 2, 0],
    ['erfcx', erfcx, Infinity, 0],
    ['normalCdf', normalCdf, 0, 1],
    ['normalPdf', normalPdf, 0, 0],
    ['normalLogCdf', normalLogCdf, -Infinity, 0],
    ['normalLogPdf', normalLogPdf, -Infinity, -Infinity],
  ])('%s reaches its limits at ±∞, and stays on the number line before', (_name, f, left, right) => {
    expect(f(-Infinity)).toBe(left)
    expect(f(Infinity)).toBe(right)
    expect(f(-1e200)).toBe(left)
    expect(f(1e308)).toBeCloseTo(right, 300)
  })

  it('normalQuantile sends 0, ½ and 1 to −∞, 0 and ∞, and what is no probability to NaN', () => {
    expect([0, 0.5, 1].map(normalQuantile)).toEqual([-Infinity, 0, Infinity])
    expect([-1e-300, 1.0000000000000002, -Infinity, Infinity].map(normalQuantile)).toEqual([
      NaN,
      NaN,
      NaN,
      NaN,
    ])
  })
})
