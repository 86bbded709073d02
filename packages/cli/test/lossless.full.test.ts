import { existsSync, linkSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { full } from '../../../test/full.ts'
import { inFolder } from './folder.ts'
import { credence, shell, start, until } from './process.ts'

/** What a run has written, learnt and saved is never lost: not by a mistake, a signal, a full disk or another run. */

const svb = JSON.stringify({ experts: [{ kind: 'svb', scale: [0.01, 0.1] }] })
const rowAt = (t: number): string => `${Math.sin(t)},${Math.cos(3 * t)},${2 * Math.sin(t)}\n`
const rows = (n: number, first = 0): string => Array.from({ length: n }, (_, t) => rowAt(first + t)).join('')
const csv = (n: number): string => `a,b,y\n${rows(n)}`

/** A folder with a recipe, 30 rows, their output and its checkpoint. */
function afterThirty<T>(
  use: (path: (name: string) => string, run: (data: string, ...more: string[]) => string[]) => Promise<T>,
): Promise<T> {
  return inFolder(async (path) => {
    await writeFile(path('r.json'), svb)
    await writeFile(path('30.csv'), csv(30))
    const run = (data: string, ...more: string[]): string[] => [
      'run',
      path('r.json'),
      data === '-' ? data : path(data),
      '-o',
      path('out'),
      ...more,
    ]
    expect(credence(run('30.csv', '--save', path('c'))).code).toBe(0)
    return use(path, run)
  })
}

/** The exit code of a run that is sent a signal once it has read `input`. */
async function stopped(
  args: readonly string[],
  signal: 'SIGHUP' | 'SIGINT' | 'SIGTERM',
  input = '',
  wait = 700,
): Promise<number | null> {
  const { child, ended } = start(args)
  child.stdin?.write(input)
  await new Promise((resolve) => setTimeout(resolve, wait))
  child.kill(signal)
  const { code, signal: killed } = await ended
  // A signal that comes before the program listens ends it as it ends any process.
  return killed === signal ? stopped(args, signal, input, 2 * wait) : code
}

describe('a checkpoint is only ever replaced by a later good one', () => {
  it('stays as it was when a row is bad, and goes on when the row is mended', () =>
    afterThirty(async (path, run) => {
      const good = readFileSync(path('c'))
      await writeFile(path('bad.csv'), `${csv(35)}oops,1,2\n${rows(4, 36)}`)
      const again = ['--resume', path('c'), '--save', path('c')]
      const failed = credence(run('bad.csv', ...again))
      expect(failed).toMatchObject({ code: 2, err: expect.stringMatching(/line 37.*oops/) })
      expect(readFileSync(path('c')).equals(good)).toBe(true)
      await writeFile(path('mended.csv'), csv(40))
      expect(credence(run('mended.csv', ...again)).code).toBe(0)
      const resumed = readFileSync(path('out'), 'utf8')
      expect(credence(run('mended.csv')).code).toBe(0)
      expect(readFileSync(path('out'), 'utf8')).toBe(resumed)
    }))

  it('stays as it was when the learner refuses a row', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), JSON.stringify({ ...JSON.parse(svb), task: 'classification' }))
      await writeFile(path('d.csv'), 'x,y\n1,0\n2,1\n3,7\n')
      await writeFile(path('mended.csv'), 'x,y\n1,0\n2,1\n3,1\n')
      await writeFile(path('short.csv'), 'x,y\n1,0\n')
      const run = (data: string): string[] => ['run', path('r.json'), path(data), '-o', path('out')]
      expect(credence([...run('short.csv'), '--save', path('c')]).code).toBe(0)
      const good = readFileSync(path('c'))
      const again = ['--resume', path('c'), '--save', path('c')]
      expect(credence([...run('d.csv'), ...again]).err).toMatch(/line 4: a class label/)
      expect(readFileSync(path('c')).equals(good)).toBe(true)
      expect(credence([...run('mended.csv'), ...again]).code).toBe(0)
    }))

  it('stays as it was when the data are others, and refuses them a second time', () =>
    afterThirty(async (path, run) => {
      const good = readFileSync(path('c'))
      const output = readFileSync(path('out'), 'utf8')
      await writeFile(path('other.csv'), `a,b,y\n${rows(40, 7)}`)
      for (let i = 0; i < 2; i++) {
        const failed = credence(run('other.csv', '--resume', path('c'), '--save', path('c')))
        expect(failed).toMatchObject({ code: 2, err: expect.stringMatching(/first 30 rows are not those/) })
        expect(readFileSync(path('c')).equals(good)).toBe(true)
        expect(readFileSync(path('out'), 'utf8')).toBe(output)
      }
    }))

  it('stays as it was when Ctrl-C comes among the rows that are known', () =>
    afterThirty(async (path, run) => {
      const good = readFileSync(path('c'))
      const args = run('-', '--resume', path('c'), '--save', path('c'))
      expect(await stopped(args, 'SIGINT', csv(12))).toBe(130)
      expect(readFileSync(path('c')).equals(good)).toBe(true)
      await writeFile(path('40.csv'), csv(40))
      expect(credence(run('40.csv', '--resume', path('c'))).code).toBe(0)
    }))

  it('stays as it was when --resume is forgotten, and what to say instead is said', () =>
    afterThirty(async (path, run) => {
      const good = readFileSync(path('c'))
      const output = readFileSync(path('out'), 'utf8')
      await writeFile(path('2.csv'), csv(2))
      expect(credence(run('2.csv', '--save', path('c')))).toEqual({
        code: 2,
        out: '',
        err: `credence: checkpoint "${path('c')}" is there already. To go on from it, add --resume ${path('c')}. To begin again, delete it or give another name\n`,
      })
      expect(credence(run('30.csv', '--resume', path('c'), '--save', path('d'))).code).toBe(0)
      const other = credence(run('30.csv', '--resume', path('c'), '--save', path('d')))
      expect(other.err).toMatch(/d" is there already\. To go on from it, add --resume/)
      expect(readFileSync(path('c')).equals(good)).toBe(true)
      expect(readFileSync(path('out'), 'utf8')).toBe(output)
      symlinkSync(path('c'), path('link'))
      expect(credence(run('30.csv', '--resume', path('c'), '--save', path('link'))).code).toBe(0)
      expect(lstatSync(path('link')).isSymbolicLink()).toBe(true)
    }))

  it('is not a file that was never a checkpoint, nor a device', () =>
    afterThirty(async (path, run) => {
      await writeFile(path('notes.txt'), 'my notes')
      expect(credence(run('30.csv', '--save', path('notes.txt')))).toMatchObject({
        code: 2,
        err: expect.stringMatching(/notes\.txt" is there already, and is no checkpoint/),
      })
      expect(readFileSync(path('notes.txt'), 'utf8')).toBe('my notes')
      expect(credence(run('30.csv', '--save', '/dev/null')).err).toMatch(/is no file/)
      expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
    }))
})

