import { statSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { forecastHere } from './forecastHere.ts'
import { credence } from './process.ts'
import { sales } from './sales.ts'

it(
  'gives the same bytes on any number of threads, and for rows in any order',
  () =>
    inFolder(async (path) => {
      const stores = Array.from({ length: 540 }, (_, s) => `s${s}`)
      const [head, ...lines] = sales(9, { stores }).trim().split('\n') as [string, ...string[]]
      const bySeries = `${[head, ...lines].join('\n')}\n`
      const byTime = `${[head, ...lines.sort()].join('\n')}\n`
      writeFileSync(path('series.csv'), bySeries)
      writeFileSync(path('time.csv'), byTime)
      const run = (file: string, threads: string): string[] => {
        const args = ['--target', 'sold', '--by', 'store', '--known', 'none', '--steps', '2', '--quiet']
        return credence(['forecast', path(file), ...args, '--threads', threads])
          .out.trim()
          .split('\n')
      }
      const one = run('series.csv', '1')
      expect(one).toHaveLength(1 + 540 * 3)
      expect(run('series.csv', '2')).toEqual(one)
      expect(run('time.csv', '1').sort()).toEqual(one.sort())
    }),
  600_000,
)

it(
  'goes on with the rows that a long series keeps as if it had all of them',
  () =>
    inFolder(async (path) => {
      const all = sales(4200)
      const [head, ...lines] = all.trim().split('\n') as [string, ...string[]]
      writeFileSync(path('all.csv'), all)
      writeFileSync(path('old.csv'), `${[head, ...lines.slice(0, 4150)].join('\n')}\n`)
      // Some of them come again.
      writeFileSync(path('new.csv'), `${[head, ...lines.slice(4100)].join('\n')}\n`)
      const args = ['--target', 'sold', '--known', 'none', '--steps', '2']
      const state = path('state')
      const whole = await forecastHere(path('out.csv'), path('all.csv'), ...args)
      await forecastHere(path('out.csv'), path('old.csv'), ...args, '--save', state)
      const on = await forecastHere(
        path('out.csv'),
        path('new.csv'),
        ...args,
        '--resume',
        state,
        '--save',
        state,
      )
      expect(on).toEqual(whole)
      expect(await forecastHere(path('out.csv'), path('all.csv'), ...args, '--resume', state)).toEqual(whole)
      expect(statSync(state).size).toBeLessThan(30_000)
    }),
  600_000,
)
