import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseRecipe } from '@credence/recipe'
import type { RunSummary } from '@credence/report'
import { normal, seededRng } from 'credence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findInput } from '../input/input.ts'
import { describeSummary } from '../summary/describe.ts'
import { Course, type CourseOptions, type OutputRecord } from './course.ts'

interface Sale {
  readonly day: string
  readonly store: string
  readonly sales: string
}

const STORES = [
  { store: 'north', level: 100, swing: 20, noise: 3 },
  { store: 'south', level: 40, swing: 8, noise: 1 },
  { store: 'west', level: 3000, swing: 700, noise: 114 },
]

/** Stores of different sizes, each with a week of its own. */
function salesOf(days: number, seed = 1): Sale[] {
  const rng = seededRng(seed)
  return Array.from({ length: days }, (_, t) =>
    STORES.map(({ store, level, swing, noise }, s) => {
      const wave = Math.sin((2 * Math.PI * (t + 2 * s)) / 7)
      const day = new Date(Date.UTC(2025, 0, 1 + t)).toISOString().slice(0, 10)
      return { day, store, sales: (level + swing * wave + noise * normal(rng)).toFixed(2) }
    }),
  ).flat()
}

const bySeries = (rows: readonly Sale[]): Sale[] =>
  STORES.flatMap(({ store }) => rows.filter((row) => row.store === store))

let folder: string
let files = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'series-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(rows: readonly Sale[], columns: readonly (keyof Sale)[] = ['day', 'store', 'sales']): string {
  const path = join(folder, `${files++}.csv`)
  writeFileSync(
    path,
    `${[columns, ...rows.map((row) => columns.map((c) => row[c]))].map(String).join('\n')}\n`,
  )
  return path
}

interface Ran {
  readonly records: readonly OutputRecord[]
  readonly summary: RunSummary
}

async function openOn(path: string, fields: object = {}, options: CourseOptions = {}): Promise<Course> {
  const recipe = parseRecipe({ task: 'auto', ...fields })
  return Course.open(recipe, await findInput(path), { summed: true, ...options })
}

async function runOn(path: string, fields: object = {}, options: CourseOptions = {}): Promise<Ran> {
  const course = await openOn(path, fields, options)
  const records: OutputRecord[] = []
  for await (const { batch, from } of course.batches())
    for (let r = from; r < batch.size; r++) records.push(course.take(batch, r) as OutputRecord)
  return { records, summary: course.summary() as RunSummary }
}

const numbersOf = ({ records }: Ran, store?: string): unknown[] =>
  records
    .filter((record) => store === undefined || record.store === store)
    .map(({ y, mean, sd, lower, upper }) => [y, mean, sd, lower, upper])