describe('a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    '%s on an idle pipe ends the run at once, saved, and a later run gives the same bytes',
    (signal, code) =>
      inFolder(async (path) => {
        await writeFile(path('r.json'), svb)
        const run = ['run', path('r.json'), '-', '-o', path('out')]
        const { child, ended } = start([...run, '--save', path('c')])
        child.stdin?.write(csv(25))
        await until(() => existsSync(path('out')) && statSync(path('out')).size > 3000)
        child.kill(signal)
        // Standard input stays open: the run must not wait for it.
        expect(await ended).toMatchObject({
          code,
          err: expect.stringMatching(/stopped after 25 rows; --resume/),
        })
        expect(credence([...run, '--resume', path('c')], csv(40)).code).toBe(0)
        const resumed = readFileSync(path('out'), 'utf8')
        expect(credence(run, csv(40)).code).toBe(0)
        expect(readFileSync(path('out'), 'utf8')).toBe(resumed)
      }),
  )
})

describe('a signal while nothing can be done yet', () => {
  it('ends the wait for the other end of a named pipe', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), svb)
      await writeFile(path('d.csv'), csv(5))
      expect(shell(`mkfifo ${path('in')} ${path('out')} ${path('recipe')}`).code).toBe(0)
      const codes = await Promise.all([
        stopped(['run', path('recipe'), path('d.csv')], 'SIGTERM'),
        stopped(['run', path('r.json'), path('in')], 'SIGTERM'),
        stopped(['run', path('r.json'), path('d.csv'), '-o', path('out')], 'SIGTERM'),
      ])
      expect(codes).toEqual([143, 143, 143])
    }))
})

