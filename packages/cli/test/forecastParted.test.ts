import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ForecastCommandOptions } from '../src/commands/forecast/asked.ts'
import { forecastCommand } from '../src/commands/forecast/forecast.ts'
import { type Block, Shelf } from '../src/files/shelf/shelf.ts'
import { inFolder } from './folder.ts'
import { sales } from './sales.ts'

type Paths = (name: string) => string

/** All of it in a file, a few rows at once. */
const PARTED = { memory: 0, part: 200 }

/** A shelf of which one knows what was put there last. */
class Watched extends Shelf {
  last: Block | undefined
  onPut: () => void = () => {}

  override put(bytes: Uint8Array): Block {
    this.onPut()
    this.last = super.put(bytes)
    return this.last
  }

  expectClosed(): void {
    expect(this.filed).toBeGreaterThan(0)
    expect(() => this.last?.read(0, 1)).toThrow('the shelf is closed')
  }
}

afterEach(() => {
  vi.restoreAllMocks()
})

/** What the command writes, to each file and to standard error. */
async function written(
  shelf: Shelf,
  path: Paths,
  options: ForecastCommandOptions,
  data = 'data.csv',
): Promise<Record<string, string>> {
  let said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text, ...rest) => {
    said += text
    for (const then of rest) if (typeof then === 'function') then()
    return true
  })
  const files = { output: path('out.csv'), ...(options.report && { report: path('page.html') }) }
  await forecastCommand(path(data), { ...options, ...files }, new AbortController().signal, shelf)
  const saved = options.save && readFileSync(options.save, 'hex')
  const page = existsSync(path('page.html')) ? readFileSync(path('page.html'), 'utf8') : ''
  return { said, out: readFileSync(path('out.csv'), 'utf8'), page, saved: saved ?? '' }
}

async function expectAlike(text: string, options: ForecastCommandOptions): Promise<void> {
  await inFolder(async (path) => {
    writeFileSync(path('data.csv'), text)
    const whole = await written(new Shelf(), path, options)
    const shelf = new Watched(PARTED)
    const parted = await written(shelf, path, options)
    shelf.expectClosed()
    expect(whole.out.split('\n').length).toBeGreaterThan(3)
    expect(parted).toEqual(whole)
  })
}

const STORES = ['north', 'south', 'east']

/** Two columns that name a store, and times that come twice. */
const REGIONS = sales(40, { blank: 3, stores: STORES })
  .replace('day,store', 'day,region,store')
  .replace(/,(north|south|east),/g, (_, store) => `,${store === 'east' ? 'plain' : 'coast'},${store},`)

describe('credence forecast writes the same bytes whether rows are in memory or in a file', () => {
  it('of one series, with rows in any order and cells that are no numbers', () =>
    expectAlike(`${sales(60, { blank: 3 })}2025-01-05,no,77\n2025-01-04,no,much\n`, { target: 'sold' }))

  it('of a table of series, found or named, with a page', async () => {
    const text = sales(40, { blank: 3, stores: STORES })
    await expectAlike(text, { target: 'sold', report: 'page.html', samples: 2 })
    await expectAlike(text, { target: 'sold', by: 'store', known: 'none', steps: 2, holidays: 'DE' })
  })

  it('of more series than teach each other', () =>
    expectAlike(
      `week,shop,sold\n${Array.from({ length: 8 * 503 }, (_, i) => `2025-${String(1 + Math.floor(i / 503)).padStart(2, '0')}-01,s${i % 503},${(i * 7919) % 101}`).join('\n')}\n`,
      { target: 'sold', by: 'shop', steps: 1, threads: 1 },
    ))

  it('of a hierarchy, with sums, and with parts that add up', async () => {
    const wishes = { target: 'sold', by: 'region,store', steps: 3 }
    await expectAlike(REGIONS, { ...wishes, totals: true, report: 'page.html' })
    await expectAlike(REGIONS, { ...wishes, coherent: true })
  })

  it('of a table with a column for each series', () =>
    expectAlike(
      `day,a,b\n${Array.from({ length: 30 }, (_, t) => `2025-01-${String(t + 1).padStart(2, '0')},${10 + (t % 7)},${t % 5 === 0 ? '' : 3 * t}`).join('\n')}\n`,
      { wide: true },
    ))

  it('that is saved, and gone on from', () =>
    inFolder(async (path) => {
      const all = sales(50, { stores: STORES })
      const [head, ...rows] = all.trim().split('\n')
      const isOld = (row: string): boolean => row < '2025-02-10'
      writeFileSync(path('old.csv'), `${[head, ...rows.filter(isOld)].join('\n')}\n`)
      writeFileSync(path('new.csv'), `${[head, ...rows.filter((row) => !isOld(row))].join('\n')}\n`)
      const each: unknown[] = []
      for (const [i, sizes] of [{}, PARTED].entries()) {
        const state = path(`state${i}`)
        const first = await written(new Shelf(sizes), path, { target: 'sold', save: state }, 'old.csv')
        const on = { resume: state, save: state, steps: 2 }
        each.push([first, await written(new Shelf(sizes), path, on, 'new.csv')])
      }
      expect(each[1]).toEqual(each[0])
    }))

  it('that is gone on from with a file that lacks a column, corrects, adds a store and ends in empty rows', () =>
    inFolder(async (path) => {
      const old = sales(50, { blank: 3, stores: STORES })
      writeFileSync(path('old.csv'), old)
      const days = [...new Set(old.match(/^2\S{9}/gm))].slice(-6)
      const rows = days.flatMap((day, d) => [...STORES, 'west'].map((store, s) => `${day},${store},${d * s}`))
      writeFileSync(path('new.csv'), `day,store,sold\n${rows.reverse().join('\n')}\n,,\n,,\n`)
      const each: Record<string, string>[] = []
      for (const [i, sizes] of [{}, PARTED].entries()) {
        const state = path(`state${i}`)
        await written(new Shelf(sizes), path, { target: 'sold', save: state }, 'old.csv')
        const on = { resume: state, save: state, steps: 2, known: 'none' }
        each.push(await written(new Shelf(sizes), path, on, 'new.csv'))
      }
      expect(each[0]?.said).toMatch(/^9 outcomes have changed, .* of east was [\d.]+ and is 4 \(line 15\)/m)
      expect(each[0]?.said).toContain('1 series is not in the checkpoint: "west"')
      expect(each[1]).toEqual(each[0])
    }))
})

describe('the file of rows is closed, and with it gone,', () => {
  const failing = async (
    path: Paths,
    options: ForecastCommandOptions,
    onPut: () => void,
    signal: AbortSignal,
  ) => {
    const shelf = new Watched(PARTED)
    shelf.onPut = onPut
    await expect(
      forecastCommand(path('data.csv'), { output: path('out.csv'), quiet: true, ...options }, signal, shelf),
    ).rejects.toThrow()
    shelf.expectClosed()
  }

  it('after an error', () =>
    inFolder(async (path) => {
      writeFileSync(path('data.csv'), sales(40))
      await failing(path, { target: 'promo' }, () => {}, new AbortController().signal)
    }))

  it('after a signal', () =>
    inFolder(async (path) => {
      writeFileSync(path('data.csv'), sales(400, { stores: STORES }))
      const stop = new AbortController()
      await failing(path, { target: 'sold' }, () => stop.abort(), stop.signal)
    }))
})
