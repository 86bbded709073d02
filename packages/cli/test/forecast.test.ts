import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { credence as start } from './process.ts'

const DAY = 86_400_000

function credence(...args: string[]): string {
  const { code, out, err } = start(args)
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  return out
}

/** Sales that repeat with the week, with a promotion on some days. */
function sales(
  rows: number,
  { blank = 0, stores = [''] }: { blank?: number; stores?: readonly string[] } = {},
): string {
  const lines = stores.flatMap((store, s) =>
    Array.from({ length: rows + blank }, (_, i) => {
      const promo = i % 9 === 4 ? 'yes' : 'no'
      const y =
        (s + 1) *
        (100 + 20 * Math.sin((2 * Math.PI * i) / 7) + (promo === 'yes' ? 40 : 0) + 3 * Math.sin(i * i))
      const day = new Date(Date.UTC(2025, 0, 1) + i * DAY).toISOString().slice(0, 10)
      return [day, ...(store === '' ? [] : [store]), promo, i < rows ? y.toFixed(1) : ''].join(',')
    }),
  )
  return `day,${stores[0] === '' ? '' : 'store,'}promo,sold\n${lines.join('\n')}\n`
}

const table = (text: string): Record<string, string>[] => {
  const [head, ...lines] = text.trim().split('\n')
  const names = (head as string).split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, c) => [names[c], cell])))
}

describe('credence forecast', () => {
  it('writes one record a step and a total, at the next days', () =>
    inFolder(async (path) => {
      writeFileSync(path('sales.csv'), sales(120))
      const out = credence('forecast', path('sales.csv'), '--target', 'sold', '--steps', '5', '--quiet')
      const rows = table(out)
      expect(rows.map(({ step }) => step)).toEqual(['1', '2', '3', '4', '5', 'total'])
      expect(rows[0]?.time).toBe('2025-05-01')
      for (const { lower, mean, upper } of rows) {
        expect(Number(lower)).toBeLessThan(Number(mean))
        expect(Number(mean)).toBeLessThan(Number(upper))
      }
    }))

  it('asks about the blank rows of a file, and uses what they carry', () =>
    inFolder(async (path) => {
      writeFileSync(path('sales.csv'), sales(117, { blank: 5 }))
      const rows = table(credence('forecast', path('sales.csv'), '--target', 'sold', '--quiet'))
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
      const of = (file: string, ...more: string[]): string =>
        credence('forecast', path(file), '--target', 'sold', '--steps', '2', '--quiet', ...more)
      const byTime = table(of('sorted.csv'))
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
      expect(means(table(of('turned.csv')))).toEqual(means(byTime))
      writeFileSync(path('north.csv'), sales(90))
      const alone = table(of('north.csv', '--by', 'none'))
      expect(byTime.filter(({ store }) => store === 'north').map(({ mean }) => mean)).toEqual(
        alone.map(({ mean }) => mean),
      )
    }))

  it('writes a page with a fan, and a table for people beside an output', () =>
    inFolder(async (path) => {
      writeFileSync(path('sales.csv'), sales(100))
      credence(
        'forecast',
        path('sales.csv'),
        '--target',
        'sold',
        '-o',
        path('out.ndjson'),
        '--report',
        path('page.html'),
      )
      expect(readFileSync(path('page.html'), 'utf8')).toContain('nine times in ten')
      const last = JSON.parse(readFileSync(path('out.ndjson'), 'utf8').trim().split('\n').at(-1) as string)
      expect(last).toMatchObject({ step: 'total' })
    }))

  it.each([
    [['--target', 'solt'], 'no column "solt" to forecast: did you mean sold?'],
    [['--target', 'promo'], 'column "promo" has no number to learn from'],
    [['--target', 'sold', '--until', '2024-01-01'], 'until must be after the last outcome'],
    [['--target', 'sold', '--until', 'soon'], '--until soon is not a day'],
    [['--target', 'sold', '--zone', 'Berlin'], 'zone must be a time zone such as Europe/Berlin'],
    [['--target', 'sold', '--holidays', 'XX'], 'no such country'],
    [['--target', 'sold', '--known', 'sold'], 'are no known columns'],
    [['--target', 'sold', '--by', 'shop'], 'no column "shop" that names the series'],
  ])('says what is wrong with %s', (options, message) =>
    inFolder(async (path) => {
      writeFileSync(path('sales.csv'), sales(60))
      const { code, err } = start(['forecast', path('sales.csv'), ...options])
      expect(code).toBe(2)
      expect(err).toContain(message)
    }),
  )
})
