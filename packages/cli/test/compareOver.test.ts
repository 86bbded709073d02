import { readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { credence } from './process.ts'

it('compare --over ranks recipes over data sets, tests them, and draws the critical difference', async () => {
  await inFolder(async (path) => {
    const data = ['boston', 'concrete', 'pima']
    const page = path('ranks.html')
    const run = credence(['compare', 'svb-ea', 'ogd-ea', '--over', ...data, '--report', page, '--json'])
    expect(run.err).toBe('')
    const found = JSON.parse(run.out)
    expect(found.names).toEqual(['svb-ea', 'ogd-ea', 'naive'])
    expect(found.losses.map((row: { data: string }) => row.data)).toEqual(data)
    const sum = found.ranks.reduce((total: number, rank: number) => total + rank, 0)
    expect(sum).toBeCloseTo(6, 9)
    expect(found.friedman.p).toBeGreaterThan(0.05)
    expect(await readFile(page, 'utf8')).toContain('critical difference')
    const one = credence(['compare', 'svb-ea', '--over', 'boston'])
    expect(one).toMatchObject({ code: 2, out: '' })
    expect(one.err).toContain('--over needs two data sets or more')
  })
}, 60_000)

it('--seeds 2 has the mean loss of a recipe under its own seed and the one after it', async () => {
  await inFolder(async (path) => {
    const experts = [{ kind: 'adaptive-random-forest' }]
    const forest = { task: 'regression', target: 'y', loss: 'squared', experts }
    const data = [path('a.csv'), path('b.csv')]
    const row = (i: number) => `${i % 7},${(i * 5) % 11},${(i % 7) * ((i * 5) % 11)}`
    for (const [k, file] of data.entries()) {
      await writeFile(file, `u,v,y\n${Array.from({ length: 120 }, (_, i) => row(i * (k + 1))).join('\n')}\n`)
    }
    for (const seed of [1, 2]) await writeFile(path(`${seed}.json`), JSON.stringify({ ...forest, seed }))
    const compared = (...args: string[]) =>
      JSON.parse(credence(['compare', ...args, '--over', ...data, '--json']).out).losses as Losses[]
    const apart = compared(path('1.json'), path('2.json'))
    const both = compared(path('1.json'), '--seeds', '2')
    for (const [d, { losses }] of apart.entries()) {
      const [one, two] = losses as [number, number]
      expect(one).not.toBe(two)
      expect(both[d]?.losses[0]).toBeCloseTo((one + two) / 2, 12)
    }
  })
}, 60_000)

interface Losses {
  readonly losses: readonly number[]
}
