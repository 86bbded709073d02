import { describe, expect, it } from 'vitest'
import { auto } from '../auto/auto.ts'
import type { AutoForecast } from '../auto/index.ts'
import { normal, seededRng } from '../math/rng.ts'
import type { Cell } from './cell.ts'
import { findTimes, goesBack, readTime, unreadDates } from './findTimes.ts'

const column = (cells: readonly Cell[], name = 'when') =>
  findTimes(
    [name],
    cells.map((cell) => [cell]),
  )
const months = Array.from({ length: 36 }, (_, m) => [2000 + Math.floor(m / 12), 1 + (m % 12)] as const)

describe('times are found', () => {
  it.each([
    ['Jan 1 2000', Date.UTC(2000, 0, 1)],
    ['January 2000', Date.UTC(2000, 0, 1)],
    ['Mar-2000', Date.UTC(2000, 2, 1)],
    ['March 31, 2000 05:00', Date.UTC(2000, 2, 31, 5)],
    ['01/31/2012', Date.UTC(2012, 0, 31)],
    ['31/01/2012', Date.UTC(2012, 0, 31)],
    ['1/31/12', Date.UTC(2012, 0, 31)],
    ['31-12-99', Date.UTC(1999, 11, 31)],
    ['31-Dec-99', Date.UTC(1999, 11, 31)],
    ['1 March 26 05:00', Date.UTC(2026, 2, 1, 5)],
    ['03/2012', Date.UTC(2012, 2, 1)],
    ['2012Q2', Date.UTC(2012, 3, 1)],
    ['Q4 2012', Date.UTC(2012, 9, 1)],
  ])('in %s', (cell, time) => {
    const found = column([cell])
    expect(found?.columns).toEqual(['when'])
    expect(readTime(found as NonNullable<typeof found>, [cell])).toBe(time)
  })

  it('by the one cell of many that shows whether the month or the day comes first', () => {
    expect(column(['01/02/2012', '01/03/2012', '01/13/2012'])?.form).toBe('mdy')
    expect(column(['01/02/2012', '02/02/2012', '13/02/2012'])?.form).toBe('dmy')
  })

  it('in 3/4/2026 only by an order that is said', () => {
    const cells = ['01/02/2012', '03/04/2012']
    expect(column(cells)).toBeNull()
    const unread = { column: 'when', cell: '01/02/2012', unclear: true }
    expect(
      unreadDates(
        ['when'],
        cells.map((cell) => [cell]),
      ),
    ).toEqual([unread])
    const found = findTimes(
      ['when'],
      cells.map((cell) => [cell]),
      { dates: 'dmy' },
    )
    expect(readTime(found as NonNullable<typeof found>, ['01/02/2012'])).toBe(Date.UTC(2012, 1, 1))
  })

  it('in seconds and milliseconds since 1970 that the name of their column says', () => {
    for (const name of ['timestamp', 'unix_time', 'eventTime', 'created at']) {
      expect(column([1262304000], name)?.columns).toEqual([name])
      expect(column([1262304000000], name)?.columns).toEqual([name])
    }
    for (const name of ['lifetime', 'revenue', 'id']) expect(column([1262304000], name)).toBeNull()
  })

  it('in seconds since 1970 that go on by whole minutes, whatever their name, and not in numbers of orders', () => {
    const hours = Array.from({ length: 30 }, (_, t) => 1262304000 + 3600 * t)
    expect(column(hours, 'x')?.columns).toEqual(['x'])
    expect(
      column(
        Array.from({ length: 30 }, (_, t) => 1262304000 + t),
        'x',
      ),
    ).toBeNull()
  })

  it('in years with a fraction, and not in whole years or other numbers of that size', () => {
    const found = column(
      months.map(([year, month]) => year + (month - 1) / 12),
      'date',
    )
    expect(found).toEqual({ columns: ['date'], form: 'years' })
    expect(readTime(found as NonNullable<typeof found>, [2001.5])).toBe(Date.UTC(2001, 6, 2, 12))
    expect(
      column(
        months.map(([year]) => year),
        'date',
      ),
    ).toBeNull()
    expect(column([1893.2, 1750.9, 2011.4], 'height')).toBeNull()
  })

  it('in 20120131 where the name or the order says so', () => {
    const found = column([20120131, 20120201], 'date')
    expect(found).toEqual({ columns: ['date'], form: 'compact' })
    expect(readTime(found as NonNullable<typeof found>, ['20120131'])).toBe(Date.UTC(2012, 0, 31))
    expect(column([20120131, 20120201], 'price')).toBeNull()
    expect(column([20120131, 20120299], 'date')).toBeNull()
  })

  it('in a column of years and one of months, also by their names', () => {
    const rows = months.map(([year, month]) => [month, 7, year])
    const found = findTimes(['month', 'x', 'Year'], rows)
    expect(found?.columns).toEqual(['Year', 'month'])
    expect(readTime(found as NonNullable<typeof found>, [2001, 'Feb'])).toBe(Date.UTC(2001, 1, 1))
    expect(readTime(found as NonNullable<typeof found>, [2001, 13])).toBeNaN()
  })

  it('not in a year and a month whose rows are in no order', () => {
    const rows = months.map(([year, month], i) => (i % 2 ? [year, month] : [2010 - (i % 7), 1]))
    expect(findTimes(['year', 'month'], rows)).toBeNull()
  })

  it('with a day of the month, but not of the week', () => {
    const rows = Array.from({ length: 40 }, (_, d) => [2001, 1 + Math.floor(d / 28), 1 + (d % 28)])
    expect(findTimes(['year', 'month', 'day'], rows)?.columns).toEqual(['year', 'month', 'day'])
    const weekdays = rows.map(([year, month, day]) => [year, month, 1 + ((day as number) % 7)])
    expect(findTimes(['year', 'month', 'day'], weekdays)?.columns).toEqual(['year', 'month'])
  })
})

