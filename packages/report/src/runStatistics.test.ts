import type { NumericRecord } from '@credence/recipe'
import { seededRng } from 'credence'
import { uniform } from 'credence/random'
import { describe, expect, it } from 'vitest'
import { type RoundDetails, type RunFacts, RunStatistics } from './runStatistics.ts'
import { MOST_STRETCHES } from './series.ts'

const rng = seededRng(1)
const facts: RunFacts = { seconds: 1, columns: { target: 'y', used: ['a'], ignored: [] } }

/** A record, and where its outcome fell. */
type Row = NumericRecord & { readonly lawAt: number; readonly weights: number[] }

/** Records of a forecaster whose intervals cover with the probability `chance`. */
function records(rounds: number, chance = 0.9): Row[] {
  return Array.from({ length: rounds }, (_, i) => {
    const mean = 10 * Math.sin(i / 7)
    const y = mean + (uniform(rng) - 0.5)
    const w = uniform(rng)
    return {
      t: i + 1,
      y,
      mean,
      lawAt: Math.min(1, Math.max(0, y - mean + 0.5)),
      lower: mean - chance / 2,
      upper: mean + chance / 2,
      loss: (y - mean) ** 2,
      weights: [w, 1 - w],
    }
  })
}

function watched(rows: readonly (NumericRecord | Row)[], season = 0): RunStatistics {
  const statistics = new RunStatistics({ coverage: 0.9, season })
  for (const record of rows) statistics.add(record, detailsOf(record))
  return statistics
}

const detailsOf = (row: NumericRecord | Row): RoundDetails => ({
  weights: row.weights,
  lawAt: 'lawAt' in row ? row.lawAt : undefined,
})

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return 0.5 * sorted[(sorted.length - 1) >> 1] + 0.5 * sorted[sorted.length >> 1]
}

