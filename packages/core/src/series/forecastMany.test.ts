import { describe, expect, it } from 'vitest'
import { normal, seededRng } from '../math/rng.ts'
import { forecastMany, ManySeries, planMany } from './forecastMany.ts'
import { forecastSeries, type SeriesForecast } from './forecastSeries.ts'
import type { NamedSeries } from './member.ts'

/** Months of cities that share a season, from `from` on. */
function city(key: string, months: number, from = 0): NamedSeries {
  const rng = seededRng(key.length * 7 + key.charCodeAt(0))
  const level = 50 * (key.charCodeAt(0) - 90)
  return {
    key,
    times: Array.from({ length: months }, (_, i) => Date.UTC(2015, from + i, 1)),
    y: Array.from(
      { length: months },
      (_, i) => level * (1 + 0.3 * Math.sin((Math.PI * (from + i)) / 6)) + 5 * normal(rng),
    ),
  }
}

const means = ({ path }: SeriesForecast): number[] => path.steps.map(({ mean }) => mean)

describe('many series', () => {
  const cities = ['a', 'b', 'c', 'd'].map((key) => city(key, 40))
  const wishes = { steps: 3 }

  it('forecasts each from its own last outcome, with a record of its own', () => {
    const late = city('e', 6, 34)
    const ended = city('f', 20)
    const found = forecastMany([...cities, late, ended], wishes)
    expect(found.map(({ outcomes }) => outcomes)).toEqual([40, 40, 40, 40, 6, 20])
    expect(new Date(found[5]?.times?.[0] as number).toISOString().slice(0, 7)).toBe('2016-09')
    expect(found[0]?.record[0]?.origins).toBeGreaterThan(20)
    expect(found[4]?.path.steps[2]?.upper).toSatisfy(Number.isFinite)
  })

  it('forecasts a first step alike whether one step is asked for or four, with a known column', () => {
    const promoted = cities.map((each) => {
      const times = [...(each.times ?? []), ...[0, 1, 2, 3].map((i) => Date.UTC(2015, 40 + i, 1))]
      const known = times.map((_, i) => [i % 5 ? 0 : 1])
      const y = known.map(([promotion], i) => (each.y[i] ?? Number.NaN) + 40 * (promotion as number))
      return { ...each, times, y, known }
    })
    const first = (steps: number): unknown =>
      forecastMany(promoted, { steps }).map(({ path }) => path.steps[0])
    expect(first(1)).toEqual(first(4))
  })

  it('has no forecasts of no series, and names the series that is wrong', () => {
    expect(forecastMany([], wishes)).toEqual([])
    const [a, b] = cities as [NamedSeries, NamedSeries]
    const refused = (...series: NamedSeries[]) => expect(() => forecastMany(series, wishes))
    refused(a, b, a).toThrow('each series must have a key of its own; received "a" twice')
    refused(a, { ...b, y: b.y.slice(1) }).toThrow(
      'times must be as many as outcomes in "b"; received 40 and 39',
    )
    refused(a, { ...b, y: b.y.map(() => Number.NaN) }).toThrow('"b" has no outcome to learn from')
  })

  it('lets those beyond the teachers learn from these, whatever was forecast before', () => {
    const plan = planMany(cities, { ...wishes, teachers: 2 })
    expect(plan?.teachers).toHaveLength(2)
    const others = cities.filter(({ key }) => !plan?.teachers.includes(key))
    const teach = (): readonly [ManySeries, Parameters<ManySeries['forecast']>[1]] => {
      const many = new ManySeries(plan as NonNullable<typeof plan>, wishes)
      const teaching = many.teach(cities.filter(({ key }) => plan?.teachers.includes(key)))
      for (;;) {
        const step = teaching.next()
        if (step.done) return [many, step.value]
      }
    }
    const [many, lessons] = teach()
    const forward = others.map((each) => means(many.forecast(each, lessons)))
    const again = new ManySeries(plan as NonNullable<typeof plan>, wishes)
    const backward = [...others]
      .reverse()
      .map((each) => means(again.forecast(each, structuredClone(lessons))))
    expect(backward.reverse()).toEqual(forward)
    expect(forward[0]).not.toEqual(means(forecastSeries(others[0] as NamedSeries, wishes)))
  })

  it('shows a series that follows nothing of what teachers learnt later', () => {
    const plan = planMany(cities, { ...wishes, teachers: 3 })
    const isTeacher = ({ key }: NamedSeries): boolean => plan?.teachers.includes(key) === true
    const pupil = cities.find((each) => !isTeacher(each)) as NamedSeries
    const records = [1, 50].map((factor) => {
      const changed = cities.map((each) => ({
        ...each,
        y: each.y.map((y, i) => (isTeacher(each) && i >= 30 ? factor * y : y)),
      }))
      const early = { ...pupil, times: pupil.times?.slice(0, 30), y: pupil.y.slice(0, 30) }
      const found = forecastMany([...changed.filter(isTeacher), early], { ...wishes, teachers: 3 })
      return found[3]?.record
    })
    expect(records[1]).toEqual(records[0])
  })

  it('learns rows without a time in common each by itself', () => {
    const odd = [0, 3, 4, 11, 19, 33, 34, 60, 99].map((day) => Date.UTC(2020, 0, 1 + day))
    const series = ['x', 'y'].map((key) => ({ key, times: odd, y: odd.map((_, i) => i * i) }))
    expect(planMany(series, wishes)).toBeUndefined()
    expect(means(forecastMany(series, wishes)[0] as SeriesForecast)).toEqual(
      means(forecastSeries(series[0] as NamedSeries, wishes)),
    )
  })
})
