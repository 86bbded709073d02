import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { forecastHere } from './forecastHere.ts'
import { credence } from './process.ts'
import { sales, table } from './sales.ts'

const STORES = ['north', 'south']
const first = (text: string, isKept: (line: string) => boolean): string => {
  const [head, ...rows] = text.trim().split('\n')
  return `${[head, ...rows.filter(isKept)].join('\n')}\n`
}

describe('credence judge', () => {
  it('asks for the column that was forecast, not for another way to forecast', () =>
    inFolder(async (path) => {
      writeFileSync(
        path('all.csv'),
        sales(40, { stores: STORES })
          .replace(/^(.+)$/gm, '$1,1')
          .replace(',1', ',more'),
      )
      await forecastHere(
        path('next.csv'),
        path('all.csv'),
        '--target',
        'sold',
        '--known',
        'none',
        '--steps',
        '3',
      )
      const { code, err } = credence(['judge', path('all.csv'), path('next.csv')])
      expect(code).toBe(2)
      expect(err).toMatch(/several columns of numbers: name the one that was forecast with --target, such as/)
      expect(err).not.toContain('--wide')
    }))

  it('counts what a forecast held, series by series, as a reader of both files would', () =>
    inFolder(async (path) => {
      const all = sales(70, { stores: STORES })
      writeFileSync(path('all.csv'), all)
      writeFileSync(
        path('old.csv'),
        first(all, (line) => line < '2025-03-05'),
      )
      const wishes = ['--target', 'sold', '--known', 'none', '--coverage', '0.5', '--totals', '--steps', '9']
      const issued = await forecastHere(path('next.csv'), path('old.csv'), ...wishes)
      const outcomes = new Map(table(all).map(({ day, store, sold }) => [`${store} ${day}`, Number(sold)]))
      const steps = table(issued.out).filter(({ step, store }) => step !== 'total' && store !== '(all)')
      const come = steps.flatMap(({ store, time, mean, lower, upper }) => {
        const y = outcomes.get(`${store} ${time}`)
        if (y === undefined) return []
        return [{ error: y - Number(mean), held: Number(lower) <= y && y <= Number(upper) }]
      })
      const { code, out } = credence([
        'judge',
        path('all.csv'),
        path('next.csv'),
        '--target',
        'sold',
        '--json',
      ])
      expect(code).toBe(0)
      expect(come).toHaveLength(2 * 7)
      expect(JSON.parse(out).files).toEqual([
        {
          file: path('next.csv'),
          steps: 2 * 9,
          come: come.length,
          held: come.filter(({ held }) => held).length,
          meanAbsoluteError: expect.closeTo(
            come.reduce((sum, { error }) => sum + Math.abs(error), 0) / come.length,
            9,
          ),
          bias: expect.closeTo(come.reduce((sum, { error }) => sum + error, 0) / come.length, 9),
          totals: 0,
          totalsHeld: 0,
        },
      ])
      const said = credence([
        'judge',
        path('all.csv'),
        path('next.csv'),
        '--target',
        'sold',
        '--coverage',
        '0.5',
      ])
      expect(said.out).toContain(`14 of 18 forecasts in ${path('next.csv')} have an outcome`)
      expect(said.out).toContain('50.0 % were asked for')
    }))

  it('reads wide tables and sums of a path, and names each outcome that was missed', () =>
    inFolder(async (path) => {
      const rows = Array.from({ length: 40 }, (_, i) => {
        const day = new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10)
        return `${day},${10 + (i % 3)},${20 + (i % 4)}`
      })
      const wide = (lines: readonly string[]): string => `day,a,b\n${lines.join('\n')}\n`
      writeFileSync(path('old.csv'), wide(rows.slice(0, 37)))
      const jump = [...rows.slice(0, 37), (rows[37] as string).replace(/,\d+,/, ',500,'), ...rows.slice(38)]
      writeFileSync(path('all.csv'), wide(jump))
      await forecastHere(path('next.ndjson'), path('old.csv'), '--wide', '--steps', '3')
      const { out } = credence(['judge', path('all.csv'), path('next.ndjson')])
      expect(out).toContain('6 of 6 forecasts')
      expect(out).toMatch(/a, 2026-02-07 +500/)
      expect(out).toMatch(/totals held\n.*1 of 2\n/)
      const named = credence(['judge', path('all.csv'), path('next.ndjson'), '--target', 'a'])
      expect(named.err).toContain('leave out --target')
      writeFileSync(path('long.csv'), sales(40))
      const { err } = credence(['judge', path('long.csv'), path('next.ndjson')])
      expect(err).toContain('long.csv has no column "a", of which')
    }))

  it('says that outcomes have not come, that a series is not there, and what is no forecast', () =>
    inFolder(async (path) => {
      const all = sales(40, { stores: STORES })
      const only = (store: string): string => first(all, (line) => line.includes(store))
      writeFileSync(path('all.csv'), all)
      writeFileSync(path('north.csv'), only('north'))
      writeFileSync(path('untimed.csv'), 'y\n1\n2\n3\n1\n2\n3\n1\n2\n3\n')
      const forecast = ['--target', 'sold', '--known', 'none', '--steps', '2']
      await forecastHere(path('next.csv'), path('all.csv'), ...forecast)
      await forecastHere(path('steps.csv'), path('untimed.csv'), '--steps', '2')
      const judged = (...args: string[]): { code: number | null; out: string; err: string } =>
        credence(['judge', ...args, '--target', 'sold'])
      expect(judged(path('all.csv'), path('next.csv')).out).toContain('0 of 4 forecasts')
      expect(judged(path('all.csv'), path('next.csv')).out).toContain('they are of 2025-02-10 to 2025-02-11')
      expect(judged(path('north.csv'), path('next.csv')).out).toContain(
        'has no row of 1 series of the forecasts: "south"',
      )
      expect(credence(['judge', path('all.csv')]).err).toContain(
        'the command is not complete. Write credence judge DATA',
      )
      expect(judged(path('all.csv'), path('next.csv'), '--by', 'store').err).toContain(
        "unknown option '--by'. The options of judge are listed by credence judge --help",
      )
      const swapped = judged(path('next.csv'), path('all.csv'))
      expect(swapped).toMatchObject({ code: 2 })
      expect(swapped.err).toContain('credence judge DATA FORECASTS')
      expect(judged(path('all.csv'), path('steps.csv')).err).toContain('line 2: a forecast without a time')
      expect(judged(path('all.csv'), path('next.csv'), path('steps.csv')).err).toContain('without a time')
    }))

  it('reads a file that a spreadsheet has saved, and refuses one whose numbers it has changed', () =>
    inFolder(async (path) => {
      const all = sales(70, { stores: STORES })
      writeFileSync(path('all.csv'), all)
      writeFileSync(
        path('old.csv'),
        first(all, (line) => line < '2025-03-01'),
      )
      const wishes = ['--target', 'sold', '--known', 'none', '--steps', '9']
      const { out } = await forecastHere(path('next.csv'), path('old.csv'), ...wishes)
      const judged = (name: string, text: string): { code: number | null; out: string; err: string } => {
        writeFileSync(path(name), text)
        return credence(['judge', path('all.csv'), path(name), '--target', 'sold', '--json'])
      }
      const counts = (json: string): unknown => ({ ...JSON.parse(json).files[0], file: '' })
      const months = out.replace(/2025-0(\d)-0?(\d+)/g, '$1/$2/2025')
      expect(months).toContain(',3/1/2025,')
      const cut = judged('cut.csv', out.slice(0, out.indexOf('2025-03-02')))
      expect(cut.err).toMatch(
        /cut\.csv, line \d has \d cells.* if it is the last one, write or export the file again/,
      )
      const ask = judged('months.csv', months)
      expect(ask.err).toContain('line 2: "3/1/2025" in column "time" may name two days')
      const again = credence([
        'judge',
        path('all.csv'),
        path('months.csv'),
        '--target',
        'sold',
        '--dates',
        'mdy',
        '--json',
      ])
      expect(counts(again.out)).toEqual(counts(judged('same.csv', out).out))
      const comma = out.replaceAll(',', ';').replaceAll('.', ',')
      expect(counts(judged('comma.csv', comma).out)).toEqual(counts(again.out))
      expect(judged('word.csv', out.replace(/(3,2025-03-03),[\d.]+/, '$1,#REF!')).err).toContain(
        'word.csv, line 4: "#REF!" in "mean" is not a number. Give the file as credence forecast wrote it',
      )
      expect(judged('time.csv', out.replace('2025-03-02', 'Sunday')).err).toContain(
        'line 3: "Sunday" in "time" is not',
      )
      expect(judged('step.csv', out.replace(',2,2025-03-02', ',2nd,2025-03-02')).err).toContain(
        'line 3: "2nd" in "step" is not a number',
      )
    }))

  it('counts no outcome twice: not in a file that is given twice, nor in one that lost its column of series', () =>
    inFolder(async (path) => {
      const all = sales(40, { stores: STORES })
      writeFileSync(path('all.csv'), all)
      const old = first(all, (line) => line < '2025-02-03')
      writeFileSync(path('old.csv'), old)
      writeFileSync(
        path('north.csv'),
        first(old, (line) => line.includes('north')).replace(/,(?:store|north)/g, ''),
      )
      const wishes = ['--target', 'sold', '--known', 'none', '--steps', '6']
      const { out } = await forecastHere(path('next.csv'), path('old.csv'), ...wishes)
      await forecastHere(path('one.csv'), path('north.csv'), ...wishes)
      writeFileSync(path('lost.csv'), out.replace(/^\w+,/gm, ''))
      const again = out.split('\n').find((line) => line.startsWith('north,1,')) as string
      writeFileSync(path('joined.csv'), `${out}${again.replace('2025-02-03', '2025-02-03T00:00')}\n`)
      writeFileSync(path('renamed.csv'), out.replace('store', 'shop'))
      const judged = (...names: string[]): { code: number | null; out: string; err: string } =>
        credence(['judge', path('all.csv'), ...names.map(path), '--target', 'sold'])
      expect(judged('next.csv', './next.csv').err).toContain('is given twice')
      expect(judged('lost.csv').err).toContain('line 9 has a second forecast of 2025-02-03')
      expect(judged('joined.csv').err).toContain('has a second forecast of 2025-02-03T00:00 for')
      expect(judged('renamed.csv').err).toContain('no column "shop", which names')
      expect(judged('one.csv').out).toContain('40 outcomes are averages:')
      expect(judged('next.csv').out).not.toContain('averages')
    }))

  it('says when outcomes are, and that another column may be meant, where nothing fits', () =>
    inFolder(async (path) => {
      const all = `${sales(40).trim()}`
        .split('\n')
        .map((line, i) => `${line},${i === 0 ? 'visits' : 5000 + i}`)
      writeFileSync(path('all.csv'), `${all.join('\n')}\n`)
      writeFileSync(path('old.csv'), `${all.slice(0, 34).join('\n')}\n`)
      const wishes = ['--target', 'sold', '--known', 'none', '--steps', '7']
      await forecastHere(path('next.csv'), path('old.csv'), ...wishes)
      const judged = (data: string, target: string): string =>
        credence(['judge', path(data), path('next.csv'), '--target', target]).out
      expect(judged('old.csv', 'sold')).toContain('they are of 2025-02-03 to 2025-02-09')
      expect(judged('old.csv', 'sold')).toContain('of 2025-01-01 to 2025-02-02')
      expect(judged('all.csv', 'visits')).toContain('If "visits" is not the column that was forecast')
      expect(judged('all.csv', 'sold')).not.toContain('is not what was forecast')
    }))

  it('finds outcomes by times that are numbers, as they are written', () =>
    inFolder(async (path) => {
      const rows = Array.from({ length: 60 }, (_, t) => `${101 + t},${10 + (t % 5)}`)
      const numbered = (count: number): string => `step_no,y\n${rows.slice(0, count).join('\n')}\n`
      writeFileSync(path('all.csv'), numbered(60))
      writeFileSync(path('old.csv'), numbered(56))
      const wishes = ['--target', 'y', '--time', 'step_no', '--steps', '5']
      const { out } = await forecastHere(path('next.csv'), path('old.csv'), ...wishes)
      expect(table(out).map(({ time }) => time)).toEqual(['157', '158', '159', '160', '161', ''])
      const args = ['judge', path('all.csv'), path('next.csv'), '--target', 'y', '--time', 'step_no']
      expect(credence(args).out).toContain('4 of 5 forecasts')
    }))

  it('leaves out an hour that clocks skip, in which nothing can come', () =>
    inFolder(async (path) => {
      const rows = Array.from({ length: 12 * 24 }, (_, t) => {
        const at = new Date(Date.UTC(2026, 2, 20) + t * 3_600_000).toISOString().slice(0, 16)
        return `${at}Z,${10 + (t % 24)}`
      })
      const hourly = (count: number): string => `at,y\n${rows.slice(0, count).join('\n')}\n`
      writeFileSync(path('all.csv'), hourly(rows.length))
      writeFileSync(path('old.csv'), hourly(9 * 24))
      const { out } = await forecastHere(
        path('next.csv'),
        path('old.csv'),
        '--zone',
        'Europe/Berlin',
        '--steps',
        '9',
      )
      // Clocks go from 2 to 3 in that night: both are the same moment.
      const times = table(out).map(({ time }) => time)
      expect(times.slice(1, 3)).toEqual(['2026-03-29T02:00+01:00', '2026-03-29T03:00+02:00'])
      const judged = credence(['judge', path('all.csv'), path('next.csv'), '--json'])
      expect(JSON.parse(judged.out).files[0]).toMatchObject({ steps: 8, come: 8, totals: 0 })
    }))

  it('finds series by a column whose name begins as those that were renamed do', () =>
    inFolder(async (path) => {
      const all = sales(40, { stores: STORES }).replace('store', 'input_store')
      writeFileSync(path('all.csv'), all)
      writeFileSync(
        path('old.csv'),
        first(all, (line) => line < '2025-02-03'),
      )
      await forecastHere(
        path('next.csv'),
        path('old.csv'),
        '--target',
        'sold',
        '--known',
        'none',
        '--steps',
        '3',
      )
      const { out } = credence(['judge', path('all.csv'), path('next.csv'), '--target', 'sold'])
      expect(out).toContain('6 of 6 forecasts')
    }))
})
