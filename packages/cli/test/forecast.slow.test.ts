import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inFolder } from './folder.ts'
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
