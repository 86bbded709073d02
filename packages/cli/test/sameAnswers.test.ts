import { writeFileSync } from 'node:fs'
import { buildModel, memoryJournal, Service } from '@credence/serve'
import { auto } from 'credence'
import type { AutoForecast } from 'credence/auto'
import { expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { credence as start } from './process.ts'

const DAY = 86_400_000
const ROWS = 40
const BLANK = 5
const dayOf = (i: number): string => new Date(Date.UTC(2025, 0, 1) + i * DAY).toISOString().slice(0, 10)
const promoOf = (i: number): number => (i % 9 === 4 || i === ROWS + 1 ? 1 : 0)
const soldOf = (i: number): number =>
  Number((100 + 20 * Math.sin((2 * Math.PI * i) / 7) + 9 * promoOf(i) + 3 * Math.sin(i * i)).toFixed(2))
const rows = Array.from({ length: ROWS + BLANK }, (_, i) => i)

type Steps = (readonly [number, number, number])[]

function credence(...args: string[]): Record<string, string>[] {
  const { code, out, err } = start(args)
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  const [head, ...lines] = out.trim().split('\n')
  const names = (head as string).split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, c) => [names[c], cell])))
}

const ends = ({ mean, lower, upper }: Record<string, string>): readonly [number, number, number] => [
  Number(mean),
  Number(lower),
  Number(upper),
]

/** What the commands say of the rows without an outcome. */
function byCommands(file: string): { run: Steps; ahead: Steps; forecast: Steps } {
  const run = ['run', file, '--target', 'sold', '--format', 'csv', '--quiet']
  return {
    run: credence(...run)
      .slice(ROWS)
      .map(ends),
    ahead: credence(...run, '--ahead', '5')
      .slice(ROWS)
      .map(ends),
    forecast: credence('forecast', file, '--target', 'sold', '--quiet').slice(0, BLANK).map(ends),
  }
}

async function byService(): Promise<Steps> {
  const service = await Service.open(memoryJournal(), buildModel, {})
  const recipe = { task: 'auto', as: 'series' }
  await service.registry.change('m', { op: 'put', model: 'm', recipe, at: 0, limit: 9 })
  const model = service.registry.get('m')
  if (!model) throw new Error('there must be a model')
  for (const i of rows.slice(0, ROWS)) {
    const at = Date.UTC(2025, 0, 1) + i * DAY
    await service.submit(model, 'k', { op: 'observe', y: soldOf(i), at }, `observe/${i}`)
  }
  const { path } = JSON.parse((await service.path(model, 'k', BLANK)).body) as {
    path: Record<string, string>[]
  }
  return path.map(ends)
}

function learnt(): { learner: ReturnType<typeof auto>; path: Steps } {
  const learner = auto()
  for (const i of rows.slice(0, ROWS)) learner.learn({ day: dayOf(i) }, soldOf(i))
  const path: Steps = learner.path(BLANK).steps.map(({ mean, lower, upper }) => [mean, lower, upper])
  return { learner, path }
}

it('path, predict of a later row, predict with ahead, and the service say the same', async () => {
  const { learner, path } = learnt()
  expect(await byService()).toEqual(path)
  for (const k of [2, 3, 5]) {
    const { mean, lower, upper } = learner.predict({ day: dayOf(ROWS + k - 1) }) as AutoForecast
    expect([mean, lower, upper]).toEqual(path[k - 1])
  }
  const late = auto({ ahead: 5 })
  for (const i of rows.slice(0, ROWS)) late.predict({ day: dayOf(i) }, { id: i })
  for (const i of rows.slice(0, ROWS)) late.learn({ id: i, y: soldOf(i) })
  const { mean, lower, upper } = late.predict({ day: dayOf(ROWS + 4) }) as AutoForecast
  expect([mean, lower, upper]).toEqual(path[4])
})

