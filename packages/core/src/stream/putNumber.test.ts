import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LONGEST_NUMBER, putNumber } from './putNumber.ts'

const bytes = new Uint8Array(LONGEST_NUMBER)
const written = (value: number): string =>
  String.fromCharCode(...bytes.subarray(0, putNumber(bytes, 0, value)))

describe('a number in bytes', () => {
  it('is what String writes, for every double', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        expect(written(value)).toBe(String(value))
      }),
      { numRuns: 5000 },
    )
  })

  it('is what String writes, for numbers of every length and size that people have', () => {
    const cases = fc.tuple(
      fc.double({ min: -10, max: 10, noNaN: true }),
      fc.nat(17),
      fc.integer({ min: -7, max: 22 }),
    )
    fc.assert(
      fc.property(cases, ([unit, length, exponent]) => {
        const value = Number(`${Number(unit.toPrecision(Math.max(1, length)))}`) * Number(`1e${exponent}`)
        expect(written(value)).toBe(String(value))
      }),
      { numRuns: 20_000 },
    )
  })

  it('keeps to it beside powers of two and ten, where digits end and neighbours are not equally far', () => {
    for (let e = -30; e < 60; e++) {
      for (const centre of [Number(`1e${(e / 3) | 0}`), 2 ** e, 5 * 10 ** ((e / 4) | 0)]) {
        for (let i = -20; i <= 20; i++) {
          const value = centre * (1 + i * Number.EPSILON)
          expect(written(value)).toBe(String(value))
          expect(written(-value)).toBe(String(-value))
        }
      }
    }
    for (const value of [
      0,
      -0,
      1,
      -1,
      0.1,
      1e-6,
      1e-7,
      123456789.25,
      1e15,
      1e21,
      1e22,
      5e-324,
      Infinity,
      Number.NaN,
    ])
      expect(written(value)).toBe(String(value))
  })
})
