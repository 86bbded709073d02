import { readFile } from 'node:fs/promises'
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