it('blank rows in run, with and without --ahead, and forecast say the same as path', () =>
  inFolder(async (file) => {
    const lines = rows.map((i) => `${dayOf(i)},${i < ROWS ? soldOf(i) : ''}`)
    writeFileSync(file('sales.csv'), `day,sold\n${lines.join('\n')}\n`)
    const { path } = learnt()
    const { run, ahead, forecast } = byCommands(file('sales.csv'))
    expect(run).toEqual(path)
    expect(ahead).toEqual(path)
    expect(forecast).toEqual(path)
  }))

it('a column that blank rows carry is known in advance, alike in run, forecast and path', () =>
  inFolder(async (file) => {
    const lines = rows.map((i) => `${dayOf(i)},${promoOf(i)},${i < ROWS ? soldOf(i) : ''}`)
    writeFileSync(file('sales.csv'), `day,promo,sold\n${lines.join('\n')}\n`)
    const learner = auto()
    const rowOf = (i: number): { day: string; promo: number } => ({ day: dayOf(i), promo: promoOf(i) })
    for (const i of rows.slice(0, ROWS)) learner.learn(rowOf(i), soldOf(i))
    const next = rows.slice(ROWS).map(rowOf)
    const path: Steps = learner.path(next).steps.map(({ mean, lower, upper }) => [mean, lower, upper])
    const { run, ahead, forecast } = byCommands(file('sales.csv'))
    expect(run).toEqual(path)
    expect(ahead).toEqual(path)
    expect(forecast).toEqual(path)
    // Asked before, or in other ways, changes nothing.
    learner.path(3)
    expect(learner.path(next).steps.map(({ mean }) => mean)).toEqual(path.map(([mean]) => mean))
  }))

it('no outcome after the origin, and no cell that is not known in advance, changes a bit of a path', () => {
  const [one, other] = [auto(), auto()]
  for (const i of rows.slice(0, ROWS)) {
    const row = { day: dayOf(i), visitors: soldOf(i) + 3 }
    one.learn(row, soldOf(i))
    other.learn(row, soldOf(i))
  }
  const before = one.path(BLANK).steps
  const next = rows.slice(ROWS).map((i) => ({ day: dayOf(i), visitors: null }))
  expect(one.path(next).steps).toEqual(before)
  expect(other.path(BLANK).steps).toEqual(before)
})

const stores = ['north', 'south'] as const
const soldBy = (store: string, i: number): number => (store === 'north' ? 1 : 40) * soldOf(i + store.length)

it('a table through run --by --alone, and a key for each store of the service, have the same numbers', async () => {
  await inFolder(async (file) => {
    const lines = rows
      .slice(0, 30)
      .flatMap((i) => stores.map((store) => `${dayOf(i)},${store},${promoOf(i)},${soldBy(store, i)}`))
    writeFileSync(file('stores.csv'), `day,store,promo,sold\n${lines.join('\n')}\n`)
    const records = credence(
      'run',
      file('stores.csv'),
      '--by',
      'store',
      '--alone',
      '--threads',
      '2',
      '--format',
      'csv',
      '--quiet',
    )
    const service = await Service.open(memoryJournal(), buildModel, {})
    const recipe = { task: 'auto', as: 'regression', target: 'sold' }
    await service.registry.change('m', { op: 'put', model: 'm', recipe, at: 0, limit: 9 })
    const model = service.registry.get('m')
    if (!model) throw new Error('there must be a model')
    for (const store of stores) {
      const own = records.filter((record) => record.store === store)
      for (const [i, record] of own.entries()) {
        const input = { day: dayOf(i), promo: promoOf(i) }
        const event = { op: 'learn', input, y: soldBy(store, i) } as const
        const { body } = await service.submit(model, store, event, `${store}/${i}`)
        if (i < 2) continue
        const said = JSON.parse(body) as Record<string, number | null>
        // An end that is not known yet is null there and infinite here.
        const cellOf = (name: string): number | null =>
          Number.isFinite(Number(record[name])) ? Number(record[name]) : null
        for (const name of ['mean', 'sd', 'lower', 'upper'])
          expect([i, said[name]]).toEqual([i, cellOf(name)])
      }
    }
  })
})