describe('no room to write', () => {
  it.each(full(['run svb-ea boston', 'schema', '--help', 'datasets', 'demo boston'], 3))(
    'credence %s > /dev/full ends with an exit code that says so',
    (command) => {
      const { code, err } = shell(`credence ${command} > /dev/full`)
      expect(code).toBe(2)
      expect(err).toMatch(/standard output: no room left/)
    },
  )

  it.each(['-o /dev/null', '--json > /dev/null'])(
    'for the summary of run %s is told by the exit code',
    (to) => {
      // So written it is not made quiet.
      expect(shell(`credence 'run' svb-ea boston ${to} 2> /dev/full`).code).toBe(2)
    },
  )

  it('is said of an output and of a checkpoint', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), svb)
      await writeFile(path('d.csv'), csv(2000))
      // A limit on the size of files is a full disk that needs no rights: writes are short, then fail.
      const limited = (more: string) =>
        shell(`trap '' XFSZ; ulimit -f 40; credence run ${path('r.json')} ${path('d.csv')} ${more}`)
      const output = limited(`-o ${path('out')}`)
      expect(output).toMatchObject({ code: 2, err: expect.stringMatching(/out: no room left on its disk/) })
      const lines = readFileSync(path('out'), 'utf8').split('\n')
      expect(lines.pop()).toBe('')
      expect(lines.length).toBeGreaterThan(100)
      lines.forEach((line, i) => {
        expect(JSON.parse(line).t).toBe(i + 1)
      })
      const binary = limited(`-o ${path('out.parquet')}`)
      expect(binary).toMatchObject({
        code: 2,
        err: expect.stringMatching(/what is there is not a whole file/),
      })
    }))
})

describe('an output', () => {
  it('is never the input under another name: a hard link, or the file behind standard input', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), svb)
      await writeFile(path('d.csv'), csv(5))
      linkSync(path('d.csv'), path('link.csv'))
      expect(credence(['run', path('r.json'), path('d.csv'), '-o', path('link.csv')])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/would overwrite the data/),
      })
      expect(shell(`credence run ${path('r.json')} - -o ${path('d.csv')} < ${path('d.csv')}`)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/would overwrite the data/),
      })
      expect(shell(`credence run ${path('r.json')} ${path('d.csv')} >> ${path('d.csv')}`).code).toBe(2)
      expect(readFileSync(path('d.csv'), 'utf8')).toBe(csv(5))
    }))

  it('and what is written beside it belong to no other file of the run', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), svb)
      const unfinished = '0123456789abcdef.saving'
      for (const name of ['d.csv', 'c.saving']) await writeFile(path(name), csv(5))
      const run = (data: string, ...more: string[]) => credence(['run', path('r.json'), path(data), ...more])
      for (const option of ['--save', '--report']) {
        const more = option === '--report' ? ['-o', path('out')] : []
        expect(run('c.saving', option, path('c'), ...more).code).toBe(0)
        expect(readFileSync(path('c.saving'), 'utf8')).toBe(csv(5))
        await rm(path('c'))
        await writeFile(path(`c.${unfinished}`), csv(5))
        const refused = run(`c.${unfinished}`, option, path('c'), ...more)
        expect(refused.code).toBe(2)
        expect(refused.err).toMatch(/data ".*saving" is called as what is left of an unfinished .* ".*c"/)
        expect(readFileSync(path(`c.${unfinished}`), 'utf8')).toBe(csv(5))
      }
      expect(run('d.csv', '-o', path('c3.saving'), '--save', path('c3')).code).toBe(0)
      expect(readFileSync(path('c3.saving'), 'utf8').split('\n')).toHaveLength(6)
      expect(run('d.csv', '-o', path(`x.${unfinished}`), '--save', path('x')).err).toMatch(
        /output ".*unfinished/,
      )
    }))

  it('is not what a dangling link leads to, nor a recipe, nor a pipe made a page', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), svb)
      await writeFile(path('d.csv'), csv(5))
      symlinkSync('nothing', path('link'))
      const run = ['run', path('r.json'), path('d.csv')]
      expect(credence([...run, '-o', path('link'), '--save', path('nothing')])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/checkpoint ".*nothing" would overwrite the output/),
      })
      for (const report of ['r.json', 'd.csv']) {
        const compared = credence(['compare', path('r.json'), path('d.csv'), '--report', path(report)])
        expect(compared).toMatchObject({
          code: 2,
          err: expect.stringMatching(/would overwrite the (recipe|data)/),
        })
      }
      expect(readFileSync(path('r.json'), 'utf8')).toBe(svb)
      expect(shell(`mkfifo ${path('p')}`).code).toBe(0)
      const page = credence([...run, '-o', path('out'), '--report', path('p')])
      expect(page).toMatchObject({ code: 2, err: expect.stringMatching(/report ".*p" .* is no file/) })
      expect(statSync(path('p')).isFIFO()).toBe(true)
    }))

  it('is written by one run at a time', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), svb)
      await writeFile(path('d.csv'), csv(5))
      const { child, ended } = start(['run', path('r.json'), '-', '-o', path('out'), '--save', path('c')])
      child.stdin?.write(csv(25))
      await until(() => existsSync(path('out')) && statSync(path('out')).size > 3000)
      const run = ['run', path('r.json'), path('d.csv')]
      const second = credence([...run, '-o', path('out')])
      expect(second).toMatchObject({ code: 2, err: expect.stringMatching(/another run is writing to .*out/) })
      const saving = credence([...run, '-o', path('other'), '--save', path('c')])
      expect(saving).toMatchObject({ code: 2, err: expect.stringMatching(/another run is writing to .*c:/) })
      child.kill('SIGKILL')
      await ended
      expect(credence([...run, '-o', path('out')]).code).toBe(0)
      expect(readFileSync(path('out'), 'utf8').trimEnd().split('\n')).toHaveLength(5)
    }))

  it('of an earlier run outlives a run that fails before its first row', () =>
    afterThirty(async (path, run) => {
      const before = readFileSync(path('out'), 'utf8')
      await writeFile(path('bad.csv'), 'a,b,y\n1,,3\n')
      expect(credence(run('bad.csv')).code).toBe(2)
      expect(readFileSync(path('out'), 'utf8')).toBe(before)
      const fresh = credence(['run', path('r.json'), path('bad.csv'), '-o', path('fresh')])
      expect(fresh.code).toBe(2)
      expect(existsSync(path('fresh'))).toBe(false)
    }))

  it('may be a device or a pipe, and not a folder', () =>
    afterThirty(async (path, run) => {
      const [command, recipe, data] = run('30.csv') as [string, string, string]
      expect(credence([command, recipe, data, '-o', '/dev/null'])).toEqual({ code: 0, out: '', err: '' })
      expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
      const piped = shell(
        `mkfifo ${path('p')}; cat ${path('p')} & credence run ${recipe} ${data} -o ${path('p')}; wait`,
      )
      expect(piped).toEqual({ code: 0, out: readFileSync(path('out'), 'utf8'), err: '' })
      await mkdir(path('folder'))
      expect(credence([command, recipe, data, '-o', path('folder')]).err).toMatch(/is a folder: name a file/)
    }))
})

