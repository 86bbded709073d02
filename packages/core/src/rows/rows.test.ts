import { describe, expect, it } from 'vitest'
import { normal, seededRng } from '../math/rng.ts'
import { calendarOf, seasonsOf, WHOLE_CALENDAR, wordSizes, writeCalendar, writeWords } from './calendar.ts'
import { kindOf, numberOf } from './cell.ts'
import { gapFill } from './gapFill.ts'
import { type RawRow, rows } from './rows.ts'

describe('a cell', () => {
  it.each([
    ['12', 'number'],
    ['-1.5e3', 'number'],
    [7, 'number'],
    ['true', 'boolean'],
    [false, 'boolean'],
    ['2026-03-01', 'time'],
    ['2026-03-01 05:00', 'time'],
    ['2026-03-01T05:00:00Z', 'time'],
    [new Date(0), 'time'],
    ['north', 'word'],
    ['12 apples', 'word'],
    ['', undefined],
    ['NA', undefined],
    ['n/a', undefined],
    ['#N/A', undefined],
    ['01.03.2026', 'time'],
    [null, undefined],
    [Number.NaN, undefined],
  ])('%s speaks for a column of kind %s', (cell, kind) => {
    expect(kindOf(cell)).toBe(kind)
  })

  it.each([
    ['2026-03-01 05:00:00+00', 1],
    ['2026-03-01 05:00 UTC', 1],
    ['2026/3/1 5:00', 1],
    ['01.03.2026 05:00', 1],
    ['1.3.2026 5:00:00', 1],
    ['01-Mar-2026 05:00', 1],
    ['1-Mar-26 05:00', 1],
    ['1 March 2026, 5:00 AM', 1],
    ['1 March 2026 5:00 pm', 13],
    ['Sun, 01 Mar 2026 05:00:00 GMT', 1],
    ['2026-03-01T07:00+02:00', 1],
    ['2026-03-01T02:30-02:30', 1],
    ['1772341200', 1],
    ['1772341200000', 1],
    [1772341200, 1],
    [1772341200000, 1],
    ['1.3.2026 12:00 am', -4],
  ])('%s is a time', (cell, hour) => {
    expect(numberOf(cell, 'time')).toBe(Date.UTC(2026, 2, 1, 4 + hour))
  })

  it.each(['3/2026', '03-2026', 'Mar-2026'])('%s is a month', (cell) => {
    expect(numberOf(cell, 'time')).toBe(Date.UTC(2026, 2, 1))
  })

  it.each([
    '3/4/2026',
    '13/2026',
    '3/4000',
    '32.1.2026',
    '1.13.2026',
    '1-Foo-2026',
    '2026-13-01',
    'at noon',
    '2026-03-01 x',
    '2026-02-31',
    '2026-03-01 05:70',
  ])('%s is none', (cell) => {
    expect(numberOf(cell, 'time')).toBeNaN()
    expect(kindOf(cell)).toBe('word')
  })

  it('is a time in UTC unless it names its zone', () => {
    expect(numberOf('1970-01-02', 'time')).toBe(86_400_000)
    expect(numberOf('1970-01-01T02:00+02:00', 'time')).toBe(0)
    expect(numberOf('yesterday', 'time')).toBeNaN()
  })
})

it('shows the cycles of the calendar that its span has shown', () => {
  const hour = 3_600_000
  const cycles = (days: number, spacing: number) => {
    const { day, week, year } = calendarOf(0, days * 24 * hour, spacing)
    return [day, week, year]
  }
  expect(cycles(1, hour)).toEqual([false, false, false])
  expect(cycles(3, hour)).toEqual([true, false, false])
  expect(cycles(30, hour)).toEqual([true, true, false])
  expect(cycles(400, 24 * hour)).toEqual([false, true, true])
})

it.each([
  ['hours', 1, [24, 168]],
  ['days', 24, [7, 365]],
  ['weeks', 168, [52]],
  ['months', 744, [12]],
  ['seven hours', 7, [24]],
  ['five hours', 5, []],
])('a series of %s repeats after whole numbers of steps', (_, hours, seasons) => {
  expect(seasonsOf(3_600_000 * hours, 500)).toEqual(seasons)
})

it('knows the weekends before 1970', () => {
  const calendar = { day: false, week: true, year: false, origin: 0, unit: 1 }
  const out = new Float64Array(4)
  const weekend = [27, 28, 29].map((day) => {
    writeCalendar(calendar, Date.UTC(1969, 11, day), out, 0)
    return out[2]
  })
  expect(weekend).toEqual([1, 1, 0])
})

it('fills a gap by what the other numbers say of it', () => {
  const rng = seededRng(1)
  const fill = gapFill(3)
  const state = fill.init()
  for (let t = 0; t < 500; t++) {
    const [a, b] = [normal(rng), 1e6 * normal(rng)]
    fill.observe(state, Float64Array.of(a, b, 5 + 2 * a - 3e-6 * b))
  }
  const row = Float64Array.of(1, 1e6, Number.NaN)
  fill.fill(state, row)
  expect(row[2]).toBeCloseTo(4, 2)
  const alone = Float64Array.of(Number.NaN, Number.NaN, Number.NaN)
  fill.fill(state, alone)
  expect(Array.from(alone)).toEqual(Array.from(state.mean))
})

