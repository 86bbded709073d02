import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { credence } from './process.ts'
import { table } from './sales.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const dayOf = (i: number): string => new Date(Date.UTC(2026, 0, 1) + i * DAY).toISOString().slice(0, 10)
const wave = (i: number): string => (100 + 20 * Math.sin((2 * Math.PI * i) / 7) + Math.cos(i * i)).toFixed(1)

/** The next two steps, or what is asked: the notes before them, and the records. */
function forecast(
  text: string,
  ...asked: readonly string[]
): Promise<{ said: string; rows: Record<string, string>[] }> {
  return inFolder(async (path) => {
    writeFileSync(path('data.csv'), text)
    const args = asked.includes('--until') ? asked : ['--steps', '2', ...asked]
    const { code, err } = credence(['forecast', path('data.csv'), ...args, '-o', path('next.csv')])
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
    return { said: err, rows: table(readFileSync(path('next.csv'), 'utf8')) }
  })
}

const hourly = (from: number, hours: number): string =>
  `time,load\n${Array.from({ length: hours }, (_, i) => `${new Date(from + i * HOUR).toISOString().slice(0, 16)}Z,${wave(i)}`).join('\n')}\n`

it('tells rows that are missing from rows that have no outcome', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => `${dayOf(i)},${i === 9 || i === 20 ? 'n.a.' : wave(i)}`)
  lines.splice(30, 3)
  const { said } = await forecast(`day,sold\n${lines.join('\n')}\n${dayOf(60)},\n${dayOf(61)},\n`)
  expect(said).toContain('by its times, the file lacks 3 rows: the first after 2026-01-30.')
  expect(said).toContain('2 rows in the middle have no "sold": the first is line 11.')
  expect(said).toContain('2 rows after 2026-03-01 have no "sold": they are taken as rows to forecast')
})

it('misses no row where the clocks of the zone are set forward, and says which hour came twice', async () => {
  const zone = ['--zone', 'Europe/Berlin']
  const spring = await forecast(hourly(Date.UTC(2026, 2, 25), 24 * 7), ...zone)
  expect(spring.said).not.toContain('lacks')
  const autumn = await forecast(hourly(Date.UTC(2026, 9, 21), 24 * 7), ...zone)
  expect(autumn.said).toContain('an hour that the clocks of Europe/Berlin showed twice')
  expect(autumn.said).not.toContain('copied by mistake')
})

it('takes a day of --until to its end where a day has several rows', async () => {
  const half = (hours: number): Promise<{ rows: Record<string, string>[] }> =>
    forecast(hourly(Date.UTC(2026, 0, 1), hours), '--until', '2026-01-09')
  for (const { rows } of [await half(24 * 7), await half(24 * 8 + 5)])
    expect(rows.at(-2)?.time).toBe('2026-01-09T23:00Z')
  const days = Array.from({ length: 40 }, (_, i) => `${dayOf(i)},${wave(i)}`).join('\n')
  const { rows } = await forecast(`day,sold\n${days}\n`, '--until', dayOf(44))
  expect(rows.at(-2)?.time).toBe(dayOf(44))
})

it('names a series that ended before the others, and leaves it out of later sums', async () => {
  const lines = Array.from({ length: 60 }, (_, i) =>
    ['a', 'b', 'c'].flatMap((shop) => (shop === 'c' && i > 40 ? [] : `${dayOf(i)},${shop},${wave(i)}`)),
  ).flat()
  const { said, rows } = await forecast(
    `day,shop,sold\n${lines.join('\n')}\n`,
    '--coherent',
    '--target',
    'sold',
  )
  expect(said).toContain('1 of 3 series ends before 2026-03-01: shop c, on 2026-02-10.')
  expect(said).toContain('1 more series is in ')
  const meanOf = (shop: string, step: string): number =>
    Number(rows.find((row) => row.shop === shop && row.step === step)?.mean)
  for (const step of ['1', '2', 'total'])
    expect(meanOf('(all)', step)).toBeCloseTo(meanOf('a', step) + meanOf('b', step), 5)
})

it('ends sums at the day of --until, names series with few values and none, and says what sums count', async () => {
  const lines = Array.from({ length: 40 }, (_, i) =>
    ['a', 'b', '', 'new'].flatMap((shop) =>
      (shop === 'b' && i > 37) || (shop === 'new' && i < 37) ? [] : `${dayOf(i)},${shop},${wave(i)}`,
    ),
  ).flat()
  const { said, rows } = await forecast(
    `day,shop,sold\n${lines.join('\n')}\n`,
    ...['--coherent', '--target', 'sold', '--until', dayOf(45)],
  )
  expect(rows.filter(({ shop }) => shop === '(all)').at(-2)?.time).toBe(dayOf(45))
  expect(said).toContain('begin right after its own end; sums count it until then. If')
  expect(said).toContain('3 values of shop new are few for 6 steps')
  expect(said).toContain('shop (empty): ')
})

it('says which order of columns has sums that are not series again', async () => {
  const lines = Array.from({ length: 20 }, (_, i) =>
    ['a,north', 'b,north', 'c,south'].map((shop) => `${dayOf(i)},${shop},${wave(i)}`),
  ).flat()
  const text = `day,shop,region,sold\n${lines.join('\n')}\n`
  const sums = ['--target', 'sold', '--totals', '--by']
  expect((await forecast(text, ...sums, 'shop,region')).said).toContain(
    'For sums of each region, write --by region,shop',
  )
  expect((await forecast(text, ...sums, 'region,shop')).said).not.toContain('For sums of each')
})

it('refuses sums where a series has the name that they have', async () => {
  const lines = Array.from({ length: 20 }, (_, i) =>
    ['a', '(all)'].map((shop) => `${dayOf(i)},${shop},${wave(i)}`),
  )
  await inFolder(async (path) => {
    writeFileSync(path('data.csv'), `day,shop,sold\n${lines.flat().join('\n')}\n`)
    const { code, err } = credence([
      'forecast',
      path('data.csv'),
      '--target',
      'sold',
      '--steps',
      '2',
      '--totals',
    ])
    expect(code).toBe(2)
    expect(err).toContain('a series has "(all)" in "shop", which is what sums have there.')
  })
})

it('compares with the last value where rows have no season, and else with that a season ago', async () => {
  const years = Array.from({ length: 40 }, (_, i) => `${1980 + i}-01-01,${wave(i)}`).join('\n')
  const yearly = await forecast(`year,sold\n${years}\n`)
  expect(yearly.said).toMatch(/(below|above) the last value; /)
  expect(yearly.said).not.toContain('season')
  const days = Array.from({ length: 40 }, (_, i) => `${dayOf(i)},${wave(i)}`).join('\n')
  expect((await forecast(`day,sold\n${days}\n`)).said).toMatch(/(below|above) the value a season ago; /)
})

it('says of a table with a column for each series how many there are', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `${dayOf(i)},${wave(i)},${wave(i + 3)}`)
  const { said } = await forecast(`day,north,south\n${lines.join('\n')}\n`, '--wide')
  expect(said).toMatch(/^2 columns, each a series of its own: daily/)
  const one = await forecast(
    `day,north\n${lines.map((line) => line.slice(0, line.lastIndexOf(','))).join('\n')}\n`,
    '--wide',
  )
  expect(one.said).toMatch(/^1 column, a series of its own: daily/)
})
