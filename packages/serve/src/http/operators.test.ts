import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSave, writeSave } from 'credence'
import pino from 'pino'
import { compress } from 'snappyjs'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { memoryJournal } from '../journals/memory.ts'
import { sqliteJournal } from '../journals/sqlite.ts'
import type { Trials } from '../models/trials.ts'
import { writeWriteRequest } from '../prometheus/writeRequest.ts'
import { buildModel } from '../recipes/buildModel.ts'
import { startServer } from '../server/server.ts'
import { type Client, client } from '../testing/httpClient.ts'
import { toyModel } from '../testing/toyModel.ts'
import { watchTokenFile } from './tokenFile.ts'
import { createToken } from './tokens.ts'

const directory = mkdtempSync(join(tmpdir(), 'credence-operators-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const octets = { 'content-type': 'application/octet-stream' }

/** A write of one sample of each of `count` series. */
function written(count: number, timestamp = 1000): Uint8Array {
  const series = Array.from({ length: count }, (_, i) => ({
    labels: [
      ['__name__', 'load'],
      ['host', `h${i}`],
    ] as const,
    samples: [{ value: i, timestamp }],
  }))
  return compress(writeWriteRequest(series))
}

const write = (call: Client, block: Uint8Array) =>
  call('POST', '/models/m/write', block, { 'content-type': 'application/x-protobuf' })
const taken = ({ headers }: { headers: Headers }) => headers.get('x-prometheus-remote-write-samples-written')

describe('a remote write', () => {
  it('to a recipe that outcomes alone cannot feed is refused, and counts nothing as written', async () => {
    const call = await client({ build: buildModel })
    await call('PUT', '/models/m', {
      task: 'regression',
      features: ['a'],
      experts: [{ kind: 'conjugate', noise: [1], priorVariance: [1] }],
    })
    const reply = await write(call, written(20))
    expect([reply.status, taken(reply)]).toEqual([400, '0'])
    expect(reply.body.detail).toMatch(/^20 of 20 samples were not learnt; the first: outcomes alone feed/)
  })

  it('counts a sample that was learnt before, and refuses one that is late', async () => {
    const call = await client()
    await call('PUT', '/models/m', { task: 'toy' })
    const first = await write(call, written(3))
    expect([first.status, taken(first)]).toEqual([204, '3'])
    const again = await write(call, written(3))
    expect([again.status, taken(again)]).toEqual([204, '3'])
    const late = await write(call, written(4, 900))
    expect([late.status, taken(late)]).toEqual([400, '1'])
    expect(late.body.detail).toContain('3 of 4 samples were not learnt')
  })

  it('of more series than events may wait is taken', async () => {
    const call = await client({ service: { waiting: 600 } })
    await call('PUT', '/models/m', { task: 'toy' })
    const reply = await write(call, written(2500))
    expect([reply.status, taken(reply)]).toEqual([204, '2500'])
  })
})

it('lists a key with an alert that is not noted, also when its trouble has passed', async () => {
  const call = await client()
  await call('PUT', '/models/m', { task: 'toy' })
  const learn = (y: number) => call('POST', '/models/m/keys/a/learn', { input: 0, y })
  for (let i = 0; i < 30; i++) await learn(0)
  for (let i = 0; i < 8; i++) await learn(1e6)
  await call('POST', '/models/m/keys/b/learn', { input: 0, y: 0 })
  const view = async () => (await call('GET', '/models/m/keys/a')).body
  expect((await view()).alerts.length).toBeGreaterThan(0)
  const { mean } = (await call('POST', '/models/m/keys/a/predict', { input: 0 })).body
  for (let i = 0; i < 400 && (await view()).health.troubles.length > 0; i++) await learn(mean)
  const worst = async () =>
    (await call('GET', '/models/m/keys?order=worst')).body.keys.map(({ key }: { key: string }) => key)
  await expect.poll(worst).toEqual(['a'])
  const [last] = (await call('GET', '/alerts')).body.alerts
  expect(last).toMatchObject({ model: 'm', key: 'a', kind: expect.any(String), resolved: expect.any(Number) })
  await call('DELETE', '/models/m/keys/a/alerts')
  await expect.poll(worst).toEqual([])
  expect((await call('GET', '/alerts')).body).toEqual({ alerts: [] })
})

it('shows the alerts of all models that a token may read, the latest first', async () => {
  const all = createToken('all', ['read', 'learn', 'admin'])
  const one = createToken('one', ['read'], { models: ['n'] })
  const call = await client({ tokens: [all.record, one.record] })
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  for (const model of ['m', 'n']) {
    await call('PUT', `/models/${model}`, { task: 'toy' }, as(all.token))
    for (let i = 0; i < 38; i++) {
      const outcome = { input: 0, y: i < 30 ? 0 : 10 ** i }
      await call('POST', `/models/${model}/keys/a/learn`, outcome, as(all.token))
    }
  }
  const seen = async (path: string, token: string) =>
    (await call('GET', path, undefined, as(token))).body.alerts.map(({ model }: { model: string }) => model)
  await expect.poll(async () => new Set(await seen('/alerts', all.token))).toEqual(new Set(['n', 'm']))
  expect((await seen('/alerts', all.token))[0]).toBe('n')
  expect(new Set(await seen('/alerts', one.token))).toEqual(new Set(['n']))
  expect(await seen('/alerts?limit=1', all.token)).toEqual(['n'])
  expect((await call('GET', '/alerts?model=m', undefined, as(one.token))).status).toBe(403)
})

it('lets no sensor silence its own alarm', async () => {
  const boss = createToken('boss', ['admin'])
  const sensor = createToken('sensor', ['learn', 'read'])
  const call = await client({ tokens: [boss.record, sensor.record] })
  const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
  await call('PUT', '/models/m', { task: 'toy' }, as(boss))
  await call('POST', '/models/m/keys/a/learn', { input: 0, y: 0 }, as(sensor))
  const quiet = (who: { token: string }) =>
    call('DELETE', '/models/m/keys/a/alerts', undefined, as(who)).then(({ status }) => status)
  expect([await quiet(sensor), await quiet(boss)]).toEqual([403, 200])
})

it('is not ready while its database answers and takes no writes', async () => {
  const journal = memoryJournal()
  let full = true
  const call = await client({
    journal: {
      ...journal,
      async commit(writes, guard) {
        if (full) throw new Error('database or disk is full')
        return journal.commit(writes, guard)
      },
    },
  })
  expect((await call('GET', '/readyz')).status).toBe(503)
  full = false
  expect((await call('GET', '/readyz')).status).toBe(200)
})

it('holds keys by the memory they take, and goes on with those it let go', async () => {
  const cacheBytes = 40_000
  const call = await client({ service: { cacheBytes } })
  const { keyed } = call.service
  await call('PUT', '/models/m', { task: 'toy' })
  for (let round = 1; round <= 3; round++) {
    for (let key = 0; key < 40; key++) {
      const { body } = await call('POST', `/models/m/keys/k${key}/learn`, { input: 0, y: key })
      expect(body.round).toBe(round)
      // Those above it are let go after the answer.
      await expect.poll(() => keyed.bytes, { interval: 1 }).toBeLessThanOrEqual(cacheBytes)
    }
  }
  expect(keyed.live).toBeLessThan(40)
  expect(keyed.live).toBeGreaterThan(1)
})

it('counts what was refused by its reason', async () => {
  const call = await client()
  await call('GET', '/models/nobody/keys')
  await call('PUT', '/models/m', { task: 'none' })
  await call.service.keyed.drain()
  await call('PUT', '/models/m', { task: 'toy' })
  await call('POST', '/models/m/keys/a/learn', { input: 0, y: 0 })
  const { body } = await call('GET', '/metrics')
  for (const [status, reason] of [
    [404, 'not there'],
    [422, 'the model'],
    [503, 'the worker is going'],
  ]) {
    expect(body).toContain(`credence_http_refused_total{status="${status}",reason="${reason}"} 1`)
  }
})

it('keeps its database from other users of the machine', async () => {
  const path = join(directory, 'private.db')
  writeFileSync(path, '', { mode: 0o644 })
  const journal = await sqliteJournal(path)
  await journal.commit([{ key: 'a', from: 0, entries: ['x'] }])
  expect([path, `${path}-wal`].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
  await journal.close()
})

it('refuses all callers while the token file is gone, and says so once', async () => {
  const path = join(directory, 'tokens.ndjson')
  const { record } = createToken('a', ['read'])
  writeFileSync(path, JSON.stringify(record))
  const failed = vi.fn()
  const { tokens, stop } = watchTokenFile(path, failed, 5)
  expect(tokens()).toHaveLength(1)
  rmSync(path)
  await expect.poll(tokens).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(failed).toHaveBeenCalledTimes(1)
  writeFileSync(path, JSON.stringify(record))
  await expect.poll(() => tokens().length).toBe(1)
  writeFileSync(path, 'half a li')
  await expect.poll(() => failed.mock.calls.length).toBe(2)
  expect(tokens()).toHaveLength(1)
  stop()
})

it('answers a Host that is no name with 400', async () => {
  const log = pino({ level: 'silent' })
  const server = await startServer({ journal: memoryJournal(), build: toyModel, log, port: 0 })
  const status = await new Promise((resolve, reject) => {
    const headers = { host: '127.999.0.1' }
    request(`${server.url}/models`, { headers }, ({ statusCode }) => resolve(statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(400)
  await server.close()
})

it('refuses a save with a hostile field, and the key goes on as it was', async () => {
  const call = await client({ build: buildModel })
  await call('PUT', '/models/m', { task: 'conformal' })
  const learn = () => call('POST', '/models/m/keys/a/learn', { input: { forecast: 1 }, y: 2 })
  for (let i = 0; i < 15; i++) await learn()
  const bytes = new Uint8Array(
    await (await call.fetch('http://localhost/models/m/keys/a/state')).arrayBuffer(),
  )
  const save = readSave(bytes) as { state: { state: { inner: { coverage: unknown[] } } } }
  save.state.state.inner.coverage[0] = -0.5
  const put = await call('PUT', '/models/m/keys/a/state', writeSave(save as never), octets)
  expect([put.status, put.body.code]).toEqual([422, 'bad-save'])
  expect((await learn()).body).toMatchObject({ round: 16 })
})

it('refuses a recipe of which one round would hold up all keys, or one key would take the memory of many', async () => {
  const weigh = vi.fn<Trials['weigh']>()
  const dryRun = vi.fn<Trials['dryRun']>()
  const call = await client({ service: { trials: { weigh, dryRun } } })
  weigh.mockResolvedValueOnce({ milliseconds: 51, bytes: 1 })
  const slow = await call('PUT', '/models/m', { task: 'toy' })
  expect([slow.status, slow.body.code]).toEqual([422, 'too-large'])
  weigh.mockResolvedValueOnce({ milliseconds: 1, bytes: 33e6 })
  expect((await call('PUT', '/models/m', { task: 'toy' })).body.detail).toContain('33 MB')
  weigh.mockResolvedValueOnce({ milliseconds: 50, bytes: 32e6 })
  expect((await call('PUT', '/models/m', { task: 'toy' })).status).toBe(201)
})
