import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { forecastHere } from './forecastHere.ts'
import { credence } from './process.ts'
import { sales, table } from './sales.ts'

type Paths = (name: string) => string

async function forecast(path: Paths, ...args: string[]): Promise<string> {
  const { code, out, err } = await forecastHere(path('out.csv'), ...args)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out
}
const lines = (text: string): string[] => text.trim().split('\n')
/** The header and some of the rows. */
const some = (text: string, isWanted: (line: string) => boolean): string => {
  const [head, ...rows] = lines(text)
  return `${[head, ...rows.filter(isWanted)].join('\n')}\n`
}

describe('credence forecast, every morning', () => {
  it("goes on from a checkpoint when yesterday's blank row is filled, in a file of one row or in all of it", () =>
    inFolder(async (path) => {
      writeFileSync(path('today.csv'), sales(90, { blank: 5 }))
      const tomorrow = sales(91, { blank: 4 })
      writeFileSync(path('tomorrow.csv'), tomorrow)
      writeFileSync(
        path('row.csv'),
        some(tomorrow, (line) => line.startsWith('2025-04-01')),
      )
      const state = path('state')
      await forecast(path, path('today.csv'), '--target', 'sold', '--save', state)
      expect(statSync(state).size).toBeLessThan(2000)
      const whole = await forecast(path, path('tomorrow.csv'), '--target', 'sold')
      expect(lines(whole)).toHaveLength(6)
      // Twice, because a morning may be run twice; the second time with the whole file.
      expect(await forecast(path, path('row.csv'), '--resume', state, '--save', state)).toBe(whole)
      const bytes = readFileSync(state)
      expect(await forecast(path, path('tomorrow.csv'), '--resume', state, '--save', state)).toBe(whole)
      expect(await forecast(path, path('row.csv'), '--resume', state, '--save', state)).toBe(whole)
      expect(readFileSync(state).length).toBe(bytes.length)
    }))

  it('takes new rows of many series from a file of their own, and a corrected one for what it was', () =>
    inFolder(async (path) => {
      const all = sales(60, { stores: ['north', 'south'] })
      const isNew = (line: string): boolean => line >= '2025-02-27'
      const wrong = all.replace(/^2025-01-20,north,.*$/m, '2025-01-20,north,no,999')
      const corrected = lines(all).find((line) => line.startsWith('2025-01-20,north'))
      expect(wrong).not.toBe(all)
      writeFileSync(
        path('old.csv'),
        some(wrong, (line) => !isNew(line)),
      )
      writeFileSync(path('new.csv'), `${some(all, isNew)}${corrected}\n`)
      writeFileSync(path('all.csv'), all)
      const wishes = ['--known', 'none', '--steps', '2']
      await forecast(path, path('old.csv'), '--target', 'sold', ...wishes, '--save', path('state'))
      const whole = table(
        await forecast(path, path('all.csv'), '--target', 'sold', '--by', 'store', ...wishes),
      )
      const on = table(await forecast(path, path('new.csv'), '--resume', path('state'), ...wishes))
      const byName = (rows: typeof on): string[] => rows.map((row) => JSON.stringify(row)).sort()
      expect(byName(on)).toEqual(byName(whole))
    }))

  it('keeps an outcome where a later file has none, and cells that a later file has no column for', () =>
    inFolder(async (path) => {
      const [today, tomorrow] = [sales(90, { blank: 5 }), sales(91, { blank: 4 })]
      writeFileSync(path('today.csv'), today)
      writeFileSync(path('tomorrow.csv'), tomorrow)
      const [day, , sold] = (lines(tomorrow)[91] as string).split(',')
      writeFileSync(path('bare.csv'), `day,sold\n${day},${sold}\n`)
      const [state, next] = [path('state'), path('next')]
      await forecast(path, path('today.csv'), '--target', 'sold', '--save', state)
      const whole = await forecast(path, path('tomorrow.csv'), '--target', 'sold')
      expect(await forecast(path, path('bare.csv'), '--resume', state, '--save', next)).toBe(whole)
      expect(await forecast(path, path('today.csv'), '--resume', next)).toBe(whole)
    }))

  it('says which outcomes and series are others than before, as where another file is given', () =>
    inFolder(async (path) => {
      writeFileSync(path('today.csv'), sales(40, { stores: ['north', 'south'] }))
      writeFileSync(
        path('other.csv'),
        'day,store,promo,sold\n2025-02-08,north,no,7\n2025-02-09,north,no,8\n2025-02-10,North,no,9\n',
      )
      await forecast(path, path('today.csv'), '--target', 'sold', '--known', 'none', '--save', path('state'))
      const told = (...args: string[]): { code: number | null; err: string } =>
        credence(['forecast', ...args, '--known', 'none', '--steps', '2'])
      const { code, err } = told(path('other.csv'), '--resume', path('state'))
      expect(code).toBe(0)
      expect(err).toMatch(
        /2 outcomes have changed, the first is sold of 2025-02-08 of north was [\d.]+ and is 7 \(line 2\)/,
      )
      expect(err).toContain('1 series is not in the checkpoint: "North"')
      const same = told(path('today.csv'), '--resume', path('state')).err
      expect(same).not.toMatch(/changed|not in the checkpoint/)
    }))

  it('says nothing of outcomes that are the same again where a time has several rows, in any order', () =>
    inFolder(async (path) => {
      const day = (i: number): string => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10)
      const rows = Array.from({ length: 90 }, (_, i) => `${day(Math.floor(i / 3))},${0.1 + 0.1 * (i % 3)}`)
      writeFileSync(path('old.csv'), `day,sold\n${rows.join('\n')}\n`)
      writeFileSync(path('all.csv'), `day,sold\n${[...rows, `${day(30)},0.2`].reverse().join('\n')}\n`)
      writeFileSync(path('average.csv'), `day,sold\n${day(29)},0.2\n${day(30)},0.2\n`)
      writeFileSync(path('other.csv'), `day,sold\n${day(29)},0.1\n${day(29)},0.9\n`)
      await forecast(path, path('old.csv'), '--steps', '2', '--save', path('state'))
      const told = (file: string): string =>
        credence(['forecast', path(file), '--resume', path('state'), '--steps', '2']).err
      for (const file of ['all.csv', 'average.csv']) expect(told(file)).not.toMatch(/changed/)
      expect(told('other.csv')).toMatch(/1 outcome has changed: sold of 2026-01-30 was 0\.2 and is 0\.5 /)
    }))

  it('goes on, and judges, where names of columns hold commas', () =>
    inFolder(async (path) => {
      const day = (i: number): string => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10)
      const days = Array.from({ length: 62 }, (_, i) => i)
      const long = [
        '"Date, local","Shop, city",sold',
        ...days.flatMap((i) => [`${day(i)},a,${i % 7}`, `${day(i)},b,${i % 5}`]),
      ]
      const wide = ['"Date, local","Paris, FR","Rome, IT"', ...days.map((i) => `${day(i)},${i % 7},${i % 5}`)]
      const follow = async (all: readonly string[], fewer: number, ...args: string[]): Promise<void> => {
        const [old, whole, state] = [path('old.csv'), path('all.csv'), path('state')]
        writeFileSync(old, `${all.slice(0, -fewer).join('\n')}\n`)
        writeFileSync(whole, `${all.join('\n')}\n`)
        await forecast(path, old, ...args, '--steps', '2', '--save', state)
        expect(credence(['judge', whole, path('out.csv')]).out).toContain('4 of 4 forecasts')
        const wanted = await forecast(path, whole, ...args, '--steps', '2')
        expect(await forecast(path, whole, '--resume', state, '--steps', '2')).toBe(wanted)
        rmSync(state)
      }
      await follow(long, 4)
      await follow(wide, 2, '--series', 'Paris, FR,Rome, IT')
    }))

  it('goes on from no file of another kind, and reads no date in two orders', () =>
    inFolder(async (path) => {
      const american = (text: string): string => text.replace(/2025-0?(\d+)-0?(\d+)/g, '$2/$1/2025')
      writeFileSync(path('today.csv'), american(sales(40)))
      const [state, out] = [path('state'), path('out.csv')]
      const first = await forecastHere(out, path('today.csv'), '--target', 'sold', '--save', state)
      expect(first.code).toBe(0)
      const refused = async (...args: string[]): Promise<string> => {
        const { code, err } = await forecastHere(out, ...args)
        expect(code).toBe(2)
        return err
      }
      writeFileSync(path('us.csv'), 'day,promo,sold\n2/13/2025,no,7\n')
      writeFileSync(path('city.csv'), 'day,city\n13/2/2025,Rome\n')
      expect(await refused(path('us.csv'), '--resume', state)).toContain(
        'line 2: "2/13/2025" in "day" has the month first, where the day is taken to come first',
      )
      expect(await refused(path('us.csv'), '--resume', state, '--dates', 'mdy')).toContain('saved with "dmy"')
      expect(await refused(path('city.csv'), '--resume', state)).toContain('state: no column "sold"')
      expect(await refused(path('us.csv'), '--resume', path('us.csv'))).toContain(
        'us.csv is not a checkpoint',
      )
      expect(await refused(path('today.csv'), '--target', 'sold', '--dates', 'mdy')).toContain(
        '"13/1/2025" in "day" has the day first, where the month is taken to come first',
      )
    }))

  it('reads tomorrow’s numbers as today’s, unless its file shows that they are written otherwise', () =>
    inFolder(async (path) => {
      const row = (day: number, mark: string): string =>
        `2025-01-${day} ${(1.5 + (day % 3) / 8).toFixed(3).replace('.', mark)} ${(0.25 * day).toFixed(2).replace('.', mark)}\n`
      const file = (days: readonly number[], mark: string): string =>
        `day sold price\n${days.map((day) => row(day, mark)).join('')}`.replaceAll(' ', ';')
      const old = Array.from({ length: 18 }, (_, t) => 10 + t)
      writeFileSync(path('today.csv'), file(old, ','))
      await forecast(path, path('today.csv'), '--target', 'sold', '--save', path('state'))
      const each: string[] = []
      for (const mark of [',', '.']) {
        writeFileSync(path('tomorrow.csv'), file([28, 29], mark))
        each.push(await forecast(path, path('tomorrow.csv'), '--resume', path('state'), '--steps', '2'))
      }
      expect(each[1]).toBe(each[0])
    }))

  it('stays in the zone and with the holidays of the first time, unless it is told others', () =>
    inFolder(async (path) => {
      const hours = Array.from({ length: 120 }, (_, i) => {
        const time = new Date(Date.UTC(2026, 9, 20, 6 + i)).toISOString().slice(0, 16)
        return `${time}Z,${(i * 7) % 24}\n`
      })
      writeFileSync(path('old.csv'), `time,load\n${hours.slice(0, 100).join('')}`)
      writeFileSync(path('new.csv'), `time,load\n${hours.slice(100).join('')}`)
      writeFileSync(path('all.csv'), `time,load\n${hours.join('')}`)
      const [state, next] = [path('state'), path('next')]
      const berlin = ['--zone', 'Europe/Berlin', '--holidays', 'DE']
      await forecast(path, path('old.csv'), '--target', 'load', ...berlin, '--save', state)
      const whole = await forecast(path, path('all.csv'), '--target', 'load', ...berlin)
      expect(whole).toContain('+01:00')
      expect(await forecast(path, path('new.csv'), '--resume', state, '--save', next)).toBe(whole)
      expect(await forecast(path, path('new.csv'), '--resume', next)).toBe(whole)
      expect(await forecast(path, path('new.csv'), '--resume', next, '--zone', 'UTC')).toContain('+00:00')
    }))

  it('sorts rows that stand newest first, and says so unless it was told', () =>
    inFolder(async (path) => {
      const [head, ...rows] = lines(sales(50))
      writeFileSync(path('turned.csv'), [head, ...rows.reverse()].join('\n'))
      writeFileSync(path('sorted.csv'), sales(50))
      const args = ['--target', 'sold', '--steps', '2']
      const said = credence(['forecast', path('turned.csv'), ...args])
      expect(said.err).toContain('newest first: they were sorted')
      expect(said.out).toBe(await forecast(path, path('sorted.csv'), ...args))
      expect(credence(['forecast', path('turned.csv'), ...args, '--sort']).err).not.toContain('newest')
    }))

  it('says where the unit of the outcomes changed, and by how much, on the page too', () =>
    inFolder(async (path) => {
      const rows = Array.from({ length: 120 }, (_, t) => {
        const day = new Date(Date.UTC(2025, 0, 1 + t)).toISOString().slice(0, 10)
        return `${day},${(20 + (t % 7) + (t % 3)) * (t < 60 ? 1 : 1000)}`
      })
      writeFileSync(path('units.csv'), ['day,sold', ...rows].join('\n'))
      const args = ['forecast', path('units.csv'), '--target', 'sold', '--steps', '3', '-o', path('out.csv')]
      const { err } = credence([...args, '--report', path('page.html')])
      expect(err).toContain('from 2025-03-02 (line 62) on, "sold" is about 1,000 times as large as before')
      expect(readFileSync(path('page.html'), 'utf8')).toContain(
        '2 Mar 2025 on, &#34;sold&#34; is about 1,000 times',
      )
    }))

  it('draws courses whose sum is beside the total, the same for the same seed', () =>
    inFolder(async (path) => {
      writeFileSync(path('sales.csv'), sales(60))
      const args = [path('sales.csv'), '--target', 'sold', '--steps', '3', '--samples', '2']
      const rows = table(await forecast(path, ...args))
      const sum = rows.slice(0, 3).reduce((all, row) => all + Number(row.sample_2), 0)
      expect(Number(rows[3]?.sample_2)).toBeCloseTo(sum, 8)
      expect(table(await forecast(path, ...args))).toEqual(rows)
      expect(table(await forecast(path, ...args, '--seed', '2'))[0]?.sample_1).not.toBe(rows[0]?.sample_1)
    }))

  it.each([
    [['plain.csv', '--save', 'state'], '--save needs a column of times'],
    [['plain.csv', '--sort'], '--sort needs a column of times'],
    [['sales.csv', '--resume', 'none'], 'Check the name; the first time, use --save'],
    [['sales.csv', '--resume', 'sales.csv'], 'sales.csv is not a checkpoint'],
    [
      ['sales.csv', '--resume', 'kept', '--target', 'promo'],
      '--target promo: the checkpoint was saved with "sold"',
    ],
    [['sales.csv', '--save', 'kept'], 'is there already. To go on from it, add --resume'],
    [['other.csv', '--resume', 'kept'], 'no column "sold". '],
    [['sales.csv', '--steps', '3', '--until', '2026-01-01'], 'not both'],
  ])('says what is wrong with %s', (args, message) =>
    inFolder(async (path) => {
      writeFileSync(path('sales.csv'), sales(30))
      writeFileSync(path('other.csv'), 'day,bought\n2025-01-01,3\n')
      writeFileSync(path('plain.csv'), 'sold\n1\n2\n3\n4\n')
      await forecast(path, path('sales.csv'), '--target', 'sold', '--save', path('kept'))
      const inPlace = args.map((arg) => (/^(?:[a-z]+\.csv|state|kept|none)$/.test(arg) ? path(arg) : arg))
      const { code, err } = await forecastHere(path('out.csv'), ...inPlace)
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) })
    }),
  )
})
