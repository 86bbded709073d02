import { connect } from 'node:net'
import pino from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { memoryJournal } from '../journals/memory.ts'
import { startServer } from '../server/server.ts'
import { client } from '../testing/httpClient.ts'
import { toyModel } from '../testing/toyModel.ts'
import { createApp } from './app.ts'
import { createToken } from './tokens.ts'

afterEach(() => vi.useRealTimers())

const toy = { task: 'toy', width: 2 }
const ndjson = { 'content-type': 'application/x-ndjson' }

it('refuses what is nested so deep that it could not be written again', async () => {
  const call = await client()
  await call('PUT', '/models/demand', toy)
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const line = `{"model":"demand","key":"a","op":"learn","y":1,"input":${deep}}`
  expect((await call('POST', '/models/demand/keys/a/predict', `{"input":${deep}}`)).status).toBe(400)
  expect((await call('PUT', '/models/other', `{"task":${deep}}`)).status).toBe(400)
  expect((await call('POST', '/dry-run', `{"recipe":{},"rows":${deep}}`)).status).toBe(400)
  expect((await call('POST', '/events', line, ndjson)).body).toMatchObject({ status: 400 })
  const brackets = { ['[{'.repeat(100)]: 1, '\\"[': 2 }
  const said = (await call('POST', '/models/demand/keys/a/learn', { input: brackets, y: 1 })).body.detail
  expect(said).not.toContain('nested')
})

it('takes a batch of one key alone, of any size that a batch may have', async () => {
  const call = await client()
  await call('PUT', '/models/demand', toy)
  const lines = Array.from({ length: 2500 }, (_, i) =>
    JSON.stringify({ model: 'demand', key: 'a', op: 'learn', input: 1, y: i, event: `${i}` }),
  )
  const { body } = await call('POST', '/events', lines.join('\n'), ndjson)
  expect(body.match(/"status":200/g)).toHaveLength(2500)
  expect((await call('GET', '/models/demand/keys/a')).body.rounds).toBe(2500)
})

it('takes outcomes without a time in the order they come, whatever the clock does, and knows a repeat', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const call = await client()
  await call('PUT', '/models/demand', toy)
  const observe = (y: number, headers = {}) => call('POST', '/models/demand/keys/a/observe', { y }, headers)
  vi.setSystemTime('2026-11-15T12:00:00Z')
  for (const y of [1, 2, 2]) expect((await observe(y)).status).toBe(200)
  vi.setSystemTime('2026-11-15T11:00:00Z')
  const back = await observe(3, { 'idempotency-key': 'third' })
  expect(back.body).toMatchObject({ y: 3, round: 3 })
  vi.setSystemTime('2026-11-16T11:00:00Z')
  const repeat = await observe(3, { 'idempotency-key': 'third' })
  expect([repeat.body, repeat.headers.get('credence-repeated')]).toEqual([back.body, 'true'])
  expect((await call('GET', '/models/demand/keys/a')).body.rounds).toBe(3)
})

it('lets go of a watcher that takes nothing', async () => {
  const server = await startServer({
    build: toyModel,
    journal: memoryJournal(),
    log: pino({ level: 'silent' }),
    port: 0,
  })
  const { hub } = server.service
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write('GET /live HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await vi.waitUntil(() => hub.watchers === 1)
  const body = JSON.stringify('x'.repeat(100_000))
  for (let seq = 1; seq <= 200; seq++) {
    hub.tell({ model: 'm', key: 'a', seq, op: 'learn', body })
    await new Promise((resolve) => setImmediate(resolve))
  }
  await vi.waitUntil(() => hub.watchers === 0)
  socket.destroy()
  await server.close()
})

it('ends a stream whose token was taken out of the file', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { service } = await client()
  const reader = createToken('reader', ['read'])
  let tokens = [reader.record]
  const app = createApp({ service, log: pino({ level: 'silent' }), tokens: () => tokens })
  const headers = { authorization: `Bearer ${reader.token}` }
  const live = await app.request('http://localhost/live', { headers })
  const text = live.text()
  await vi.waitUntil(() => service.hub.watchers === 1)
  vi.advanceTimersByTime(20_000)
  expect(service.hub.watchers).toBe(1)
  tokens = [createToken('other', ['read']).record]
  vi.advanceTimersByTime(20_000)
  expect(await text).toContain('event: hello')
  expect(service.hub.watchers).toBe(0)
})
