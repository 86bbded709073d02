import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { credence, start, until } from './process.ts'
import { bySeries, expectSameOnThreads, tableOf } from './threads.ts'

describe('the number of threads changes no byte', () => {
  const table = { days: 24, stores: 8 }
  it.each<[string, string, readonly string[]]>([
    ['series alone', tableOf({ days: 14, stores: 6 }), ['--alone']],
    ['many days', tableOf({ days: 60, stores: 9 }), []],
    ['rows by series', bySeries(tableOf({ days: 14, stores: 5 })), []],
    ['rows without times', tableOf({ days: 14, stores: 6 }).replace(/^\d[^,]*/gm, 'x'), []],
    ['classes', tableOf(table).replace(/,(\d)[\d.]*$/gm, ',c$1'), []],
    ['groups, and columns kept', tableOf({ ...table, days: 10 }), ['--group', 'sky', '--keep', 'all']],
  ])('of %s', (_, text, more) => expectSameOnThreads(text, more))
})

describe('a run on threads', () => {
  it.each([[['--alone']], [[]]])(
    'goes on from a checkpoint with another number of threads, as if it had never stopped: %s',
    (more) =>
      inFolder(async (path) => {
        const text = tableOf({ days: 20, stores: 7 })
        const lines = text.split('\n')
        await writeFile(path('d.csv'), text)
        await writeFile(path('first.csv'), `${lines.slice(0, 75).join('\n')}\n`)
        const run = (data: string, out: string, threads: number, ...rest: string[]) =>
          credence([
            ...['run', path(data), '--by', 'store', '-o', path(out), '--threads', String(threads)],
            ...rest,
            ...more,
          ])
        expect(run('d.csv', 'whole.csv', 1)).toMatchObject({ code: 0, err: '' })
        for (const [first, second] of [
          [1, 2],
          [3, 1],
          [2, 3],
        ] as const) {
          const name = `${first}${second}`
          const saved = ['--save', path(`${name}.c`)]
          expect(run('first.csv', `${name}.csv`, first, ...saved)).toMatchObject({ code: 0, err: '' })
          const resumed = run('d.csv', `${name}.csv`, second, ...saved, '--resume', path(`${name}.c`))
          expect(resumed).toMatchObject({ code: 0, err: '' })
          expect(readFileSync(path(`${name}.csv`), 'utf8')).toBe(readFileSync(path('whole.csv'), 'utf8'))
        }
      }),
  )

  it.each([[['--alone']], [[]]])('killed at any moment goes on to the same bytes: %s', (more) =>
    inFolder(async (path) => {
      // More rows than lie between two checkpoints.
      await writeFile(path('d.csv'), tableOf({ days: 60, stores: 400 }))
      const run = ['run', path('d.csv'), '--by', 'store', ...more]
      expect(credence([...run, '--threads', '1', '-o', path('whole.csv')]).code).toBe(0)
      const threaded = [...run, '--threads', '2', '--save', path('c'), '-o', path('out.csv')]
      const { child, ended } = start(threaded)
      await until(() => existsSync(path('c')))
      await new Promise((resolve) => setTimeout(resolve, 3000))
      child.kill('SIGKILL')
      expect((await ended).signal).toBe('SIGKILL')
      expect(credence([...threaded, '--resume', path('c')])).toMatchObject({ code: 0 })
      expect(readFileSync(path('out.csv')).equals(readFileSync(path('whole.csv')))).toBe(true)
    }),
  )

  it('is stopped by a signal with all that it has written saved', () =>
    inFolder(async (path) => {
      await writeFile(path('d.csv'), tableOf({ days: 90, stores: 8 }))
      const run = [
        'run',
        path('d.csv'),
        '--by',
        'store',
        '--threads',
        '2',
        '--save',
        path('c'),
        '-o',
        path('out.csv'),
      ]
      const { child, ended } = start(run)
      await until(() => existsSync(path('out.csv')) && readFileSync(path('out.csv')).length > 0)
      child.kill('SIGTERM')
      const { code, err } = await ended
      expect(code, err).toBe(143)
      const [, rows] = /stopped after (\d+) rows/.exec(err) ?? []
      expect(readFileSync(path('out.csv'), 'utf8').trimEnd().split('\n')).toHaveLength(Number(rows) + 1)
      expect(credence([...run, '--resume', path('c')])).toMatchObject({ code: 0 })
      expect(credence([...run.slice(0, 4), '--threads', '1', '-o', path('whole.csv')]).code).toBe(0)
      expect(readFileSync(path('out.csv'), 'utf8')).toBe(readFileSync(path('whole.csv'), 'utf8'))
    }))
})
