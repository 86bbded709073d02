import { describe, expect, it } from 'vitest'
import { memoryJournal } from '../journals/memory.ts'
import { buildModel } from '../recipes/buildModel.ts'
import { Retention } from '../service/retention.ts'
import { type Client, client } from '../testing/httpClient.ts'

const toy = { task: 'toy', width: 2 }
const ndjson = { 'content-type': 'application/x-ndjson' }
const DAY = 86_400_000

async function fed(options: Parameters<typeof client>[0] = {}): Promise<Client> {
  const call = await client(options)
  await call('PUT', '/models/m', toy)
  for (const key of ['a', 'b']) await call('POST', `/models/m/keys/${key}/learn`, { input: 0, y: 1 })
  return call
}

const keys = async (call: Client): Promise<string[]> =>
  (await call('GET', '/models/m/keys')).body.keys.map(({ key }: { key: string }) => key)

describe('retention', () => {
  it('removes keys that were idle for so long, and counts them', async () => {
    const call = await fed()
    const retention = new Retention(call.service, { idle: 90 * DAY }, () => {})
    await retention.look(Date.now() + 89 * DAY)
    expect(await keys(call)).toEqual(['a', 'b'])
    await retention.look(Date.now() + 91 * DAY)
    expect(await keys(call)).toEqual([])
    expect((await call('GET', '/metrics')).body).toContain('credence_expired_total{what="keys"} 2')
    retention.stop()
  })

  it('leaves a key alone of which it is not known when it was last seen', async () => {
    const journal = memoryJournal()
    const call = await fed({ journal })
    await journal.commit([{ key: 'm/old', from: 0, epoch: 1, entries: ['{}'], seen: 0 }])
    const retention = new Retention(call.service, { idle: DAY }, () => {})
    await retention.look(Date.now() + 9 * DAY)
    expect(await keys(call)).toEqual(['old'])
    retention.stop()
  })

  it('cuts rounds that are older than the history, and leaves the keys', async () => {
    const call = await fed({ service: { history: true } })
    const retention = new Retention(call.service, { history: 30 * DAY }, () => {})
    const rounds = async () => (await call('GET', '/models/m/keys/a/history')).body
    expect(await rounds()).toMatchObject({ seq: 1, y: 1 })
    await retention.look(Date.now() + 31 * DAY)
    expect(await rounds()).toBe('')
    expect(await keys(call)).toEqual(['a', 'b'])
    retention.stop()
  })

  it('counts keys, and nothing that the service keeps for itself', async () => {
    const journal = memoryJournal()
    const call = await fed({ journal })
    expect((await call('GET', '/readyz')).status).toBe(200)
    for (const worker of [call, await client({ journal })]) {
      expect((await worker('GET', '/metrics')).body).toContain('credence_keys 2\n')
    }
  })

  it('takes no new key above the quota of the disk, and goes on with those that are there', async () => {
    const journal = { ...memoryJournal(), size: async () => 2e6 }
    const call = await client({ journal, service: { diskQuota: 1e6 } })
    await call('PUT', '/models/m', toy)
    const reply = await call('POST', '/models/m/keys/c/learn', { input: 0, y: 1 })
    expect([reply.status, reply.body.title]).toEqual([507, 'there is no room for this'])
    expect((await call('GET', '/metrics')).body).toContain('credence_disk_quota_bytes 1000000')
  })
})

describe('the history of a key', () => {
  it('is its last rounds where none are kept, each at the time of its outcome', async () => {
    const call = await client()
    await call('PUT', '/models/m', toy)
    const at = '2026-03-31T05:00:00.000Z'
    for (const y of [1, 2]) await call('POST', '/models/m/keys/a/learn', { input: 0, y })
    await call('POST', '/models/m/keys/b/observe', { y: 1 })
    await call('POST', '/models/m/keys/c/observe', { y: 1, at })
    await call('POST', '/models/m/keys/c/observe', { y: 3, at: '2026-03-31T06:00:00.000Z' })
    const rounds = async (key: string) =>
      (await (await call.fetch(`http://localhost/models/m/keys/${key}/history`)).text())
        .split('\n')
        .slice(0, -1)
    expect((await rounds('a')).map((line) => JSON.parse(line))).toMatchObject([{ y: 1 }, { y: 2 }])
    expect((await rounds('c')).map((line) => JSON.parse(line))).toMatchObject([
      { y: 3, time: '2026-03-31T06:00:00.000Z', at: Date.parse('2026-03-31T06:00:00.000Z') },
    ])
  })

  it('has every round in its order, by time and by number, as lines and as a table', async () => {
    const call = await client({ service: { history: true } })
    await call('PUT', '/models/m', toy)
    for (let i = 0; i < 150; i++) {
      const at = new Date(Date.UTC(2026, 0, 1, i)).toISOString()
      await call('POST', '/models/m/keys/a/observe', { y: i, at })
    }
    const lines = async (query = '') =>
      ((await call('GET', `/models/m/keys/a/history${query}`)).body as string)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { y: number; time: string; mean: number; seq: number })
    const all = await lines()
    // The first outcome is forecast from nothing.
    expect(all.map(({ y }) => y)).toEqual(Array.from({ length: 149 }, (_, i) => i + 1))
    expect(all[0]).toMatchObject({ time: '2026-01-01T01:00:00.000Z', mean: 0 })
    const some = await lines('?from=2026-01-02T00:00:00Z&to=2026-01-02T03:00:00Z')
    expect(some.map(({ y }) => y)).toEqual([24, 25, 26])
    expect((await lines('?last=100')).map(({ y }) => y)).toEqual(
      Array.from({ length: 100 }, (_, i) => 50 + i),
    )
    const table = await call.fetch('http://localhost/models/m/keys/a/history?format=parquet')
    const bytes = Buffer.from(await table.arrayBuffer())
    expect([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1'])
    await call('DELETE', '/models/m/keys/a')
    expect((await call('GET', '/models/m/keys/a/history')).body).toBe('')
  })
})

it('is exported as lines, and imported elsewhere with the same states, once', async () => {
  const recipe = { task: 'conformal', coverage: 0.9 }
  const here = await client({ build: buildModel })
  await here('PUT', '/models/m', recipe)
  for (let i = 0; i < 20; i++)
    for (const key of ['a', 'ü/"'])
      await here('POST', `/models/m/keys/${encodeURIComponent(key)}/learn`, {
        input: { forecast: 1 },
        y: i % 3,
      })
  const text = await (await here.fetch('http://localhost/export')).text()
  expect(text.trim().split('\n')).toHaveLength(3)
  const there = await client({ build: buildModel })
  const headers = { ...ndjson, 'idempotency-key': 'move' }
  expect((await there('POST', '/import', text, headers)).body).toEqual({ models: 1, keys: 2, refused: [] })
  expect(await (await there.fetch('http://localhost/export')).text()).toBe(text)
  await there('POST', '/models/m/keys/a/learn', { input: { forecast: 1 }, y: 1 })
  // A repeat takes nothing back.
  await there('POST', '/import', text, headers)
  expect((await there('GET', '/models/m/keys/a')).body.rounds).toBe(21)
  const damaged = `${JSON.stringify({ model: 'm', key: 'x', state: 'AAAA' })}`
  expect((await there('POST', '/import', damaged, ndjson)).body).toMatchObject({
    keys: 0,
    refused: [expect.stringContaining('m/x: ')],
  })
  expect((await there('POST', '/import', '{"model":"m"}', ndjson)).body.detail).toContain('line 1 is neither')
})
