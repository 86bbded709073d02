import { describe, expect, it } from 'vitest'
import { errorsOf, HOUR, hourlyDemand } from '../../test/hourlyDemand.ts'
import { normal, seededRng } from '../math/rng.ts'
import { createTimeline, observeRow } from '../series/timeline.ts'
import { AutoSeries } from './autoSeries.ts'
import { type AutoForecast, auto } from './index.ts'

describe('auto on a series', () => {
  it('finds hours, weekdays and lags from the times alone, and beats the same hour a week ago', () => {
    const { ratio, learner } = errorsOf(1, { rows: 800, step: 600 })
    expect(ratio).toBeLessThan(0.6)
    expect(learner.features).toEqual(
      expect.arrayContaining(['hour sin', 'weekend', 'y 1 ago', 'y 24 ago', 'y 168 ago', 'age']),
    )
  })

  it('does not see what it may not know yet: the last 23 outcomes change no forecast 24 ahead', () => {
    const stream = hourlyDemand(130)
    const one = auto({ ahead: 24 })
    for (const { time, y } of stream.slice(0, 107)) one.learn({ time }, y)
    const other = auto({ ahead: 24 }).restore(one.save())
    for (const { time, y } of stream.slice(107)) {
      one.learn({ time }, y)
      other.learn({ time }, y + 50)
    }
    const next = { time: new Date(Date.UTC(2026, 0, 5) + 130 * HOUR).toISOString() }
    expect((one.predict(next) as AutoForecast).mean).toBe((other.predict(next) as AutoForecast).mean)
    one.learn(next, 100)
    other.learn(next, 100)
    expect((one.predict(next) as AutoForecast).mean).not.toBe((other.predict(next) as AutoForecast).mean)
    expect(one.features).toContain('y 24 ago')
    expect(one.features).not.toContain('y 1 ago')
  })
})

it('several rows ahead nothing is promised before the first outcome is known', () => {
  const learner = auto({ task: 'regression', ahead: 5 })
  for (let t = 0; t < 60; t++) {
    const { lower, upper, known } = learner.predict({ t }) as AutoForecast
    expect(known).toBe(t >= 5)
    if (t < 5) expect([lower, upper]).toEqual([-Infinity, Infinity])
    learner.learn({ t }, 4000 + 10 * Math.sin(t))
  }
})

it('outcomes that come late by themselves do not wait as well', () => {
  const load = (t: number): number => 300 + 40 * Math.sin((Math.PI * t) / 12) + 9 * Math.cos(37 * t)
  const rowAt = (t: number): { time: Date } => ({ time: new Date(Date.UTC(2026, 0, 1, t)) })
  const [atOnce, late] = [auto({ ahead: 6 }), auto({ ahead: 6 })]
  for (let t = 0; t < 90; t++) {
    const told = atOnce.predict(rowAt(t)) as AutoForecast
    const asked = late.predict(rowAt(t), { id: t }) as AutoForecast
    if (t > 20) expect(asked.mean).toBeCloseTo(told.mean, 9)
    atOnce.learn(rowAt(t), load(t))
    if (t >= 5) late.learn({ id: t - 5, y: load(t - 5) })
  }
})

it('takes a gap for a later step until such gaps have come three times, as nights do', () => {
  const series = new AutoSeries(0.9)
  const timeline = createTimeline(0, true)
  const steps: number[] = []
  for (let day = 0; day < 5; day++) {
    for (let hour = 8; hour < 18; hour++) {
      const time = Date.UTC(2026, 0, 5 + day, hour)
      if (hour === 8 && day > 0)
        steps.push(series.stepsAfter(timeline, { time, raw: [], cells: new Float64Array(0) }, 0))
      observeRow(timeline, time, [], hour)
    }
  }
  expect(steps).toEqual([15, 15, 15, 1])
})

it('knows what each month says by itself, beside a column that says more', () => {
  const rng = seededRng(4)
  const learner = auto({ task: 'regression' })
  let [squares, count] = [0, 0]
  for (let t = 0; t < 144; t++) {
    const time = new Date(Date.UTC(2000, t, 1)).toISOString().slice(0, 10)
    const x = normal(rng)
    const y = 30 * x + 5 * [4, -3, 1, 6, -5, 0, 3, -6, 2, 5, -1, 20][t % 12] + normal(rng)
    const { mean } = learner.predict({ time, x }) as AutoForecast
    learner.learn({ time, x }, y)
    if (t < 60) continue
    squares += (mean - y) ** 2
    count++
  }
  // Sines and past outcomes alone leave 19.
  expect(Math.sqrt(squares / count)).toBeLessThan(1.5)
})