describe('a table of several series', () => {
  const rows = salesOf(40)
  const alone = STORES.map(({ store }) => rows.filter((row) => row.store === store))
  let apart: readonly Ran[]
  let pooled: Ran
  let unpooled: Ran
  beforeAll(async () => {
    pooled = await runOn(fileOf(rows))
    unpooled = await runOn(fileOf(rows), { alone: true })
    apart = await Promise.all(alone.map((own) => runOn(fileOf(own, ['day', 'sales']))))
  })

  it.each([
    ['by time', rows],
    ['by series', bySeries(rows)],
    ['mixed', [...bySeries(rows.slice(0, 45)), ...rows.slice(45)]],
  ])('is found, and each series alone has the numbers of a file of its own: rows %s', async (_, given) => {
    const together = given === rows ? unpooled : await runOn(fileOf(given), { alone: true })
    expect(together.summary.keys).toMatchObject({ by: ['store'], found: true, learnt: 'alone' })
    STORES.forEach(({ store }, s) => {
      const own = apart[s] as Ran
      expect(numbersOf(together, store)).toEqual(numbersOf(own))
      const key = together.summary.keys?.each.find(({ name }) => name === store)
      expect(key?.meanAbsolute).toEqual(own.summary.errors?.meanAbsolute)
      expect(key?.covered).toBe(own.summary.intervals?.covered)
      expect(key?.meanScore).toBe(own.summary.intervals?.meanScore)
    })
  })

  it('is summed up by what is naive in each series, and never across them', async () => {
    const { summary } = pooled
    expect(summary.errors).toBeUndefined()
    expect(summary.intervals?.meanWidth).toBeNull()
    const west = summary.keys?.each.find(({ name }) => name === 'west')
    const values = rows.filter(({ store }) => store === 'west').map(({ sales }) => Number(sales))
    const naive = values.slice(8).map((y, i) => Math.abs(y - (values[i + 7] as number)))
    const last = naive.reduce((sum, error) => sum + error, 0) / naive.length
    expect(west?.meanAbsolute.last).toBeGreaterThan(0.8 * last)
    expect(west?.meanAbsolute.last).toBeLessThan(1.2 * last)
    const lines = describeSummary(summary)
    expect(lines[0]).toBe(
      '3 series by store, because each time comes more than once. Each learns from its own rows and from those of the others. If this is right, do nothing. If they have nothing to do with each other, add --alone. If all rows are one series, add --by none',
    )
    expect(lines.join('\n')).toMatch(/error over that of the last value: median 0\.\d+, better in 3 of 3/)
  })

  it('has for its page both intervals of each series, and the days that come next', async () => {
    const { summary } = await runOn(fileOf(rows), {}, { pictured: true })
    const { each = [], pictures = [] } = summary.keys ?? {}
    expect(pictures).toHaveLength(3)
    pictures.forEach(({ time, lower, upper, innerLower, innerUpper, future }, s) => {
      const last = time.length - 1
      const ends = [lower, innerLower, innerUpper, upper].map((values) => values[last] as number)
      expect(ends).toEqual([...ends].sort((a, b) => a - b))
      const west = each[s]?.name === 'west'
      expect(future?.time[0]).toBe((time[last] as number) + 86_400_000)
      for (const mean of future?.mean ?? []) expect(mean > 1000).toBe(west)
    })
  })

  it('is one series where that is wished, and says so', async () => {
    const { summary } = await runOn(fileOf(rows), { by: null })
    expect(summary.keys).toBeUndefined()
    expect(summary.warnings.map(({ code }) => code)).toContain('series')
    expect(Object.keys(summary.errors?.meanAbsolute ?? {})).toEqual(['own'])
  })

  it('learns by what others know only where rows are in the order of their times', async () => {
    const [sorted, byStore, alone] = [pooled, await runOn(fileOf(bySeries(rows))), unpooled]
    expect(byStore.summary.keys?.learnt).toBe('unordered')
    expect(describeSummary(byStore.summary)[0]).toMatch(/sort the rows by time to let them learn/)
    // All but the last row come after one of a later time.
    expect(numbersOf(byStore, 'west').slice(0, -1)).toEqual(numbersOf(alone, 'west').slice(0, -1))
    expect(numbersOf(sorted, 'west').slice(0, 6)).toEqual(numbersOf(alone, 'west').slice(0, 6))
    expect(numbersOf(sorted, 'west').slice(6)).not.toEqual(numbersOf(alone, 'west').slice(6))
  })

  it('changes no number of a series when the future of another changes', async () => {
    const changed = rows.map((row, i) =>
      i > 70 && row.store === 'west' ? { ...row, sales: String(7 * Number(row.sales) + 1000) } : row,
    )
    const [one, other] = [pooled, await runOn(fileOf(changed))]
    // West changes on day 23: the others know it on the next.
    for (const store of ['north', 'south']) {
      expect(numbersOf(other, store).slice(0, 24)).toEqual(numbersOf(one, store).slice(0, 24))
      expect(numbersOf(other, store).slice(24)).not.toEqual(numbersOf(one, store).slice(24))
    }
  })

  it('goes on from a checkpoint as if it had never stopped, its states beside the checkpoint', async () => {
    const path = fileOf(rows)
    const save = join(folder, 'checkpoint')
    const [whole, first] = [pooled, await openOn(path, {}, { save })]
    for await (const { batch } of first.batches()) {
      for (let r = 0; r < 70; r++) first.take(batch, r)
      break
    }
    const { read, checksum } = first.rows
    const { columns, session, series } = structuredClone(await first.save())
    await first.series.saved()
    // What comes after the checkpoint and is lost with the run must not be learnt twice.
    const second = await openOn(path, {}, { save, knownBy: series?.by })
    const left = { row: read, rows: checksum, columns, session, series, refused: null }
    second.restore({ ...left, watched: first.watched, asked: {}, output: { offset: 0, checksum: 0 } }, save)
    const records: OutputRecord[] = []
    for await (const { batch, from } of second.batches(left))
      for (let r = from; r < batch.size; r++) records.push(second.take(batch, r) as OutputRecord)
    expect(records).toEqual(whole.records.slice(70))
    expect(second.summary()?.keys).toEqual(whole.summary.keys)
  })
})

