import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { credence, type Ended, start, until } from './process.ts'

/** The command line under fire: after `--resume` byte for byte the same, or refused with the last good checkpoint intact. */

const ROWS = 60_000
const recipes: Readonly<Record<string, object>> = {
  regression: { target: 'y', experts: [{ kind: 'svb', scale: [0.01, 0.1, 1] }] },
  conformal: { task: 'conformal', target: 'y', forecast: 'a' },
}
const rowAt = (t: number): string => `${Math.sin(t)},${Math.cos(3 * t)},${2 * Math.sin(t)}`
const lines: readonly string[] = ['a,b,y', ...Array.from({ length: ROWS }, (_, t) => rowAt(t))]

/** A generator of numbers in [0, 1) that a failing seed brings back. */
function randomly(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

interface Place {
  path(name: string): string
  /** Arguments of a run into `out`. */
  run(...more: string[]): string[]
  readonly whole: Buffer
}

/** A folder with recipe and data, and what a run that nothing disturbs writes. */
function undisturbed<T>(recipe: string, use: (place: Place) => Promise<T>, format = 'ndjson'): Promise<T> {
  return inFolder(async (path) => {
    await writeFile(path('r.json'), JSON.stringify(recipes[recipe]))
    await writeFile(path('d.csv'), `${lines.join('\n')}\n`)
    const as = ['--format', format]
    expect(credence(['run', path('r.json'), path('d.csv'), '-o', path('whole'), ...as]).code).toBe(0)
    const run = (...more: string[]): string[] => [
      'run',
      path('r.json'),
      path('d.csv'),
      '-o',
      path('out'),
      '--save',
      path('c'),
      ...as,
      ...more,
    ]
    return use({ path, run, whole: readFileSync(path('whole')) })
  })
}

/** Runs and resumes, stopped each time after `wait` milliseconds at most, until one run ends by itself. */
async function stoppedAgainAndAgain(
  { path, run }: Place,
  signal: 'SIGKILL' | 'SIGINT' | 'SIGTERM',
  wait: () => number,
): Promise<{ stops: number }> {
  for (let stops = 0; ; stops++) {
    const { child, ended } = start(existsSync(path('c')) ? run('--resume', path('c')) : run())
    const timer = setTimeout(() => child.kill(signal), wait())
    const { code, err, signal: killed } = await ended
    clearTimeout(timer)
    if (code === 0) return { stops }
    // A signal that comes before the program listens ends it as it ends any process.
    if (killed !== signal) expect(code, err).toBe({ SIGKILL: null, SIGINT: 130, SIGTERM: 143 }[signal])
  }
}

/** Stops run after run at random moments, until twelve have come to their end; gives how often. */
async function survives(place: Place, signal: 'SIGKILL' | 'SIGINT' | 'SIGTERM'): Promise<number> {
  const random = randomly(signal.length)
  let stops = 0
  for (let i = 0; i < 12; i++) {
    // Longer from try to try: a run that is stopped before its first checkpoint would never end.
    let longest = 300
    const found = await stoppedAgainAndAgain(place, signal, () => {
      longest *= 1.3
      return longest * random()
    })
    stops += found.stops
    expect(readFileSync(place.path('out')).equals(place.whole)).toBe(true)
    await rm(place.path('c'))
    await rm(place.path('out'))
  }
  expect(readdirSync(place.path('.')).sort()).toEqual(['d.csv', 'r.json', 'whole'])
  return stops
}

describe.each(Object.keys(recipes))('%s', (recipe) => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'stopped by %s at any moment gives the same bytes',
    (signal) =>
      undisturbed(recipe, async (place) => expect(await survives(place, signal)).toBeGreaterThan(12)),
  )
})

it('killed at any moment it gives the same bytes in CSV as well', () =>
  undisturbed(
    'conformal',
    async (place) => expect(await survives(place, 'SIGKILL')).toBeGreaterThan(30),
    'csv',
  ))

it('SIGTERM amid rows that came together and take long stops after the row at hand, with all before it saved', () =>
  inFolder(async (path) => {
    const count = 1500
    const experts = [{ kind: 'gp', window: 400, inverseBandwidth: [0.1, 1, 10], noise: [0.1, 1] }]
    await writeFile(path('r.json'), JSON.stringify({ target: 'y', experts }))
    await writeFile(path('d.csv'), `${lines.slice(0, count + 1).join('\n')}\n`)
    const run = ['run', path('r.json'), path('d.csv'), '-o', path('out'), '--save', path('c')]
    const { child, ended } = start(run)
    await until(() => existsSync(path('out')) && statSync(path('out')).size > 0)
    child.kill('SIGTERM')
    const { code, err } = await ended
    expect(code, err).toBe(143)
    const [, stopped] = /stopped after (\d+) rows/.exec(err) ?? []
    expect(Number(stopped)).toBeLessThan(count)
    expect(readFileSync(path('out'), 'utf8').trimEnd().split('\n')).toHaveLength(Number(stopped))
    expect(credence([...run, '--resume', path('c')])).toMatchObject({ code: 0, err: '' })
    expect(credence([...run.slice(0, 3), '-o', path('whole')]).code).toBe(0)
    expect(readFileSync(path('out')).equals(readFileSync(path('whole')))).toBe(true)
  }))

