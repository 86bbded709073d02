import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { credence } from './process.ts'
import { expectSameOnThreads, tableOf } from './threads.ts'

describe('the number of threads changes no byte', () => {
  const table = { days: 14, stores: 6 }
  it('of series that learn from each other', () => expectSameOnThreads(tableOf(table), [], [2]))

  it('of a row in the middle that is refused: named and the end of the run, or passed over', () =>
    inFolder(async (path) => {
      const recipe = { task: 'auto', target: 'sold', by: 'store', range: [0, 60] }
      await writeFile(path('r.json'), JSON.stringify(recipe))
      await writeFile(path('d.csv'), tableOf({ ...table, slip: 9 }).replace(/^(.*-11,s5,.*,).*$/m, '$1-5'))
      for (const more of [[], ['--skip-bad-rows']]) {
        const [one, two] = [1, 2].map((threads) => {
          const out = path(`${threads}.csv`)
          const args = [
            'run',
            path('r.json'),
            path('d.csv'),
            '--threads',
            String(threads),
            '-o',
            out,
            ...more,
          ]
          return { ...credence(args), bytes: readFileSync(out, 'utf8') }
        })
        expect(one?.code).toBe(more.length === 0 ? 2 : 0)
        expect(one?.err).toMatch(/line \d+: y must lie in the range from 0 to 60; received/)
        expect(two).toEqual(one)
      }
    }))
})
