import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scale, short, type Tick } from './scale.ts'

const ticksOf = (domain: readonly [number, number], ticks: number, kind?: 'log'): readonly Tick[] =>
  scale({ domain, range: [0, 1], kind, ticks }).ticks

describe('ticks', () => {
  it('has round steps and lies within the domain, whatever the domain', () => {
    const size = fc.double({ min: 1e-6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        size,
        fc.integer({ min: 2, max: 8 }),
        (low, span, n) => {
          const high = low + span
          if (!(high > low)) return
          const ticks = ticksOf([low, high], n)
          expect(ticks.length).toBeLessThanOrEqual(2 * n + 1)
          for (const { value } of ticks) {
            expect(value).toBeGreaterThanOrEqual(low - 1e-9 * Math.max(1, Math.abs(low)) - 1e-6 * span)
            expect(value).toBeLessThanOrEqual(high + 1e-9 * Math.max(1, Math.abs(high)) + 1e-6 * span)
          }
        },
      ),
    )
  })

  it('writes as many decimals as the step has', () => {
    expect(ticksOf([0, 1], 5).map(({ label }) => label)).toEqual(['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'])
    expect(ticksOf([-4, 4], 4).map(({ label }) => label)).toEqual(['−4', '−2', '0', '2', '4'])
  })
})

it('ticks of a logarithmic scale are powers of ten, or more where there are few', () => {
  const values = (low: number, high: number): number[] =>
    ticksOf([low, high], 4, 'log').map(({ value }) => value)
  expect(values(1, 1e6)).toEqual([1, 100, 10_000, 1e6])
  expect(values(3, 60)).toEqual([3, 10, 20, 30])
  expect(values(1, 1.2)).toEqual([1, 1.05, 1.1, 1.15, 1.2])
})

it('scale maps the ends of the domain to the ends of the range', () => {
  const s = scale({ domain: [10, 1000], range: [0, 100], kind: 'log' })
  expect([s.at(10), s.at(100), s.at(1000)].map(Math.round)).toEqual([0, 50, 100])
})

it('short writes tiny numbers as powers', () => {
  expect([short(0.0001), short(0.00001), short(-0.00002), short(1.5e-9), short(1234)]).toEqual([
    '0.0001',
    '10⁻⁵',
    '−2·10⁻⁵',
    '1.5·10⁻⁹',
    '1234',
  ])
})
