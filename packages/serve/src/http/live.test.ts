import { Client, type LiveEvent } from '@credence/client'
import pino from 'pino'
import { expect, it } from 'vitest'
import type { Journal } from '../base/journal.ts'
import { memoryJournal } from '../journals/memory.ts'
import { Service } from '../service/service.ts'
import { toyModel } from '../testing/toyModel.ts'
import { createApp } from './app.ts'

async function worker(journal: Journal) {
  const service = await Service.open(journal, toyModel)
  await service.registry.change('m', { op: 'put', model: 'm', recipe: { task: 'toy' }, at: 0, limit: 9 })
  const app = createApp({ service, log: pino({ level: 'silent' }), tokens: () => undefined })
  const fetch = (async (url: string, init?: RequestInit) => app.request(url, init)) as typeof globalThis.fetch
  return { service, client: new Client({ url: 'http://localhost', fetch }) }
}

/** Reads until `count` events have come. */
async function read(client: Client, count: number, options: object): Promise<LiveEvent[]> {
  const events: LiveEvent[] = []
  const abort = new AbortController()
  for await (const event of client.live({ ...options, signal: abort.signal })) {
    events.push(event)
    if (events.length === count) break
  }
  abort.abort()
  return events
}

it('tells a key’s events in order, from where the reader was, on any worker', async () => {
  const journal = { ...memoryJournal(), shared: true }
  const [one, two] = [await worker(journal), await worker(journal)]
  for (let i = 1; i <= 5; i++) await one.client.learn('m', 'a', { input: 0, y: i }, { event: `e${i}` })
  const before = await read(two.client, 3, { model: 'm', key: 'a', after: 2 })
  expect(before.map(({ seq, body }) => [seq, body.y])).toEqual([
    [3, 3],
    [4, 4],
    [5, 5],
  ])
  const later = read(two.client, 2, { model: 'm', key: 'a', after: 5 })
  await one.client.learn('m', 'a', { input: 0, y: 6 }, { event: 'e6' })
  await two.client.learn('m', 'a', { input: 0, y: 7 }, { event: 'e7' })
  expect((await later).map(({ seq, op }) => [seq, op])).toEqual([
    [6, 'learn'],
    [7, 'learn'],
  ])
  for (const { service } of [one, two]) await service.close()
})

it('tells what a worker commits over all keys, and says when a reader has missed some', async () => {
  const { client, service } = await worker(memoryJournal())
  const all = read(client, 2, { model: 'm' })
  while (service.hub.watchers === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await client.learn('m', 'a', { input: 0, y: 1 })
  await client.learn('m', 'b', { input: 0, y: 2 })
  expect((await all).map(({ key, body }) => [key, body.y])).toEqual([
    ['a', 1],
    ['b', 2],
  ])
  const app = createApp({ service, log: pino({ level: 'silent' }), tokens: () => undefined })
  const resumed = await app.request('http://localhost/live', {
    headers: { 'last-event-id': `${service.hub.life}:1` },
  })
  const reader = (resumed.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  while (!text.includes('"key":"b"')) text += new TextDecoder().decode((await reader.read()).value)
  expect(text).not.toContain('"key":"a"')
  await reader.cancel()
  const other = await app.request('http://localhost/live', { headers: { 'last-event-id': 'another:7' } })
  const second = (other.body as ReadableStream<Uint8Array>).getReader()
  text = ''
  while (!text.includes('event: resync')) text += new TextDecoder().decode((await second.read()).value)
  await second.cancel()
  await service.close()
})