/** Mean absolute error of the last 60 rows of a monthly series. */
function errorOf(rowOf: (year: number, month: number, t: number) => Record<string, Cell>): number {
  const rng = seededRng(5)
  const learner = auto({ task: 'regression' })
  let error = 0
  for (let t = 0; t < 180; t++) {
    const row = rowOf(1990 + Math.floor(t / 12), 1 + (t % 12), t)
    const y = 10 * Math.sin((Math.PI * t) / 6) + t / 10 + 0.3 * normal(rng)
    if (t >= 120) error += Math.abs((learner.predict(row) as AutoForecast).mean - y) / 60
    learner.learn(row, y)
  }
  return error
}

it('auto learns from a year and a month, and from years with a fraction, as from dates', () => {
  const pad = (month: number): string => String(month).padStart(2, '0')
  const asDates = errorOf((year, month) => ({ date: `${year}-${pad(month)}` }))
  expect(errorOf((year, month) => ({ date: year + (month - 0.9) / 12 }))).toBeLessThan(1.5 * asDates)
  expect(errorOf((year, month) => ({ year, month }))).toBeLessThan(1.5 * asDates)
})

it('a save of a stream whose time is made of columns goes on bit for bit, also before the first outcome', () => {
  const learner = auto({ task: 'regression' })
  const first = learner.predict({ year: 2001, month: 1 }, { id: 'a' })
  expect(first).toBeDefined()
  const copy = auto({ task: 'regression' }).restore(learner.save())
  for (const one of [learner, copy]) {
    one.learn({ id: 'a', y: 1 })
    for (let m = 2; m < 12; m++) one.learn({ year: 2001, month: m }, m)
  }
  const again = auto({ task: 'regression' }).restore(copy.save())
  const next = { year: 2001, month: 12 }
  const [one, other] = [again, learner].map((each) => each.predict(next) as AutoForecast)
  expect([one?.mean, one?.sd, one?.upper]).toEqual([other?.mean, other?.sd, other?.upper])
  expect(learner.columns.map(({ name, kind }) => [name, kind])).toEqual([
    ['year', 'number'],
    ['month', 'number'],
    ['year, month', 'time'],
  ])
})

