import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { credence } from './process.ts'
import { sales, table } from './sales.ts'

const asked = (path: string, ...more: string[]) => credence(['forecast', path, '--target', 'sold', ...more])

/** Rows of sales, each with its place, to spoil one or the other. */
function spoilt(text: string, spoil: (cells: string[], row: number) => string[]): string {
  const [head, ...rows] = text.trim().split('\n')
  return [head, ...rows.map((row, r) => spoil(row.split(','), r).join(','))].join('\n')
}

describe('columns known in advance', () => {
  it('are found by the rows to come alone: an outcome that was never measured hides none', () =>
    inFolder(async (path) => {
      const whole = sales(117, { blank: 5 })
      const holed = spoilt(whole, ([day = '', promo = '', sold = ''], r) =>
        r === 40 ? [day, '', ''] : [day, promo, sold],
      )
      writeFileSync(path('holed.csv'), holed)
      const { err, out } = asked(path('holed.csv'))
      expect(err).toContain('known in advance: promo')
      const rows = table(out)
      expect(Number(rows[4]?.mean) - Number(rows[3]?.mean)).toBeGreaterThan(20)
    }))

  it('are not made of columns that end with the outcomes, where a hole in the past carries them', () =>
    inFolder(async (path) => {
      const holed = spoilt(sales(60), ([day = '', promo = '', sold = ''], r) => [
        day,
        promo,
        r === 30 ? '' : sold,
      ])
      writeFileSync(path('holed.csv'), holed)
      const plain = asked(path('holed.csv'), '--steps', '3')
      expect(plain.out).toBe(asked(path('holed.csv'), '--steps', '3', '--known', 'none').out)
      expect(asked(path('holed.csv'), '--steps', '3', '--known', 'promo').err).toContain(
        'the file has no "promo" for future times',
      )
    }))

  it('are left out, with a word, where only some rows to come carry them', () =>
    inFolder(async (path) => {
      const partly = spoilt(sales(60, { blank: 4 }), ([day = '', promo = '', sold = ''], r) => [
        day,
        r === 61 ? '' : promo,
        sold,
      ])
      writeFileSync(path('partly.csv'), partly)
      const used =
        '"promo" is filled in 3 of 4 rows to forecast, so it is not used. Fill it in all of them, or add'
      expect(asked(path('partly.csv')).err).toContain(`${used} --known "promo"`)
      // What is known already must be named too: the option takes the place of what was found.
      const more = spoilt(partly, (cells, r) => [...cells, String(r % 3)]).replace('\n', ',price\n')
      writeFileSync(path('more.csv'), more)
      expect(asked(path('more.csv')).err).toContain(`${used} --known "price,promo"`)
    }))

  it('are said to be assumed at the steps that no row has', () =>
    inFolder(async (path) => {
      writeFileSync(path('sales.csv'), sales(60, { blank: 4 }))
      const { err } = asked(path('sales.csv'), '--steps', '6')
      expect(err).toContain('"promo" is not in the file for 2 of 6 steps, the first of them 2025-03-06')
      expect(asked(path('sales.csv')).err).not.toContain('assumed')
    }))
})