describe('rows', () => {
  function feed(stream: readonly (readonly [RawRow, number])[], options = {}) {
    const program = rows(options)
    const state = program.init(stream[0][0])
    for (const [row, y] of stream) program.observe(state, program.read(state, row), y)
    return { program, state, encoding: program.freeze(state) }
  }

  it('gives few words a column each, and tells many by the outcomes of their past', () => {
    const few = feed(Array.from({ length: 40 }, (_, t) => [{ word: `w${t % 3}` }, t]))
    expect(few.encoding.names).toEqual(['word w0', 'word w1', 'word w2'])
    const many = feed(Array.from({ length: 400 }, (_, t) => [{ word: `w${t % 40}` }, t % 40]))
    expect(many.encoding.names).toEqual(['y by word'])
    const x = new Float64Array(1)
    many.program.encode(many.state, many.encoding, many.program.read(many.state, { word: 'w39' }), 0, x)
    // Ten rows of 39 and five of the overall mean.
    expect(x[0]).toBeCloseTo((10 * 39 + 5 * 19.5) / 15, 12)
    many.program.encode(many.state, many.encoding, many.program.read(many.state, { word: 'new' }), 0, x)
    expect(x[0]).toBeCloseTo(19.5, 12)
  })

  it('uses only the past of a word, also when rows are replayed', () => {
    const { program, state, encoding } = feed(
      Array.from({ length: 400 }, (_, t) => [{ word: `w${t % 40}` }, t % 40]),
    )
    const x = new Float64Array(1)
    expect(program.replay(state, encoding, 39, x)).toBe(39)
    // w39 was new then: the mean of the 39 rows before.
    expect(x[0]).toBeCloseTo(19, 12)
  })

  it('looks lags up by time, past a gap in the rows', () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000).toISOString()
    const hours = Array.from({ length: 100 }, (_, t) => (t < 60 ? t : t + 3))
    const { program, state, encoding } = feed(hours.map((hour) => [{ time: at(hour) }, hour]))
    expect(encoding.names).toEqual(expect.arrayContaining(['hour sin', 'y 1 ago', 'y 24 ago']))
    const x = new Float64Array(encoding.names.length)
    program.encode(state, encoding, program.read(state, { time: at(110) }), 0, x)
    expect(x[encoding.names.indexOf('y 24 ago')]).toBe(86)
    // Hour 109 is not there: the last one before it is.
    expect(x[encoding.names.indexOf('y 1 ago')]).toBe(102)
  })

  it('becomes a column of words when most of its cells are', () => {
    const { encoding } = feed(
      Array.from({ length: 30 }, (_, t) => [{ code: t === 0 ? '12' : `A${t % 2}` }, t]),
    )
    expect(encoding.names[0]).not.toBe('code')
  })

  it('takes a column of words that was empty until now as one with a gap, where it was frozen before', () => {
    const before = Array.from({ length: 40 }, (_, t): [RawRow, number] => [{ note: null }, 1000 + t])
    const { program, state, encoding } = feed(before)
    expect(encoding.names).toEqual(['note', 'note missing'])
    const x = new Float64Array(2)
    const seen = (note: string | null) => {
      program.encode(state, encoding, program.read(state, { note }), 0, x)
      return Array.from(x)
    }
    const gap = seen(null)
    expect(seen('fair')).toEqual(gap)
    program.observe(state, program.read(state, { note: 'fair' }), 1040)
    expect([seen(null), seen('fair'), seen('new')]).toEqual([gap, gap, gap])
  })

  it('knows no word of rows from before a column was one of words', () => {
    const { program, state, encoding } = feed([
      ...Array.from({ length: 40 }, (_, t): [RawRow, number] => [{ note: null }, t]),
      [{ note: 'fair' }, 40],
      [{ note: 'fair' }, 41],
    ])
    expect(encoding.names).toEqual(['note fair'])
    const x = new Float64Array(1)
    const replayed = [0, 39, 41].map((row) => {
      program.replay(state, encoding, row, x)
      return x[0]
    })
    expect(replayed).toEqual([0, 0, 1])
  })
})

it.each([
  ['digits', `${'1'.repeat(1e6)}x`],
  ['spaces after a clock', `2026-01-01 12${' '.repeat(1e6)}x`],
  ['a long fraction of a second', `2026-01-01 12:00:00.${'1'.repeat(1e6)}x`],
  ['spaces after a day', `1 March 2026${' '.repeat(1e6)}x`],
])('reads a cell of a million characters in a moment: %s', { timeout: 10_000 }, (_, text) => {
  // Quadratic time would be an hour.
  expect(kindOf(text)).toBe('word')
  expect(numberOf(text, 'time')).toBeNaN()
})

describe('wide rows', () => {
  const wide = (size: number, cell: (j: number) => number | string): RawRow =>
    Object.fromEntries(Array.from({ length: size }, (_, j) => [`c${j}`, cell(j)]))

  it('of more than 10,000 columns are refused', () => {
    expect(() => rows().init(wide(10_001, (j) => j))).toThrow('up to 10000 columns; received 10001')
  })

  it('of many words are told by the outcomes of their past, not level by level', () => {
    const reader = rows()
    const widthOf = (size: number): number => {
      const state = reader.init(wide(size, () => 'a'))
      for (let t = 0; t < 30; t++)
        reader.observe(
          state,
          reader.read(
            state,
            wide(size, (j) => 'abc'[(j + t) % 3]),
          ),
          t,
        )
      return reader.freeze(state).names.length
    }
    expect(widthOf(20)).toBe(3 * 20)
    expect(widthOf(200)).toBe(200)
  })
})

it.each([
  ['2026-11-18T13:40:00Z', [13, 2, 10]],
  ['1969-12-31T23:59:59Z', [23, 2, 11]],
  ['1901-01-01T00:00:00Z', [0, 1, 0]],
])('numbers the hour, the weekday from Monday and the month of %s', (time, words) => {
  const out = new Float64Array(3)
  expect(writeWords(WHOLE_CALENDAR, Date.parse(time), out, 0)).toBe(3)
  expect([...out]).toEqual(words)
  expect(wordSizes(WHOLE_CALENDAR)).toEqual([24, 7, 12])
})
