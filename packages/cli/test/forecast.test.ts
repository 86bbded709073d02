import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { forecastHere } from './forecastHere.ts'
import { credence } from './process.ts'
import { sales, table } from './sales.ts'

type ReadSheets = (path: string) => Promise<{ data: unknown[][] }[]>
type Paths = (name: string) => string

async function forecast(path: Paths, file: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await forecastHere(path('out.csv'), path(file), ...args)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out
}

describe('credence forecast', () => {
  it('writes one record a step and a total, at the next days', () =>
    inFolder(async (path) => {
      writeFileSync(path('sales.csv'), sales(120))
      const out = await forecast(path, 'sales.csv', '--target', 'sold', '--steps', '5')
      const rows = table(out)
      expect(rows.map(({ step }) => step)).toEqual(['1', '2', '3', '4', '5', 'total'])
      expect(rows[0]?.time).toBe('2025-05-01')
      for (const { lower, mean, upper } of rows) {
        expect(Number(lower)).toBeLessThan(Number(mean))
        expect(Number(mean)).toBeLessThan(Number(upper))
      }
    }))

  it('writes steps as numbers into a workbook, and the total as a text', async () => {
    const reader = await (import('read-excel-file/node' as string) as Promise<{ default: ReadSheets }>).catch(
      () => undefined,
    )
    // The package is optional.
    if (!reader) return
    await inFolder(async (path) => {
      writeFileSync(path('sales.csv'), sales(60))
      const { code } = await forecastHere(
        path('out.xlsx'),
        path('sales.csv'),
        '--target',
        'sold',
        '--steps',
        '3',
      )
      expect(code).toBe(0)
      const [head = [], ...rows] = (await reader.default(path('out.xlsx')))[0]?.data ?? []
      const step = head.indexOf('step')
      expect(rows.map((row) => row[step])).toEqual([1, 2, 3, 'total'])
    })
  })

  it('numbers the steps after a single row, and calls no times irregular', () =>
    inFolder(async (path) => {
      writeFileSync(path('one.csv'), 'day,sold\n2026-01-01,5\n')
      const { out, err } = credence(['forecast', path('one.csv'), '--steps', '2'])
      expect(table(out).map(({ step, time }) => [step, time])).toEqual([
        ['1', ''],
        ['2', ''],
        ['total', ''],
      ])
      expect(err).not.toContain('irregular')
    }))

  it('uses what known columns hold in rows after a single one, and dates no step of the page', () =>
    inFolder(async (path) => {
      writeFileSync(path('one.csv'), 'day,promo,sold\n2026-01-01,1,5\n2026-01-02,0,\n2026-01-03,1,\n')
      const forecast = ['forecast', path('one.csv'), '--target', 'sold', '--known', 'promo', '--steps']
      const { err } = credence([...forecast, '4', '--report', path('one.html')])
      expect(err).toContain('"promo" is not in the file for 2 of 4 steps, the first of them step 3')
      expect(readFileSync(path('one.html'), 'utf8')).toMatch(/<h1>Sold will be about 5.* on step 1, /)
      expect(credence([...forecast, '2']).err).not.toContain('irregular')
    }))

  it('asks about the blank rows of a file, and uses what they carry', () =>
    inFolder(async (path) => {
      writeFileSync(path('sales.csv'), sales(117, { blank: 5 }))
      const rows = table(await forecast(path, 'sales.csv', '--target', 'sold'))
      expect(rows.length).toBe(6)
      // Day 121 has a promotion: 121 % 9 is 4.
      expect(Number(rows[4]?.mean) - Number(rows[3]?.mean)).toBeGreaterThan(20)
    }))

  it('finds the column that tells series apart, whatever the order of rows', () =>
    inFolder(async (path) => {
      const [head, ...lines] = sales(90, { stores: ['north', 'south'] })
        .trim()
        .split('\n')
      writeFileSync(path('sorted.csv'), [head, ...[...lines].sort()].join('\n'))
      writeFileSync(path('turned.csv'), [head, ...[...lines].reverse()].join('\n'))
      const of = (file: string, ...more: string[]): Promise<string> =>
        forecast(path, file, '--target', 'sold', '--steps', '2', ...more)
      const byTime = table(await of('sorted.csv'))
      expect(byTime.map(({ store, step }) => `${store} ${step}`).sort()).toEqual([
        'north 1',
        'north 2',
        'north total',
        'south 1',
        'south 2',
        'south total',
      ])
      const means = (rows: Record<string, string>[]): string[] =>
        rows.map(({ store, step, mean }) => `${store} ${step} ${mean}`).sort()
      expect(means(table(await of('turned.csv')))).toEqual(means(byTime))
      writeFileSync(path('north.csv'), sales(90))
      const alone = table(await of('north.csv', '--by', 'none'))
      // They learn from each other: near what each is alone, and not the same.
      byTime
        .filter(({ store }) => store === 'north')
        .forEach(({ mean }, r) => {
          const own = Number(alone[r]?.mean)
          expect(Math.abs(Number(mean) - own)).toBeLessThan(0.1 * own)
          expect(Number(mean)).not.toBe(own)
        })
    }))

  it('takes a wide table as the long one that it is', () =>
    inFolder(async (path) => {
      const long = table(sales(60, { stores: ['a', 'b', 'c'] }))
      const of = (store: string) => long.filter((row) => row.store === store)
      const lines = of('a').map((row, i) =>
        [row.day, ...['a', 'b', 'c'].map((s) => of(s)[i]?.sold)].join(','),
      )
      writeFileSync(path('wide.csv'), `day,a,b,c\n${lines.join('\n')}\n`)
      writeFileSync(path('long.csv'), sales(60, { stores: ['a', 'b', 'c'] }).replace('store,', 'series,'))
      const steps = ['--steps', '3']
      const args = ['--target', 'sold', '--known', 'none', ...steps]
      const byLong = await forecast(path, 'long.csv', ...args)
      for (const wish of [['--wide'], ['--series', 'a,b,c']]) {
        const byWide = await forecast(path, 'wide.csv', ...wish, ...steps)
        expect(byWide).toBe(byLong)
      }
    }))

  it('writes a page with a fan, and lines of JSON where the name says so', () =>
    inFolder(async (path) => {
      writeFileSync(path('sales.csv'), sales(100))
      const args = [path('sales.csv'), '--target', 'sold', '--report', path('page.html')]
      const { out } = await forecastHere(path('out.ndjson'), ...args)
      expect(readFileSync(path('page.html'), 'utf8')).toContain('nine times in ten')
      const last = JSON.parse(out.trim().split('\n').at(-1) as string)
      expect(last).toMatchObject({ step: 'total' })
    }))

  it.each([
    [['--target', 'solt'], '--target solt: no column "solt". Did you mean "sold"?'],
    [['--target', 'promo'], '--target promo: "promo" holds no number to learn from'],
    [['--target', 'sold', '--until', '2024-01-01'], '--until 2024-01-01 must be after the last outcome'],
    [['--target', 'sold', '--until', '2034-01-01'], '--until 2034-01-01 must be at most 1000 rows ahead'],
    [['--target', 'sold', '--until', 'soon'], '--until soon is not a day'],
    [['--target', 'sold', '--zone', 'Berlin'], '--zone Berlin must be a time zone such as Europe/Berlin'],
    [['--target', 'sold', '--holidays', 'XX'], 'no such country'],
    [['--target', 'sold', '--holidays', 'DE-XX'], 'no such state of DE; '],
    [
      ['--target', 'sold', '--known', 'sold'],
      '--known sold: "sold" is the target, so its future is not known',
    ],
    [['--target', 'sold', '--known', 'promo'], '--known promo: the file has no "promo" for future times'],
    [['--target', 'sold', '--by', 'shop'], '--by shop: no column "shop". '],
    [['--ahead', '3'], "unknown option '--ahead': --steps says how many rows after the last are forecast"],
    [['--alone'], "unknown option '--alone': credence run has it, credence forecast has not"],
  ])('says what is wrong with %s', (options, message) =>
    inFolder(async (path) => {
      writeFileSync(path('sales.csv'), sales(60))
      const { code, err } = await forecastHere(path('out.csv'), path('sales.csv'), ...options)
      expect(code).toBe(2)
      expect(err).toContain(message)
    }),
  )
})

it('writes the mean of a constant as that constant', () =>
  inFolder(async (path) => {
    writeFileSync(
      path('seven.csv'),
      `x,sold\n${Array.from({ length: 60 }, (_, t) => `${t % 7},7`).join('\n')}\n`,
    )
    const { code, out } = await forecastHere(
      path('out.csv'),
      path('seven.csv'),
      '--target',
      'sold',
      '--steps',
      '2',
    )
    expect(code).toBe(0)
    for (const { mean, median } of table(out)) expect(mean).toBe(median)
  }))
