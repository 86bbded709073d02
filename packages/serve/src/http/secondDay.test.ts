import { describe, expect, it } from 'vitest'
import { memoryJournal } from '../journals/memory.ts'
import { type Client, client } from '../testing/httpClient.ts'

const toy = { task: 'toy', width: 2 }
const octets = { 'content-type': 'application/octet-stream' }
const ndjson = { 'content-type': 'application/x-ndjson' }

/** A model, and `count` rounds of a key: forecasts by id, then their outcomes. */
async function feed(call: Client, key: string, count: number, from = 0): Promise<number[]> {
  const statuses: number[] = []
  for (let i = from; i < from + count; i++) {
    const at = `/models/demand/keys/${key}`
    statuses.push((await call('POST', `${at}/predict`, { id: `i${i}`, input: i % 3 })).status)
    statuses.push((await call('POST', `${at}/learn`, { id: `i${i}`, y: i % 5 })).status)
  }
  return statuses
}

async function rounds(call: Client, key: string): Promise<number | undefined> {
  return (await call('GET', `/models/demand/keys/${key}`)).body.rounds
}

async function saved(call: Client, key: string): Promise<{ bytes: Uint8Array; etag: string }> {
  const { body, headers } = await call('GET', `/models/demand/keys/${key}/state`)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { bytes: new TextEncoder().encode(text), etag: headers.get('etag') as string }
}

async function demand(options: Parameters<typeof client>[0] = {}): Promise<Client> {
  const call = await client(options)
  await call('PUT', '/models/demand', toy)
  return call
}

/** Two workers over one journal. */
async function two(): Promise<[Client, Client, ReturnType<typeof memoryJournal>]> {
  const journal = { ...memoryJournal(), shared: true }
  return [await demand({ journal }), await demand({ journal }), journal]
}

describe('events that are sent again are learnt', () => {
  it('after their key was deleted', async () => {
    const call = await demand()
    await feed(call, 'a', 20)
    await call('DELETE', '/models/demand/keys/a')
    expect(new Set(await feed(call, 'a', 20))).toEqual(new Set([200]))
    expect(await rounds(call, 'a')).toBe(20)
  })

  it('after their key was deleted by another worker', async () => {
    const [one, other] = await two()
    await feed(one, 'a', 20)
    await other('DELETE', '/models/demand/keys/a')
    expect(new Set(await feed(one, 'a', 20))).toEqual(new Set([200]))
    expect(await rounds(other, 'a')).toBe(20)
  })

  it('after their key went back to an earlier save', async () => {
    const [one, other] = await two()
    await feed(one, 'a', 10)
    const { bytes } = await saved(one, 'a')
    await feed(one, 'a', 10, 10)
    expect((await other('PUT', '/models/demand/keys/a/state', bytes, octets)).status).toBe(200)
    expect(await rounds(one, 'a')).toBe(10)
    expect(new Set(await feed(one, 'a', 10, 10))).toEqual(new Set([200]))
    expect(await rounds(other, 'a')).toBe(20)
  })

  it('after their model was deleted and made again, by the new recipe', async () => {
    const [one, other] = await two()
    await feed(one, 'a', 20)
    await other('DELETE', '/models/demand')
    await other('PUT', '/models/demand', { ...toy, width: 7 })
    const learnt = await one('POST', '/models/demand/keys/a/predict', { id: 'i0', input: 0 })
    expect(learnt.body).toMatchObject({ version: 2, lower: -3.5, upper: 3.5 })
    await feed(one, 'a', 20)
    expect(await rounds(other, 'a')).toBe(20)
  })
})

