import { expect, it } from 'vitest'
import { Shelf } from '../../files/shelf/shelf.ts'
import { coherent } from './coherent.ts'
import type { KeyForecast, KeySeries } from './keyForecast.ts'
import { ALL, totalSeries } from './totals.ts'

const KEYS = [
  ['north', 'a'],
  ['north', 'b'],
  ['south', 'c'],
]

const SERIES: readonly KeySeries[] = KEYS.map((cells, s) => ({
  number: s,
  key: cells.join(),
  cells,
  times: [1, 2, 3],
  y: [1 + s, 2 + s, 3 + s],
}))

/** Two steps of a series whose forecasts do not add up. */
function forecastOf(cells: readonly string[], mean: number, times?: readonly number[]): KeyForecast {
  const numbers = { mean, median: mean, sd: mean / 10, lower: 0.8 * mean, upper: 1.2 * mean }
  const steps = [1, 2].map((step) => ({ step, time: null, ...numbers }))
  const inner = { lower: [0.9 * mean, 0.9 * mean], upper: [1.1 * mean, 1.1 * mean] }
  const found = { times } as KeyForecast['found']
  const total = { mean: 2 * mean, median: 2 * mean, sd: mean / 7, lower: 1.7 * mean, upper: 2.3 * mean }
  return {
    key: -1,
    name: cells.join(),
    cells,
    steps,
    total,
    inner,
    record: [],
    found,
    past: { at: [1], y: [mean] },
  }
}

it('names sums by the columns that they are over', () => {
  expect([...totalSeries(SERIES, KEYS)].map(({ cells, y }) => [cells, y])).toEqual([
    [
      [ALL, ALL],
      [6, 9, 12],
    ],
    [
      ['north', ALL],
      [3, 5, 7],
    ],
    [
      ['south', ALL],
      [3, 4, 5],
    ],
  ])
})

it('makes parts add up at each step and over all steps, to the last digit, ends around their means', () => {
  const totals = [...totalSeries(SERIES, KEYS)].map(({ cells }, i) =>
    forecastOf(cells, [100.1, 61.7, 33.3][i] as number),
  )
  const parts = KEYS.map((cells, i) => forecastOf(cells, [30.3, 28.123456789, 40][i] as number))
  const moved = [...coherent(totals, parts, new Shelf())]
  const [whole, north, south, ...each] = moved
  const cents = (value: number | undefined): number => Math.round((value ?? Number.NaN) * 1e6)
  for (const of of [(one?: KeyForecast) => one?.steps[1]?.mean, (one?: KeyForecast) => one?.total.mean]) {
    expect(cents(of(north))).toBe(cents(of(each[0])) + cents(of(each[1])))
    expect(cents(of(south))).toBe(cents(of(each[2])))
    expect(cents(of(whole))).toBe(cents(of(north)) + cents(of(south)))
  }
  for (const { steps } of moved)
    for (const { mean, lower, upper } of steps) expect(lower < mean && mean < upper).toBe(true)
})

it('leaves a series that ended before the others out of sums, also at the times that both have', () => {
  const times = [2, 3]
  const totals = [...totalSeries(SERIES, KEYS)].map(({ cells }, i) =>
    forecastOf(cells, [100.1, 31.7, 33.3][i] as number, times),
  )
  const parts = KEYS.map((cells, i) =>
    forecastOf(cells, [30.3, 28, 40][i] as number, i === 1 ? [1, 2] : times),
  )
  const [whole, north, south, a, b, c] = [...coherent(totals, parts, new Shelf())]
  const meansOf = (one?: KeyForecast) => [...(one?.steps ?? []), one?.total].map((step) => step?.mean)
  expect(meansOf(b)).toEqual([28, 28, 56])
  expect(meansOf(north)).toEqual(meansOf(a))
  expect(meansOf(south)).toEqual(meansOf(c))
  expect(meansOf(whole)[1]).toBeCloseTo((meansOf(a)[1] as number) + (meansOf(c)[1] as number), 9)
})

it('moves ends without digits that nobody meant', () => {
  const [total] = totalSeries(SERIES, KEYS)
  const [first, ...others] = KEYS.map((cells) => forecastOf(cells, 0.1))
  const odd = { mean: 0.30000000000000004, median: 0.3, sd: 0.1, lower: -1.1, upper: 2.3 }
  const parts = [
    { ...first, steps: first?.steps.map((step) => ({ ...step, ...odd })) } as KeyForecast,
    ...others,
  ]
  const whole = forecastOf(total?.cells ?? [], 6)
  for (const { steps } of coherent([whole], parts, new Shelf()))
    for (const { lower, median, upper } of steps)
      for (const end of [lower, median, upper]) expect(String(end).replace('-', '').length).toBeLessThan(15)
})
