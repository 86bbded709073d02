import { describe, expect, it } from 'vitest'
import { normal, seededRng } from '../math/rng.ts'
import { createTimeline, observeRow } from '../series/timeline.ts'
import { AutoSeries } from './autoSeries.ts'
import { type AutoForecast, auto } from './index.ts'

const HOUR = 3_600_000

/** Hourly demand with a daily and a weekly rhythm, and a level that steps up. */
function demand(rows: number): { time: string; y: number }[] {
  const rng = seededRng(9)
  return Array.from({ length: rows }, (_, t) => {
    const date = new Date(Date.UTC(2026, 0, 5) + t * HOUR)
    const weekend = [0, 6].includes(date.getUTCDay()) ? -20 : 0
    const level = t > 700 ? 130 : 100
    const day = 30 * Math.sin((2 * Math.PI * date.getUTCHours()) / 24)
    return { time: date.toISOString(), y: level + day + weekend + 3 * normal(rng) }
  })
}

function errors(ahead: number, { rows = 1000, from = 400 } = {}) {
  const stream = demand(rows)
  const learner = auto({ ahead })
  let [own, naive, covered, count] = [0, 0, 0, 0]
  stream.forEach(({ time, y }, t) => {
    const { mean, lower, upper } = learner.predict({ time }) as AutoForecast
    if (t >= from) {
      count++
      own += (mean - y) ** 2
      naive += (stream[t - 168].y - y) ** 2
      covered += lower <= y && y <= upper ? 1 : 0
    }
    learner.learn({ time }, y)
  })
  return { ratio: Math.sqrt(own / naive), coverage: covered / count, learner }
}

describe('auto on a series', () => {
  it('finds hours, weekdays and lags from the times alone, and beats the same hour a week ago', () => {
    const { ratio, learner } = errors(1)
    expect(ratio).toBeLessThan(0.6)
    expect(learner.features).toEqual(
      expect.arrayContaining(['hour sin', 'weekend', 'y 1 ago', 'y 24 ago', 'y 168 ago', 'age']),
    )
  })

  it('forecasts 24 rows ahead from what was known then, and still covers', () => {
    const { ratio, coverage, learner } = errors(24, { rows: 620, from: 480 })
    expect(ratio).toBeLessThan(0.9)
    expect(coverage).toBeGreaterThan(0.86)
    expect(learner.features).toContain('y 24 ago')
    expect(learner.features).not.toContain('y 1 ago')
  })

  it('does not see what it may not know yet: the last 23 outcomes change no forecast 24 ahead', () => {
    const stream = demand(300)
    const one = auto({ ahead: 24 })
    for (const { time, y } of stream.slice(0, 277)) one.learn({ time }, y)
    const other = auto({ ahead: 24 }).restore(one.save())
    for (const { time, y } of stream.slice(277)) {
      one.learn({ time }, y)
      other.learn({ time }, y + 50)
    }
    const next = { time: new Date(Date.UTC(2026, 0, 5) + 300 * HOUR).toISOString() }
    expect((one.predict(next) as AutoForecast).mean).toBe((other.predict(next) as AutoForecast).mean)
    one.learn(next, 100)
    other.learn(next, 100)
    expect((one.predict(next) as AutoForecast).mean).not.toBe((other.predict(next) as AutoForecast).mean)
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
  for (let t = 0; t < 150; t++) {
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