describe('a name', () => {
  const line = (i: number, name = `e${i}`): string =>
    JSON.stringify({ model: 'demand', key: 'a', op: 'learn', event: name, input: 1, y: i % 3 })
  const send = async (call: Client, lines: readonly string[], headers = {}) => {
    const { body } = await call('POST', '/events', lines.join('\n'), { ...ndjson, ...headers })
    return (body as string)
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as { status: number; body: { type?: string } })
  }

  it('is known long after its answer was forgotten: it is taken, and not learnt again', async () => {
    const journal = memoryJournal()
    const call = await demand({ journal })
    const lines = Array.from({ length: 500 }, (_, i) => line(i))
    await send(call, lines)
    const after = [call, await client({ journal })]
    for (const worker of after) {
      const again = await send(worker, lines)
      expect(again.filter(({ status }) => status === 200)).toHaveLength(64)
      const taken = again.filter(({ status }) => status === 409)
      expect(taken).toHaveLength(436)
      expect(taken[0]?.body.type).toBe('/problems/already-taken')
      expect(await rounds(worker, 'a')).toBe(500)
    }
  })

  it('given to a batch names each of its lines that has none', async () => {
    const call = await demand()
    const lines = Array.from({ length: 5 }, (_, i) =>
      JSON.stringify({ model: 'demand', key: 'a', op: 'learn', input: 1, y: i }),
    )
    const named = { 'idempotency-key': 'monday' }
    const first = await send(call, lines, named)
    expect(await send(call, lines, named)).toEqual(first)
    expect(await rounds(call, 'a')).toBe(5)
    await send(call, lines, { 'idempotency-key': 'tuesday' })
    expect(await rounds(call, 'a')).toBe(10)
  })

  it('is not taken from X-Request-ID', async () => {
    const call = await demand()
    const trace = { 'x-request-id': 'trace-1234-5678' }
    for (const y of [1, 1, 2]) {
      expect((await call('POST', '/models/demand/keys/a/learn', { input: 1, y }, trace)).status).toBe(200)
    }
    expect(await rounds(call, 'a')).toBe(3)
  })
})

describe('DELETE', () => {
  it('of a key leaves nothing of it in the journal, neither data nor name', async () => {
    const journal = memoryJournal()
    const call = await demand({ journal })
    await feed(call, 'alice', 70)
    expect((await call('DELETE', '/models/demand/keys/alice')).status).toBe(200)
    expect((await journal.load(['demand/alice'])).size).toBe(0)
    expect((await call('GET', '/models/demand/keys?search=alice')).body.keys).toEqual([])
    expect(await rounds(call, 'alice')).toBeUndefined()
    expect((await call('DELETE', '/models/demand/keys/alice')).status).toBe(404)
  })

  it('with If-Match leaves a key alone that has moved since, or was made anew', async () => {
    const [one, other] = await two()
    await feed(one, 'a', 2)
    const { etag } = await saved(one, 'a')
    const drop = (call: Client) => call('DELETE', '/models/demand/keys/a', undefined, { 'if-match': etag })
    await feed(other, 'a', 1, 7)
    expect((await drop(one)).status).toBe(412)
    await other('DELETE', '/models/demand/keys/a')
    await feed(other, 'a', 2)
    expect((await drop(one)).status).toBe(412)
    expect(await rounds(one, 'a')).toBe(2)
  })

  it('of a model takes its keys with it', async () => {
    const journal = memoryJournal()
    const call = await demand({ journal })
    for (const key of ['a', 'b', 'c']) await feed(call, key, 3)
    await call('DELETE', '/models/demand')
    await expect.poll(() => journal.list({ prefix: 'demand', by: 'key', limit: 9 })).toEqual([])
    await call('PUT', '/models/demand', toy)
    expect((await call('GET', '/models/demand/keys')).body.keys).toEqual([])
  })

  it('takes keys by prefix, and keys that were quiet for long', async () => {
    const call = await demand()
    for (const key of ['eu-1', 'eu-2', 'us-1']) await feed(call, key, 2)
    expect((await call('DELETE', '/models/demand/keys')).status).toBe(400)
    expect((await call('DELETE', '/models/demand/keys?prefix=eu-')).body).toMatchObject({ deleted: 2 })
    expect((await call('DELETE', '/models/demand/keys?idle=1h')).body).toMatchObject({ deleted: 0 })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await call('DELETE', '/models/demand/keys?idle=0s')).body).toMatchObject({ deleted: 1 })
    expect((await call('GET', '/models/demand/keys')).body.keys).toEqual([])
  })
})

describe('a refusal', () => {
  it('makes no key', async () => {
    const journal = memoryJournal()
    const call = await demand({ journal })
    expect((await call('POST', '/models/demand/keys/new/learn', { id: 'x', y: 1 })).status).toBe(404)
    expect((await journal.load(['demand/new'])).size).toBe(0)
    expect((await call('GET', '/models/demand/keys')).body.keys).toEqual([])
  })

  it('is not an event of a key', async () => {
    const call = await demand()
    await feed(call, 'a', 1)
    await call('POST', '/models/demand/keys/a/learn', { id: 'unknown', y: 1 })
    expect((await call('GET', '/models/demand/keys')).body.keys).toMatchObject([{ key: 'a', events: 2 }])
  })

  it('is decided by what another worker has written since', async () => {
    const [one, other] = await two()
    await feed(one, 'a', 1)
    await other('POST', '/models/demand/keys/a/predict', { id: 'late', input: 1 })
    expect((await one('POST', '/models/demand/keys/a/learn', { id: 'late', y: 1 })).status).toBe(200)
  })
})

