import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { full } from '../../../test/full.ts'
import { inFolder } from './folder.ts'
import { credence } from './process.ts'

const recipe = JSON.stringify({
  target: 'y',
  features: ['a'],
  experts: [{ kind: 'svb', scale: [0.01, 0.1, 1] }],
})
const rows = (n: number): string =>
  `day,place,a,y\n${Array.from({ length: n }, (_, t) => {
    const day = new Date(Date.UTC(2026, 0, 1 + t)).toISOString().slice(0, 10)
    return [
      day,
      t % 2 ? 'Köln' : '"a,b"',
      Math.sin(t).toFixed(3),
      t === 0 ? '' : Math.cos(t).toFixed(3),
    ].join(',')
  }).join('\n')}\n`

it.each(full(['csv', 'ndjson'], 1))(
  'the output of a long run, which a thread of its own makes, is the same in %s',
  (format) =>
    inFolder(async (path) => {
      const all = rows(24_000)
      const line = (count: number): number => all.split('\n', count).join('\n').length + 1
      await writeFile(path('r.json'), recipe)
      await writeFile(path('d.csv'), all)
      await writeFile(path('half.csv'), all.slice(0, line(12_001)))
      const run = (data: string, out: string, ...more: string[]): void => {
        const args = ['run', path('r.json'), path(data), '--keep', 'day,place', '--format', format]
        expect(credence([...args, '-o', path(out), ...more]).code).toBe(0)
      }
      run('d.csv', 'whole')
      // Neither of the two is long enough for a thread.
      run('half.csv', 'out', '--save', path('c'))
      run('d.csv', 'out', '--resume', path('c'))
      expect(readFileSync(path('out')).equals(readFileSync(path('whole')))).toBe(true)
    }),
)