it('says by what option a date that may be two days is read', () => {
  expect(() => auto({ time: 'day' }).predict({ day: '3/4/2026' })).toThrow('dates "mdy" or "dmy"')
  const learner = auto({ time: 'day', dates: 'dmy' })
  learner.learn({ day: '3/4/2026' }, 1)
  expect(learner.state.body.inner.rows?.history.times[0]).toBe(Date.UTC(2026, 3, 3))
})

it('names columns that are called dates and are not read so', () => {
  const rows = ['2012W05', '2012W06'].map((cell) => [cell, 'x1', '2012-01-01'])
  expect(unreadDates(['date', 'code', 'day'], rows)).toEqual([
    { column: 'date', cell: '2012W05', unclear: false },
  ])
})

it.each([
  ['Mar-26', 'Apr-26'],
  ["Mar '26", "Apr '26"],
  ['März 2020', 'April 2020'],
  ['avr. 2020', 'mai 2020', 'août 2020'],
  ['5. Mai 2026', '6. Mai 2026'],
  ['26-Mar', '27-Mar'],
  ['2026M03', '2026M04'],
  ['28.2.26', '1.3.26'],
  ['Mon 02/03/2026', 'Tue 03/03/2026'],
  ['202511', '202512', '202601', '202602', '202603', '202604'],
])('names a column of dates that it does not read, whatever its name: %s', (...cells) => {
  const rows = cells.map((cell, i) => [i % 2 ? 'Mark 7' : 'Shop 12', cell])
  expect(unreadDates(['shop', 'when'], rows)).toEqual([{ column: 'when', cell: cells[0], unclear: false }])
})

it('takes no names with numbers, and no numbers in another order, for dates', () => {
  const rows = [202511, 202612, 202601, 201902, 202603, 202604].map((n, i) => [`item ${i}`, `${n}`, `${i}.5`])
  expect(unreadDates(['item', 'order', 'size'], rows)).toEqual([])
})

it.each([
  '31. März 2026',
  '28 février 2026',
  '2026年3月31日',
  'Mar-26',
  '31/Mar/2026:05:00:00 +0000',
  '05:00',
  '2026-W10',
])('names a column of any name whose words look like times, as %s', (cell) => {
  expect(unreadDates(['when', 'code'], [[cell, 'Maria 26']])).toEqual([
    { column: 'when', cell, unclear: false },
  ])
})

it('names a column in which only some names of months are read', () => {
  expect(unreadDates(['when'], [['31 mars 2026'], ['1 avril 2026'], ['2 avril 2026']])).toEqual([
    { column: 'when', cell: '1 avril 2026', unclear: false },
  ])
})

it('names no column of other words with digits', () => {
  const rows = [['A-26', '12 m', '3:2', 'item-12', '13/2012', 'room 101']]
  expect(unreadDates(['a', 'b', 'c', 'd', 'e', 'f'], rows)).toEqual([])
})

it.each([
  ['of two orders', ['1/2/2026', '2/13/2026', '13/3/2026'], undefined, '2/13/2026'],
  ['of another order than was said', ['1/2/2026', '2/13/2026', '3/14/2026'], 'dmy', '2/13/2026'],
] as const)('names a date that cannot be read, in dates %s', (_what, cells, dates, cell) => {
  const rows = cells.map((text) => [text])
  expect(unreadDates(['day'], rows, { dates })).toEqual([{ column: 'day', cell, unclear: false }])
})

it('knows a measurement from a time that goes on', () => {
  expect(goesBack(['4.7', '2.3', '9'])).toEqual([4.7, 2.3])
  expect(goesBack([0, 10, 20])).toBeUndefined()
  expect(goesBack([1262304000, 1262300400])).toBeUndefined()
  expect(goesBack([2000.5, 1999.5])).toBeUndefined()
})
