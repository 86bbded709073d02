import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { forecastHere } from './forecastHere.ts'
import { credence } from './process.ts'
import { table } from './sales.ts'

const HOUR = 3_600_000
const FIRST = Date.UTC(2026, 1, 1, 5)

/** Days as a shop in New York writes them: 2/1/2026, its promotions for the next fortnight, blank rows, a note of the day. */
function shop(known: number, note: (day: number) => string = () => ''): string {
  const rows = Array.from({ length: 74 }, (_, i) => {
    const date = new Date(FIRST + 24 * HOUR * i)
    const promo = i % 11 === 3 ? 'yes' : 'no'
    const sold = Math.round(
      80 + 20 * Math.sin((2 * Math.PI * i) / 7) + (promo === 'yes' ? 30 : 0) + 4 * Math.sin(i * i),
    )
    const day = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`
    return [day, promo, note(i), i < known ? sold : ''].join(',')
  })
  return `date,promotion,note,sold\n${rows.join('\n')}\n`
}

/** Hours as a meter counts them, in UTC, over the night of 8 March 2026 in which clocks of New York go forward. */
function meter(hours: number): string {
  const from = Date.UTC(2026, 2, 8, 7) - 9 * 24 * HOUR
  const rows = Array.from({ length: hours }, (_, i) => {
    const instant = from + i * HOUR
    const wall = instant - (instant < Date.UTC(2026, 2, 8, 7) ? 5 : 4) * HOUR
    const hour = new Date(wall).getUTCHours()
    return `${new Date(instant).toISOString()},${(hour >= 8 && hour < 18 ? 90 : 10) + (i % 3)}`
  })
  return `at,load\n${rows.join('\n')}\n`
}

describe('the ten minutes of an analyst', () => {
  it('gives the next fortnight with a fan and a page, and tomorrow the same from the state', () =>
    inFolder(async (path) => {
      writeFileSync(path('sales.csv'), shop(60))
      const args = ['--zone', 'America/New_York', '--save', path('state'), '--report', path('page.html')]
      const today = credence([
        'forecast',
        path('sales.csv'),
        '--target',
        'sold',
        ...args,
        '-o',
        path('next.csv'),
      ])
      expect(today.code).toBe(0)
      expect(today.err).toContain('known in advance: promotion')
      expect(today.err).toContain('have no "sold": they are taken as rows to forecast')
      expect(today.err).toMatch(/2026-04-02 +[\d.]+ +\d+ +\d+ +├─*●─*┤/)
      expect(today.err).toMatch(/step 1 .* below the value a season ago; \d/)
      const rows = table(readFileSync(path('next.csv'), 'utf8'))
      expect(rows.map(({ time }) => time).slice(0, 14)).toEqual(
        Array.from({ length: 14 }, (_, k) =>
          new Date(FIRST + 24 * HOUR * (60 + k)).toISOString().slice(0, 10),
        ),
      )
      // Day 69 has a promotion, as the blank row says.
      expect(Number(rows[9]?.mean) - Number(rows[8]?.mean)).toBeGreaterThan(15)
      expect(readFileSync(path('page.html'), 'utf8')).toContain('nine times in ten')
      const [head, ...lines] = shop(61).trim().split('\n')
      writeFileSync(path('yesterday.csv'), `${head}\n${lines[60]}\n`)
      writeFileSync(path('whole.csv'), shop(61))
      const on = await forecastHere(path('on.csv'), path('yesterday.csv'), '--resume', path('state'))
      const whole = await forecastHere(path('all.csv'), path('whole.csv'), '--target', 'sold')
      expect(table(on.out)).toHaveLength(14)
      expect(on.out).toBe(whole.out)
    }))

  it('follows the clocks of her zone over the night in which they are changed', () =>
    inFolder(async (path) => {
      writeFileSync(path('load.csv'), meter(9 * 24 + 8))
      const rows = async (...zone: string[]): Promise<Record<string, string>[]> =>
        table((await forecastHere(path('out.csv'), path('load.csv'), '--steps', '24', ...zone)).out).slice(
          0,
          24,
        )
      const there = await rows('--zone', 'America/New_York')
      expect(there[0]?.time).toBe('2026-03-08T11:00-04:00')
      const wrong = (found: Record<string, string>[], hourOf: (time: string) => number): number =>
        found.filter(({ time, mean }) => {
          const hour = hourOf(time as string)
          return Number(mean) > 50 !== (hour >= 8 && hour < 18)
        }).length
      expect(wrong(there, (time) => Number(time.slice(11, 13)))).toBe(0)
      // By UTC the day begins an hour too late.
      expect(wrong(await rows(), (time) => (Number(time.slice(11, 13)) + 20) % 24)).toBeGreaterThan(0)
    }))

  it('shows no forecast what only later rows know, to the last bit', () =>
    inFolder(async (path) => {
      const forecast = async (text: string): Promise<string> => {
        writeFileSync(path('some.csv'), text)
        return (
          await forecastHere(path('out.csv'), path('some.csv'), '--target', 'sold', '--known', 'promotion')
        ).out
      }
      const plain = await forecast(shop(60, (i) => String(i % 5)))
      expect(plain).not.toBe('')
      expect(await forecast(shop(60, (i) => (i < 60 ? String(i % 5) : 'storm')))).toBe(plain)
      expect(await forecast(shop(60, (i) => (i < 60 ? String(i % 5) : '')))).toBe(plain)
    }))
})