describe('a key whose snapshot is damaged', () => {
  const broken = async (): Promise<[Client, string[]]> => {
    const journal = memoryJournal()
    const first = await demand({ journal })
    for (const key of ['bad', 'good']) await feed(first, key, 5)
    await first.service.keyed.drain()
    const { head, epoch } = (await journal.load(['demand/bad'])).get('demand/bad')!
    await journal.commit([
      { key: 'demand/bad', from: head, epoch, entries: [], snapshot: Uint8Array.of(1, 2, 3, 4) },
    ])
    const seen: string[] = []
    const call = await client({ journal, broken: (key) => seen.push(key) })
    return [call, seen]
  }

  it('fails alone in its batch, by its name', async () => {
    const [call, seen] = await broken()
    const lines = ['good', 'bad', 'new'].map((key) =>
      JSON.stringify({ model: 'demand', key, op: 'learn', event: 'e', input: 1, y: 1 }),
    )
    const { body } = await call('POST', '/events', lines.join('\n'), ndjson)
    const statuses = (body as string).trim().split('\n')
    expect(statuses.map((text) => JSON.parse(text).status)).toEqual([200, 500, 200])
    expect(statuses[1]).toContain('"bad\\"')
    expect((await call('GET', '/models/demand/keys/bad')).status).toBe(500)
    expect(seen).toContain('demand/bad')
    expect((await call('GET', '/metrics')).body).toMatch(/credence_broken_keys_total\{model="demand"\} [1-9]/)
  })

  it('can be deleted', async () => {
    const [call] = await broken()
    expect((await call('DELETE', '/models/demand/keys/bad')).status).toBe(200)
    await feed(call, 'bad', 2)
    expect(await rounds(call, 'bad')).toBe(2)
  })

  it('can go on from a save', async () => {
    const [call] = await broken()
    const { bytes } = await saved(call, 'good')
    expect((await call('PUT', '/models/demand/keys/bad/state', bytes, octets)).status).toBe(200)
    expect(await rounds(call, 'bad')).toBe(5)
    await feed(call, 'bad', 2, 100)
    expect(await rounds(call, 'bad')).toBe(7)
  })
})

describe('PUT …/state', () => {
  it('with If-Match never erases an outcome that was acknowledged, whichever worker took it', async () => {
    const [one, other] = await two()
    await feed(one, 'a', 3)
    let successes = 0
    for (let t = 0; t < 40; t++) {
      const { bytes, etag } = await saved(one, 'a')
      const before = (await rounds(other, 'a')) as number
      const learn = (j: number) =>
        other('POST', '/models/demand/keys/a/learn', { input: 1, y: 1 }, { 'idempotency-key': `${t}-${j}` })
      const restoring = one('PUT', '/models/demand/keys/a/state', bytes, { ...octets, 'if-match': etag })
      // Sometimes before the outcomes, mostly among them.
      if (t % 10 === 0) await restoring
      const [put] = await Promise.all([restoring, ...[0, 1, 2].map(learn)])
      expect([200, 412]).toContain(put.status)
      if (put.status === 200) successes++
      expect(await rounds(one, 'a')).toBe(before + 3)
    }
    expect(successes).toBeGreaterThan(0)
  })

  it('that is refused leaves the key as it was', async () => {
    const call = await demand()
    await feed(call, 'a', 5)
    const bad = new TextEncoder().encode('{"count":-1,"mean":"x","open":null,"closed":[]}')
    expect((await call('PUT', '/models/demand/keys/a/state', bad, octets)).status).toBe(422)
    expect(await rounds(call, 'a')).toBe(5)
    await feed(call, 'a', 1, 10)
    expect(await rounds(call, 'a')).toBe(6)
  })

  it('sent twice under one name is done once', async () => {
    const call = await demand()
    await feed(call, 'a', 3)
    const { bytes } = await saved(call, 'a')
    const named = { ...octets, 'idempotency-key': 'restore 1' }
    const first = await call('PUT', '/models/demand/keys/a/state', bytes, named)
    await feed(call, 'a', 2, 10)
    expect((await call('PUT', '/models/demand/keys/a/state', bytes, named)).body).toEqual(first.body)
    expect(await rounds(call, 'a')).toBe(5)
  })
})
