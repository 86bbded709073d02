import { describe, expect, it } from 'vitest'
import { auto } from '../auto/index.ts'
import { modelOf } from '../live/modelOf.ts'
import { normal, seededRng } from '../math/rng.ts'
import type { StepForecast } from '../paths/path.ts'
import { Zone } from '../rows/zone.ts'
import { forecastSeries, type SeriesForecastOptions } from './forecastSeries.ts'
import { KnownCells } from './knownCells.ts'
import { seasonsOfSpacing, slotOf, spacingName, spacingOf, timeAt } from './spacing.ts'

const DAY = 86_400_000
const day = (text: string): number => Date.parse(`${text}T00:00Z`)
const range = (size: number, at: (i: number) => number): number[] =>
  Array.from({ length: size }, (_, i) => at(i))

describe('the spacing of times', () => {
  it('counts months by the calendar, ends of months too', () => {
    const ends = range(24, (i) => Date.UTC(2024, i + 1, 0))
    const spacing = spacingOf(ends)
    expect(spacingName(spacing)).toBe('monthly')
    expect(spacing && range(24, (i) => timeAt(spacing, i))).toEqual(ends)
    expect(spacing && timeAt(spacing, 25)).toBe(day('2026-02-28'))
    expect(seasonsOfSpacing(spacing).seasons).toEqual([12])
  })

  it('sees working days, and goes on after a weekend', () => {
    const days = range(60, (i) => day('2026-01-05') + (Math.floor(i / 5) * 7 + (i % 5)) * DAY)
    const spacing = spacingOf(days)
    expect(spacingName(spacing)).toBe('on working days')
    expect(spacing && days.map((time) => slotOf(spacing, time))).toEqual(range(60, (i) => i))
    expect(spacing && timeAt(spacing, 60)).toBe(day('2026-03-30'))
  })

  it('knows hours with gaps, and refuses to see a grid where there is none', () => {
    const hours = [0, 1, 2, 3, 7, 8, 9, 10].map((hour) => hour * 3_600_000)
    expect(spacingName(spacingOf(hours))).toBe('hourly')
    expect(spacingOf([0, 17, 45, 46, 99, 130, 131, 190].map((minute) => minute * 60_000))).toBeUndefined()
  })
})

describe('a zone', () => {
  it('keeps the same clock time over a change of clocks', () => {
    const berlin = new Zone('Europe/Berlin')
    const before = Date.parse('2026-03-28T08:00:00Z') // 09:00 on the wall
    const after = Date.parse('2026-03-29T07:00:00Z') // 09:00 on the wall, a day and no 24 hours later
    expect(berlin.wallClock(after) - berlin.wallClock(before)).toBe(DAY)
    expect(berlin.instant(berlin.wallClock(after))).toBe(after)
  })

  it('is refused by name where there is no such zone', () => {
    expect(() => new Zone('Berlin')).toThrow('such as Europe/Berlin; received "Berlin"')
  })
})

describe('the forecast of a series', () => {
  const rng = seededRng(5)
  const weekly = (i: number): number => 200 + 40 * Math.sin((2 * Math.PI * i) / 7) + 5 * normal(rng)
  const times = range(300, (i) => day('2025-01-01') + i * DAY)

  it('starts after the last outcome, at the next times, with the season found by itself', () => {
    const y = times.map((_, i) => weekly(i))
    const { path, times: ahead, seasons, record } = forecastSeries({ times, y }, { steps: 10 })
    expect(seasons).toEqual([7])
    expect(ahead?.[0]).toBe(times[299] + DAY)
    expect(path.steps.length).toBe(10)
    for (const { mean, step } of path.steps) expect(Math.abs(mean - weekly(299 + step))).toBeLessThan(25)
    expect(record.map(({ step }) => step)).toEqual(range(10, (k) => k + 1))
    for (const { covered, error, naive } of record) {
      expect(covered).toBeGreaterThan(0.8)
      expect(error).toBeLessThan(1.2 * naive)
    }
  })

  it('takes blank rows at the end for the rows that are asked about', () => {
    const y = times.map((_, i) => (i < 295 ? weekly(i) : Number.NaN))
    const { path, times: ahead } = forecastSeries({ times, y })
    expect(path.steps.length).toBe(5)
    expect(ahead).toEqual(times.slice(295))
  })

  it('gives the same digits whether a blank row is there or not', () => {
    const y = times.map((_, i) => weekly(i))
    const short = forecastSeries({ times: times.slice(0, 290), y: y.slice(0, 290) }, { steps: 5 })
    const blank = forecastSeries(
      { times, y: y.map((value, i) => (i < 290 ? value : Number.NaN)) },
      { steps: 5 },
    )
    expect(blank.path.steps.map(({ mean, lower, upper }) => [mean, lower, upper])).toEqual(
      short.path.steps.map(({ mean, lower, upper }) => [mean, lower, upper]),
    )
  })

  it('uses a known column at its future values', () => {
    const promo = (i: number): number => (i % 11 === 0 || i === 302 ? 1 : 0)
    const long = range(306, (i) => day('2025-01-01') + i * DAY)
    const y = long.map((_, i) => (i < 300 ? 100 + 50 * promo(i) + normal(rng) : Number.NaN))
    const { path } = forecastSeries({ times: long, y, known: long.map((_, i) => [promo(i)]) })
    expect(path.steps[2].mean).toBeGreaterThan(130)
    expect(path.steps[1].mean).toBeLessThan(115)
  })

  it('forecasts a step alike in a path of any length, known columns and a model too', () => {
    const long = range(46, (i) => day('2025-01-01') + i * DAY)
    const known = long.map((_, i) => [i % 5 ? 0 : 1])
    const y = long.map((_, i) => (i < 40 ? 100 + (i % 5 ? 0 : 50) + normal(rng) : Number.NaN))
    for (const model of [undefined, modelOf(auto({ memory: false })) as SeriesForecastOptions['model']]) {
      const stepsOf = (steps: number): readonly StepForecast[] =>
        forecastSeries({ times: long, y, known }, { steps, model }).path.steps
      const most = stepsOf(6)
      for (const steps of [1, 3]) expect(stepsOf(steps)).toEqual(most.slice(0, steps))
    }
  })

  it('has no times after one row, unless they are given', () => {
    const [first, second, third] = times
    expect(forecastSeries({ times: [first], y: [5] }, { steps: 2 }).times).toBeUndefined()
    const y = [5, Number.NaN, Number.NaN]
    expect(forecastSeries({ times: [first, second, third], y }, { steps: 2 }).times).toEqual([second, third])
  })

  it('says what it cannot do: no outcome, times that fall, a day that is past', () => {
    expect(() => forecastSeries({ y: [Number.NaN] })).toThrow('no outcome')
    expect(() => forecastSeries({ times: [2, 1], y: [1, 2] })).toThrow('sort the rows')
    const y = times.map((_, i) => weekly(i))
    expect(() => forecastSeries({ times, y }, { until: times[10] })).toThrow(
      'until must be after the last outcome',
    )
  })
})

it('reads known cells as numbers or as words, and keeps the last number where one is missing', () => {
  const cells = new KnownCells(
    [
      ['1.5', 'no'],
      ['', 'no'],
      ['2', 'yes'],
    ],
    2,
  )
  expect(cells.numbersOf(['', 'yes'], [1.5, 0])).toEqual([1.5, 1])
  expect(cells.numbersOf(['3', 'perhaps'], [1.5, 0])).toEqual([3, 0])
})