describe('what is given for data', () => {
  it('is read where it is a pipe, and named where it is a folder, empty or a header alone', () =>
    afterThirty(async (path, run) => {
      const recipe = run('30.csv')[1] as string
      const expected = readFileSync(path('out'), 'utf8')
      expect(shell(`credence run ${recipe} <(cat ${path('30.csv')})`)).toEqual({
        code: 0,
        out: expected,
        err: '',
      })
      const fifo = shell(
        `mkfifo ${path('p')}; cat ${path('30.csv')} > ${path('p')} & credence run ${recipe} ${path('p')}; wait`,
      )
      expect(fifo).toEqual({ code: 0, out: expected, err: '' })
      const folder = credence(['run', recipe, dirname(path('x'))])
      expect(folder).toMatchObject({ code: 2, err: expect.stringMatching(/is a folder: name a file in it/) })
      await writeFile(path('empty.csv'), '')
      for (const empty of [path('empty.csv'), '/dev/null']) {
        expect(credence(['run', recipe, empty])).toEqual({
          code: 2,
          out: '',
          err: `credence: ${empty} is empty: it holds no row; export it again\n`,
        })
      }
      await writeFile(path('header.csv'), 'a,b,y\n')
      expect(credence(['run', recipe, path('header.csv')])).toEqual({
        code: 2,
        out: '',
        err: `credence: ${path('header.csv')} has a header but no rows: export it again with its rows\n`,
      })
    }))

  it('is an error where it is no shipped data set', () => {
    expect(credence(['demo', 'nope'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/no data set "nope": there are boston/),
    })
  })

  it('is no reason for an internal error as a recipe', () =>
    inFolder(async (path) => {
      await writeFile(path('deep.json'), '['.repeat(100_000))
      expect(credence(['run', path('deep.json'), 'boston'])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/nested more than 64 deep/),
      })
      expect(credence(['run', dirname(path('x')), 'boston']).err).toMatch(/recipe .* is a folder/)
      expect(credence(['run', '/dev/null', 'boston']).err).toMatch(/recipe \/dev\/null is empty/)
      expect(credence(['run', '/dev/zero', 'boston']).err).toMatch(/recipe \/dev\/zero has more than/)
      const piped = shell(
        `mkfifo ${path('p')}; cat ${path('deep.json')} > ${path('p')} & credence run ${path('p')} boston`,
      )
      expect(piped.err).toMatch(/nested more than 64 deep/)
    }))
})

it('leaves no temporary file behind, not even a killed run’s once another has run', () =>
  afterThirty(async (path, run) => {
    const before = readdirSync(dirname(path('x'))).sort()
    expect(before).toEqual(['30.csv', 'c', 'out', 'r.json'])
    await writeFile(path('c.0123456789abcdef.saving'), 'what a killed run left')
    expect(credence(run('30.csv', '--resume', path('c'), '--save', path('c'))).code).toBe(0)
    expect(readdirSync(dirname(path('x'))).sort()).toEqual(before)
  }))
