import { spacingOf } from 'credence/paths'
import { expect, it } from 'vitest'
import type { Asked } from './asked.ts'
import { gapsOf } from './gaps.ts'
import type { KeyForecast } from './keyForecast.ts'

const DAY = 86_400_000
const PLACES = Array.from({ length: 30 }, (_, t) => t * DAY)
const BLANK = [7, 20]
const THERE = PLACES.filter((_, t) => !BLANK.includes(t))

const FORECAST = {
  key: 0,
  found: { spacing: spacingOf(PLACES), missing: BLANK.length },
  past: { at: THERE, y: THERE },
} as unknown as KeyForecast

function asked(odd: number, at: (row: number) => string): Asked {
  const place = Float64Array.from(PLACES)
  const own = {
    row: place.map((_, r) => r),
    place,
    y: place.map((y, r) => (BLANK.includes(r) ? Number.NaN : y)),
  }
  const table = { columns: new Map([['sold', { at }]]) }
  return {
    rows: { of: () => own },
    table,
    target: 'sold',
    style: { instants: false },
    odd,
  } as unknown as Asked
}

it('looks at no cell of the table to find rows without an outcome, unless one could not be read', () => {
  const unasked = (): string => {
    throw new Error('a cell was looked at')
  }
  expect(gapsOf(asked(-1, unasked), FORECAST).blank).toEqual(BLANK)
  expect(
    gapsOf(
      asked(20, (row) => (row === 20 ? 'closed' : '')),
      FORECAST,
    ).blank,
  ).toEqual([7])
})