/** What can be wrong with a row, and what is said of it. */
const badRows: Readonly<Record<string, readonly [row: string, says: RegExp]>> = {
  'a field too few': ['1,2', /line 25002 has 2 cells, but the header has 3/],
  'a field too many': ['1,2,3,4', /line 25002 has 4 fields/],
  'a word': ['one,2,3', /line 25002: column 'a' must be a number; received "one"/],
  'a quote inside': ['1"2,2,3', /line 25002 has a quote inside an unquoted field/],
  'text after a quote': ['"1"x,2,3', /line 25002 has text after a closing quote/],
  'a quote left open': ['"1,2,3', /line 25002 has a quotation mark that is never closed/],
  'a byte of zero': ['1\u0000,2,3', /line 25002: column 'a' must be a number/],
  'a feature missing': [',2,3', /line 25002: the feature "a" is missing/],
  'an infinite feature': ['1e999,2,3', /line 25002/],
  'an infinite outcome': ['1,2,Infinity', /line 25002/],
}

it.each(Object.entries(badRows))(
  'a bad row (%s) is named, and leaves the checkpoint to go on from',
  (_what, [row, says]) =>
    undisturbed('regression', async ({ path, run, whole }) => {
      await writeFile(
        path('d.csv'),
        `${[...lines.slice(0, 25_001), row, ...lines.slice(25_001)].join('\n')}\n`,
      )
      const failed = credence(run())
      expect(failed).toMatchObject({ code: 2, out: '', err: expect.stringMatching(says) })
      expect(failed.err.trimEnd().split('\n')).toHaveLength(1)
      const good = readFileSync(path('c'))
      expect(credence(run('--resume', path('c'))).code).toBe(2)
      expect(readFileSync(path('c')).equals(good)).toBe(true)
      await writeFile(path('d.csv'), `${lines.join('\n')}\n`)
      expect(credence(run('--resume', path('c')))).toMatchObject({ code: 0 })
      expect(readFileSync(path('out')).equals(whole)).toBe(true)
    }),
)

it('of six runs with one output and one checkpoint one runs, and the others leave it alone', () =>
  undisturbed('regression', async ({ path, run, whole }) => {
    const all: Ended[] = await Promise.all(Array.from({ length: 6 }, () => start(run()).ended))
    const done = all.filter(({ code }) => code === 0)
    expect(done.length).toBeGreaterThan(0)
    for (const { code, err } of all)
      if (code !== 0) expect(err).toMatch(/another run is writing to|is there already/)
    expect(readFileSync(path('out')).equals(whole)).toBe(true)
  }))

it('Ctrl-C ends the demonstration on the way', async () => {
  const { child, ended } = start(['demo', 'california'])
  const timer = setTimeout(() => child.kill('SIGINT'), 2000)
  const { code, out } = await ended
  clearTimeout(timer)
  expect({ code, out }).toEqual({ code: 130, out: '' })
})

/** A file system of its own, unmounted afterwards. */
async function mounted<T>(folder: string, options: string, use: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true })
  const { status, stderr } = mountAt(folder, options)
  expect(status, String(stderr)).toBe(0)
  try {
    return await use()
  } finally {
    spawnSync('umount', [folder])
  }
}

function mountAt(folder: string, options: string): ReturnType<typeof spawnSync> {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
}

/** Tried once: needs the right to mount, which containers seldom give. */
const mayMount = await inFolder(async (path) => {
  await mkdir(path('tried'))
  const { status } = mountAt(path('tried'), 'size=1m')
  if (status === 0) spawnSync('umount', [path('tried')])
  return status === 0
})

describe.skipIf(!mayMount)('a file system, where mounting is allowed', () => {
  it.each([200, 1000, 3001, 5003])(
    'full after %i kB keeps whole lines and a good checkpoint, and is said',
    (size) =>
      undisturbed('regression', async ({ path, whole }) => {
        await mounted(path('full'), `size=${size}k`, async () => {
          const run = ['run', path('r.json'), path('d.csv'), '-o', path('full/out'), '--save', path('full/c')]
          const failed = credence(run)
          expect(failed).toMatchObject({ code: 2, err: expect.stringMatching(/no room left on its disk/) })
          const written = readFileSync(path('full/out'))
          expect(written.equals(whole.subarray(0, written.length))).toBe(true)
          expect(written.at(-1)).toBe(10)
          expect(readdirSync(path('full')).filter((name) => name !== 'c')).toEqual(['out'])
          const saved = existsSync(path('full/c'))
          expect(saved).toBe(size >= 3001)
          spawnSync('mount', ['-o', 'remount,size=64m', path('full')])
          expect(credence(saved ? [...run, '--resume', path('full/c')] : run).code).toBe(0)
          expect(readFileSync(path('full/out')).equals(whole)).toBe(true)
        })
      }),
  )

  it('that is read-only is named before the first row', () =>
    undisturbed('regression', async ({ path, run }) => {
      await mounted(path('fixed'), 'size=1m', async () => {
        spawnSync('mount', ['-o', 'remount,ro', path('fixed')])
        const recipeAndData = run().slice(0, 3)
        for (const option of ['-o', '--save']) {
          const failed = credence([...recipeAndData, option, path('fixed/x')])
          expect(failed).toMatchObject({
            code: 2,
            out: '',
            err: expect.stringMatching(/cannot be written to/),
          })
        }
      })
    }))
})