describe('RunStatistics', () => {
  it('counts outcomes that had no probability beside the mean loss of the others', () => {
    const rows = records(20)
    const losses = rows.map(({ loss }, i) => (i === 12 ? Infinity : (loss as number)))
    const { loss } = watched(rows.map((row, i) => ({ ...row, loss: losses[i] }))).summary(facts)
    expect(loss?.mean).toBeCloseTo(average(losses.filter(Number.isFinite)), 12)
    expect(loss?.impossible).toBe(1)
  })

  it('puts the error beside naive forecasts over the same rounds', () => {
    const rows = records(500)
    const { errors } = watched(rows, 44).summary(facts)
    const y = rows.map((row) => row.y as number)
    const late = rows.map((_, t) => t).slice(44)
    expect(errors?.rounds).toBe(456)
    const mean = (error: (t: number) => number): number => average(late.map((t) => Math.abs(error(t))))
    expect(errors?.meanAbsolute.own).toBeCloseTo(
      mean((t) => y[t] - (rows[t].mean as number)),
      12,
    )
    expect(errors?.meanAbsolute.last).toBeCloseTo(
      mean((t) => y[t] - y[t - 1]),
      12,
    )
    expect(errors?.meanAbsolute.mean).toBeCloseTo(
      mean((t) => y[t] - average(y.slice(0, t))),
      10,
    )
    expect(errors?.meanAbsolute.seasonal).toBeCloseTo(
      mean((t) => y[t] - y[t - 44]),
      12,
    )
  })

  it('judges absolute errors by the median and squares by the mean, beside the median so far', () => {
    const y = Array.from({ length: 120 }, () => Math.exp(3 * uniform(rng)))
    const rows = y.map((value, i) => ({ t: i + 1, y: value, mean: 6.4, median: 4.5, lower: 1, upper: 20 }))
    const statistics = new RunStatistics({ coverage: 0.9, groupedBy: 'place' })
    for (const row of rows) statistics.add(row, {}, 'Bonn')
    const { errors, groups } = statistics.summary(facts)
    const late = rows.slice(1)
    const absolute = average(late.map((row) => Math.abs(row.y - row.median)))
    expect(errors?.absoluteOf).toBe('median')
    expect(errors?.meanAbsolute.own).toBeCloseTo(absolute, 12)
    expect(groups?.each[0].meanAbsolute).toBeCloseTo(absolute, 12)
    const square = average(late.map((row) => (row.y - row.mean) ** 2))
    expect(errors?.rootMeanSquared.own).toBeCloseTo(Math.sqrt(square), 12)
    const naive = late.map((row, i) => Math.abs(row.y - middle(y.slice(0, i + 1))))
    expect(errors?.meanAbsolute.median).toBeCloseTo(average(naive), 12)
    expect(errors?.rootMeanSquared).not.toHaveProperty('median')
  })

  it('compares with the season where a quarter of the rounds or more have one, else with all else', () => {
    const rows = records(200)
    const y = rows.map((row) => row.y as number)
    const errorsAfter = (season: number) => watched(rows, season).summary(facts).errors
    expect(errorsAfter(150)).toMatchObject({ rounds: 50, season: 150 })
    for (const season of [151, 1440]) {
      const errors = errorsAfter(season)
      // The first row has nothing to go by.
      expect(errors?.rounds).toBe(199)
      expect(errors).not.toHaveProperty('season')
      expect(Object.keys(errors?.meanAbsolute ?? {})).toEqual(['own', 'last', 'mean', 'median'])
      expect(errors?.meanAbsolute.last).toBeCloseTo(
        average(y.slice(1).map((value, t) => Math.abs(value - (y[t] as number)))),
        12,
      )
    }
  })

  it('lets naive forecasts know no more than was known so many rows ahead', () => {
    const rows = records(300)
    const y = rows.map((row) => row.y as number)
    const statistics = new RunStatistics({ coverage: 0.9, season: 7, ahead: 10 })
    for (const record of rows) statistics.add(record)
    const { errors } = statistics.summary(facts)
    const late = rows.map((_, t) => t).slice(14)
    const mean = (error: (t: number) => number): number => average(late.map((t) => Math.abs(error(t))))
    expect(errors).toMatchObject({ rounds: 286, season: 7 })
    expect(errors?.meanAbsolute.last).toBeCloseTo(
      mean((t) => y[t] - y[t - 10]),
      12,
    )
    expect(errors?.meanAbsolute.seasonal).toBeCloseTo(
      mean((t) => y[t] - y[t - 14]),
      12,
    )
    expect(errors?.meanAbsolute.mean).toBeCloseTo(
      mean((t) => y[t] - average(y.slice(0, t - 9))),
      10,
    )
  })

  it('keeps seasons in step where outcomes are missing', () => {
    const rows = records(300).map((row, t) => (t % 10 === 3 ? { ...row, y: null } : row))
    const y = rows.map((row) => row.y ?? Number.NaN)
    const { errors } = watched(rows, 44).summary(facts)
    const pairs = rows.map((_, t) => t).filter((t) => t >= 44 && !Number.isNaN(y[t] - y[t - 44]))
    expect(errors?.rounds).toBe(pairs.length)
    expect(errors?.meanAbsolute.seasonal).toBeCloseTo(
      average(pairs.map((t) => Math.abs(y[t] - y[t - 44]))),
      12,
    )
  })

  it('warns of coverage only when it is surely not what was asked for', () => {
    const codes = (chance: number): string[] =>
      watched(records(5000, chance))
        .summary(facts)
        .warnings.map(({ code }) => code)
    expect(codes(0.9)).toEqual([])
    expect(codes(0.8)).toEqual(['coverage'])
    expect(codes(0.97)).toEqual(['coverage'])
  })

  it('says what was covered, where the truth lies and what was asked for', () => {
    const [warning] = watched(records(2000, 0.577)).summary(facts).warnings
    expect(warning?.message).toMatch(
      /^the intervals covered 5\d\.\d % \(95 % sure: between 5\d\.\d % and 6\d\.\d %\), asked for 90\.0 %;/,
    )
  })

  it('warns of a distribution that is off by a quarter, though its intervals cover', () => {
    const skewed = records(2000).map((row) => ({ ...row, lawAt: (row.lawAt as number) ** 2 }))
    const { law, warnings } = watched(skewed).summary(facts)
    expect(law?.distance).toBeCloseTo(0.25, 1)
    expect(warnings).toMatchObject([{ code: 'calibration', message: /off by up to 2\d\.\d %/ }])
  })

  it('names the one row that makes most of the error, and none where errors are alike', () => {
    const rows = records(300)
    const slipped = rows.map((row) => (row.t === 123 ? { ...row, y: 1e12 } : row))
    const warned = (each: typeof rows): string[] =>
      watched(each)
        .summary(facts)
        .warnings.filter(({ code }) => code === 'outlier')
        .map(({ message }) => message)
    expect(warned(rows)).toEqual([])
    expect(warned(slipped)).toHaveLength(1)
    expect(warned(slipped)[0]).toMatch(/^row 123: "y" is 1000000000000, far from all other values/)
  })

  it('judges intervals only by rows that have an outcome, in the chart as in the text', () => {
    const rows = records(400, 0.9).map((row, t) => (t < 300 ? row : { ...row, y: null }))
    const { series, intervals } = watched(rows).summary(facts)
    const judged = series.coverage.filter((share) => share !== null)
    expect(judged).toHaveLength(300)
    expect(average(judged)).toBeCloseTo(intervals?.covered as number, 12)
  })

  it('shows a width that a few very wide intervals do not rule', () => {
    const rows = records(200).map((row, t) => (t < 3 ? { ...row, lower: -1e4, upper: 1e4 } : row))
    const { intervals } = watched(rows).summary(facts)
    expect(intervals?.meanWidth).toBeGreaterThan(100)
    expect(intervals?.medianWidth).toBeGreaterThan(0.89)
    expect(intervals?.medianWidth).toBeLessThan(0.91)
  })

  it('keeps a run of any length in as many stretches, whose means are those of the rounds', () => {
    const rows = records(10_000)
    const { series } = watched(rows).summary(facts)
    expect(series.width).toBe(16)
    expect(series.t).toHaveLength(625)
    expect(series.t.length).toBeLessThanOrEqual(MOST_STRETCHES)
    expect(series.t.at(-1)).toBe(10_000)
    const third = rows.slice(32, 48)
    expect(series.y[2]).toBeCloseTo(average(third.map(({ y }) => y as number)), 10)
    expect(series.weights[1][2]).toBeCloseTo(average(third.map(({ weights }) => weights?.[1] as number)), 10)
    expect(series.high[2]).toBe(Math.max(...third.map(({ y }) => y as number)))
  })

  it('goes on from its state as if it had never stopped', () => {
    const rows = records(3000)
    const half = watched(rows.slice(0, 1700))
    const resumed = new RunStatistics(half.options, structuredClone(half.state))
    for (const record of rows.slice(1700)) resumed.add(record, detailsOf(record))
    expect(resumed.summary(facts)).toEqual(watched(rows).summary(facts))
  })

  it('is data: JSON shows all of it', () => {
    const summary = watched(records(100)).summary(facts)
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary)
  })

  it('names the edge of a grid that holds nearly all weight, and experts that fail', () => {
    const statistics = new RunStatistics({ coverage: 0.9 })
    for (const record of records(50)) statistics.add({ ...record, weights: [0.01, 0.01, 0.98] })
    const account = {
      experts: [{ rate: 0.1 }, { rate: 0.4 }, { rate: 0.2 }].map(({ rate }, k) => ({
        rate: k === 2 ? 0.8 : rate,
      })),
      loss: 5,
      losses: [9, 7, 4],
      regret: 1,
      bound: 2,
      failures: [3, 0, 0],
    }
    const { axes, warnings, loss } = statistics.summary({ ...facts, account })
    expect(axes[0]).toMatchObject({ axis: 'rate', edge: 'highest' })
    expect(loss).toMatchObject({
      best: { expert: 'rate 0.8' },
      worst: { expert: 'rate 0.1' },
      regret: 1,
      bound: 2,
    })
    expect(warnings.map(({ message }) => message)).toEqual([
      'nearly all weight is on the highest rate, 0.8: let the grid go on beyond it',
      'rate 0.1 failed in 3 of 50 rounds: its settings are too bold for these data',
    ])
  })

  it('compares experts over the rounds that they were awake for, and leaves out a place that none took', () => {
    const statistics = new RunStatistics({ coverage: 0.9 })
    for (const record of records(50)) statistics.add({ ...record, weights: [0.5, 0.5, 0] })
    const experts = [{ rate: 0.1 }, { rate: 0.4 }, { rate: null }]
    const account = { experts, loss: 5, losses: [9, 7, 0], awake: [50, 10, 0], regret: 1, bound: null }
    const summary = statistics.summary({ ...facts, account })
    expect(summary.loss).toMatchObject({
      best: { expert: 'rate 0.1', mean: 0.18 },
      worst: { expert: 'rate 0.4', mean: 0.7 },
    })
    expect(summary.experts.map(({ meanLoss }) => meanLoss)).toEqual([0.18, 0.7, null])
  })

  it('compares probabilities with the frequency so far', () => {
    const statistics = new RunStatistics({ coverage: 0.9, labels: true })
    for (let i = 0; i < 4000; i++) {
      const probability = uniform(rng)
      statistics.add({ t: i + 1, y: uniform(rng) < probability ? 1 : -1, probability, loss: 0 })
    }
    const { probabilities } = statistics.summary(facts)
    expect(probabilities?.calibrationError).toBeLessThan(0.04)
    expect(probabilities?.brier).toBeLessThan(probabilities?.naiveBrier as number)
    expect(probabilities?.brier).toBeCloseTo(1 / 6, 1)
  })

  it('tells the groups apart, and warns of one that is surely covered less often than all together', () => {
    const statistics = new RunStatistics({ coverage: 0.9, groupedBy: 'place' })
    const rows = records(3000, 0.95).map((record, i) =>
      i % 3 === 0 ? { ...record, upper: record.mean } : record,
    )
    for (const [i, record] of rows.entries())
      statistics.add(record as Row, detailsOf(record as Row), i % 3 === 0 ? 'Bonn' : 'Köln')
    const { groups, warnings } = statistics.summary(facts)
    expect(groups?.by).toBe('place')
    expect(groups?.each.map(({ name, rounds }) => [name, rounds])).toEqual([
      ['Köln', 2000],
      ['Bonn', 1000],
    ])
    const covered = (group: number): number =>
      average(
        rows
          .filter((_, i) => (i % 3 === 0) === (group === 0))
          .map(({ y, lower, upper }) =>
            Number((lower as number) <= (y as number) && (y as number) <= (upper as number)),
          ),
      )
    expect(groups?.each[0].covered).toBeCloseTo(covered(1), 12)
    expect(groups?.each[1].covered).toBeCloseTo(covered(0), 12)
    expect(warnings.find(({ code }) => code === 'group')?.message).toMatch(
      /^where place is "Bonn" the intervals cover/,
    )
    const resumed = new RunStatistics(statistics.options, structuredClone(statistics.state))
    resumed.add(rows[1] as Row, detailsOf(rows[1] as Row), 'Köln')
    expect(resumed.summary(facts).groups?.each[0].rounds).toBe(2001)
  })

  it('counts in groups the errors that it counts of the whole run', () => {
    const statistics = new RunStatistics({ coverage: 0.9, season: 4, groupedBy: 'place' })
    const rows = records(200)
    for (const [i, record] of rows.entries())
      statistics.add(record as Row, detailsOf(record as Row), i % 2 === 0 ? 'Bonn' : 'Köln')
    const { groups, errors } = statistics.summary(facts)
    // Of 200 rows the first season is not compared: 98 of each group are.
    const [one, other] = (groups?.each ?? []).map(({ meanAbsolute }) => meanAbsolute as number)
    expect((one + other) / 2).toBeCloseTo(errors?.meanAbsolute.own as number, 12)
  })

  it('shares weights between two ends, and compares the loss with the best expert of each', () => {
    const statistics = new RunStatistics({ coverage: 0.9 })
    for (const record of records(50))
      statistics.add({ ...record, loss: 1 }, { weights: [0.25, 0.75, 1, 0], losses: [0.2, 0.5, 0.4, 0.7] })
    const experts = ['upper', 'upper', 'lower', 'lower'].map((end, k) => ({ end, memory: k % 2 }))
    const account = { experts, ends: 2, loss: 50, losses: [10, 25, 20, 35], regret: 20, bound: null }
    const { loss, axes, experts: shown } = statistics.summary({ ...facts, account })
    expect(shown.map(({ weight }) => weight)).toEqual([0.125, 0.375, 0.5, 0])
    expect(axes.map(({ axis }) => axis)).toEqual(['memory'])
    expect(loss?.best?.expert).toBe('upper, memory 0 and lower, memory 0')
    expect(loss?.best?.mean).toBeCloseTo(0.6, 12)
    expect(loss?.worst?.mean).toBeCloseTo(1.2, 12)
  })

  it('advises only what the user of that task can do', () => {
    const statistics = watched(records(5000, 0.97))
    const advice = (task: string): string => statistics.summary({ ...facts, task }).warnings[0].message
    expect(advice('regression')).toMatch(/look at the smallest learning rates$/)
    for (const task of ['auto', 'conformal']) expect(advice(task)).toMatch(/on the safe side/)
  })

  it('says that nothing was learnt where no outcome came', () => {
    const statistics = watched(records(5).map(({ t, mean }) => ({ t, mean, y: null })) as never)
    expect(statistics.summary(facts).warnings).toEqual([
      {
        code: 'outcomes',
        message:
          'no row has a value in "y", so nothing was learnt. Fill the column, or choose another with --target',
      },
    ])
  })
})