describe('monthly sales of cities, sorted by date', () => {
  it('are compared with last month and with a year ago of the same city', async () => {
    const rng = seededRng(5)
    const rows = Array.from({ length: 48 }, (_, t) =>
      ['Austin', 'Dallas', 'Waco'].map((store, s) => {
        const level = [1500, 4000, 150][s] as number
        const wave = 1 + 0.4 * Math.sin((2 * Math.PI * t) / 12) + 0.02 * normal(rng)
        const day = new Date(Date.UTC(2020, t)).toISOString().slice(0, 10)
        return { day, store, sales: String(Math.round(level * wave)) }
      }),
    ).flat()
    const { summary } = await runOn(fileOf(rows))
    for (const key of summary.keys?.each ?? []) {
      const y = rows.filter(({ store }) => store === key.name).map(({ sales }) => Number(sales))
      const naive = (lag: number) =>
        y.slice(13).reduce((sum, value, i) => sum + Math.abs(value - (y[i + 13 - lag] as number)), 0) /
        (y.length - 13)
      const { own = Number.NaN, last = Number.NaN, seasonal = Number.NaN } = key.meanAbsolute
      expect(last / naive(1)).toBeGreaterThan(0.8)
      expect(last / naive(1)).toBeLessThan(1.2)
      // Of all naive forecasts the one of a year ago is hard to beat here, and it is the one that is shown.
      expect(seasonal / naive(12)).toBeGreaterThan(0.7)
      expect(seasonal / naive(12)).toBeLessThan(1.3)
      expect(own).toBeLessThan(last)
    }
    expect(describeSummary(summary).join('\n')).toMatch(
      /error over that of the value a season ago: median \d/,
    )
  })
})

describe('a column of words that does not tell series apart', () => {
  it('is a feature where times do not repeat', async () => {
    const [only] = STORES
    const rows = salesOf(60).filter(({ store }) => store === only?.store)
    const named = rows.map((row, t) => ({ ...row, store: t % 2 ? 'odd' : 'even' }))
    expect((await runOn(fileOf(named))).summary.keys).toBeUndefined()
  })
})

describe('any recipe', () => {
  it('learns each series by itself where it names the column', async () => {
    const rows = salesOf(40)
    const path = fileOf(rows.map((row) => ({ ...row, day: String(rows.indexOf(row)) })))
    const recipe = { task: 'regression', features: ['day'], experts: [{ kind: 'conjugate', noise: 1 }] }
    const ran = await runOn(path, { ...recipe, by: 'store' })
    expect(ran.summary.keys?.each.map(({ name }) => name).sort()).toEqual(['north', 'south', 'west'])
    expect(numbersOf(ran, 'south')[1]).not.toEqual(numbersOf(await runOn(path, recipe))[4])
  })
})