describe('files that are read in another way than they look', () => {
  it('are the same where a spreadsheet has left empty rows below the table', () =>
    inFolder(async (path) => {
      const text = sales(60, { blank: 3, stores: ['north', 'south'] })
      writeFileSync(path('plain.csv'), text)
      writeFileSync(path('below.csv'), `${text},,,\n , ,,\n,,,\n`)
      const { out, code } = asked(path('below.csv'))
      expect(code).toBe(0)
      expect(out).toBe(asked(path('plain.csv')).out)
      writeFileSync(path('hole.csv'), text.replace(/^2025-01-20,north.*$/m, ',,,'))
      expect(asked(path('hole.csv')).err).toContain('"" in "day" is not a time')
    }))

  it('keep a column of series that is called like a field of the records', () =>
    inFolder(async (path) => {
      const text = sales(40, { stores: ['a', 'b'] }).replace('store,', 'step,')
      writeFileSync(path('steps.csv'), text)
      const rows = table(asked(path('steps.csv'), '--by', 'step', '--steps', '2').out)
      expect(rows.map(({ input_step, step }) => `${input_step} ${step}`)).toEqual([
        'a 1',
        'a 2',
        'a total',
        'b 1',
        'b 2',
        'b total',
      ])
    }))

  it('may be holidays beside a series of one row without an outcome, which is left out', () =>
    inFolder(async (path) => {
      const text = sales(30, { stores: ['north', 'south'] })
      writeFileSync(path('sales.csv'), text)
      writeFileSync(path('odd.csv'), `${text}2025-01-30,closed,no,\n`)
      const wishes = ['--by', 'store', '--known', 'none', '--holidays', 'DE', '--steps', '2']
      const { out, err } = asked(path('odd.csv'), ...wishes)
      expect(err).toContain('1 series has no outcome: it is left out')
      expect(out).toBe(asked(path('sales.csv'), ...wishes).out)
      expect(table(out)).toHaveLength(6)
    }))

  it('say so where a point was read as decimal and may part thousands', () =>
    inFolder(async (path) => {
      const rows = Array.from({ length: 40 }, (_, t) => [`2025-01-${t + 1}`, `1.${200 + t}`])
      const days = rows.map(([, sold], t) => {
        const day = new Date(Date.UTC(2025, 0, 1 + t)).toISOString().slice(0, 10)
        return `${day};${sold}`
      })
      writeFileSync(path('points.csv'), ['day;sold', ...days].join('\n'))
      expect(asked(path('points.csv'), '--steps', '2').err).toContain(
        'numbers such as "1.200" are read with a decimal point',
      )
      const said = asked(path('points.csv'), '--steps', '2', '--thousands', '.')
      expect(said.err).not.toContain('decimal point')
      expect(Number(table(said.out)[0]?.mean)).toBeGreaterThan(1000)
    }))

  it("are read tomorrow as they were today, though tomorrow's rows alone do not show how", () =>
    inFolder(async (path) => {
      const day = (t: number): string => new Date(Date.UTC(2025, 0, 1 + t)).toISOString().slice(0, 10)
      const first = Array.from({ length: 40 }, (_, t) => `${day(t)};1.${200 + t},${t % 10}`)
      writeFileSync(path('today.csv'), ['day;sold', ...first].join('\n'))
      writeFileSync(path('tomorrow.csv'), `day;sold\n${day(40)};1.240\n`)
      writeFileSync(path('both.csv'), ['day;sold', ...first, `${day(40)};1.240`].join('\n'))
      asked(path('today.csv'), '--steps', '2', '--save', path('state'))
      const on = credence(['forecast', path('tomorrow.csv'), '--resume', path('state'), '--steps', '2'])
      expect(on.out).toBe(asked(path('both.csv'), '--steps', '2').out)
      expect(Number(table(on.out)[0]?.mean)).toBeGreaterThan(1000)
      // A file between them whose numbers are no text says nothing of how they are written.
      writeFileSync(path('between.ndjson'), `{"day":"${day(40)}","sold":1240}\n`)
      writeFileSync(path('later.csv'), `day;sold\n${day(41)};1.241\n`)
      const wishes = ['--steps', '2', '--save', path('state'), '--resume', path('state')]
      credence(['forecast', path('between.ndjson'), ...wishes])
      const later = credence(['forecast', path('later.csv'), ...wishes])
      expect(Number(table(later.out)[0]?.mean)).toBeGreaterThan(1100)
    }))

  it('are not looked for in a table that was called wide and has a row for each value, with the way out', () =>
    inFolder(async (path) => {
      writeFileSync(path('long.csv'), sales(40, { stores: ['north', 'south'] }))
      const { err } = credence(['forecast', path('long.csv'), '--wide', '--steps', '2'])
      expect(err).toContain('leave out --wide and --series, and add --target and --by')
    }))

  it('stay wide tomorrow where they were wide today', () =>
    inFolder(async (path) => {
      const day = (t: number): string => new Date(Date.UTC(2025, 0, 1 + t)).toISOString().slice(0, 10)
      const row = (t: number): string => `${day(t)},${10 + (t % 7)},${20 + (t % 5)}`
      const rows = Array.from({ length: 40 }, (_, t) => row(t))
      writeFileSync(path('today.csv'), ['day,a,b', ...rows].join('\n'))
      writeFileSync(path('tomorrow.csv'), `day,a,b\n${row(40)}\n`)
      writeFileSync(path('both.csv'), ['day,a,b', ...rows, row(40)].join('\n'))
      const steps = ['--steps', '2']
      credence(['forecast', path('today.csv'), '--wide', ...steps, '--save', path('state')])
      const on = credence(['forecast', path('tomorrow.csv'), '--resume', path('state'), ...steps])
      expect(on.out).toBe(credence(['forecast', path('both.csv'), '--wide', ...steps]).out)
    }))
})