describe('RunStatistics of many series', () => {
  /** Series of so many rows, a row of each at each time; the times of the first rows of "b" come again. */
  function watchedKeys(rows: number, { season = 0, again = 0, untimed = 0 } = {}): RunStatistics {
    const statistics = new RunStatistics({ coverage: 0.9, season, by: ['shop'] })
    const each = records(2 * rows)
    for (const [i, record] of each.entries()) {
      const [t, key] = [i >> 1, i % 2 === 0 ? 'a' : 'b']
      statistics.observeKey(key)
      const time = key === 'a' && t > 0 && t <= untimed ? Number.NaN : key === 'b' && t <= again ? 0 : t
      statistics.observeTime(time, i + 2, () => '')
      statistics.add(record, detailsOf(record))
    }
    return statistics
  }
  const messagesOf = (statistics: RunStatistics): string =>
    statistics
      .summary({ ...facts, order: { column: 'day', unit: 'line' } })
      .warnings.map(({ message }) => message)
      .join('\n')

  it('judges series that are not much longer than a season by the other naive forecasts', () => {
    const { keys } = watchedKeys(20, { season: 12 }).summary(facts)
    expect(keys?.judged).toBe(2)
    expect(keys?.each.map(({ rounds }) => rounds)).toEqual([19, 19])
    expect(Object.keys(keys?.beside ?? {})).toEqual(['last', 'mean', 'median'])
    expect(watchedKeys(30, { season: 12 }).summary(facts).keys?.beside).toHaveProperty('seasonal')
  })

  it('names series whose times come again, and rows without a time', () => {
    const messages = messagesOf(watchedKeys(30, { again: 2, untimed: 3 }))
    expect(messages).toContain(
      '2 rows have the "day" of the row before in the same series: "b" 2. All were learnt.',
    )
    expect(messages).toContain('3 rows without a time were learnt; the first is line 4: "day" is empty.')
    expect(messagesOf(watchedKeys(30))).not.toMatch(/of the row|without a time/)
  })
})
