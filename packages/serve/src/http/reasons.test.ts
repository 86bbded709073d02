import { describe, expect, it, vi } from 'vitest'
import { buildModel } from '../recipes/buildModel.ts'
import { type Client, client } from '../testing/httpClient.ts'
import { createToken } from './tokens.ts'

const ndjson = { 'content-type': 'application/x-ndjson' }
const at = '/models/m/keys/a'

/** Outcomes that come from one column of three. */
function rows(count: number, from = 0): string {
  const lines = Array.from({ length: count }, (_, i) => {
    const [promotion, rain, size] = [7.1, 3.3, 5.9].map((by) => Math.sin((from + i) * (from + i) * by))
    const input = { promotion, rain, size }
    return JSON.stringify({ model: 'm', key: 'a', op: 'learn', input, y: 50 + 9 * (promotion as number) })
  })
  return lines.join('\n')
}

async function fed(recipe: object, count: number): Promise<Client> {
  const call = await client({ build: buildModel })
  await call('PUT', '/models/m', recipe)
  await call('POST', '/events', rows(count), ndjson)
  return call
}

/** How often a key was looked at since the last call. */
function looksAt({ service: { keyed } }: Client): () => number {
  const read = vi.spyOn(keyed, 'read')
  return () => {
    const { length } = read.mock.calls
    read.mockClear()
    return length
  }
}

describe('GET …/reasons', () => {
  it('says which column matters, and changes nothing', async () => {
    const call = await fed({ task: 'auto' }, 80)
    const before = (await call('GET', at)).body
    const { status, body } = await call('GET', `${at}/reasons`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ version: 1, round: 80 })
    expect(body.rows).toBeGreaterThanOrEqual(5)
    expect(body.columns[0]).toMatchObject({ column: 'promotion' })
    expect(body.columns[0].share).toBeGreaterThan(0.8)
    expect((await call('GET', at)).body).toEqual(before)
  })

  it('works it out once until an event comes, however many ask', async () => {
    const call = await fed({ task: 'auto' }, 40)
    const looks = looksAt(call)
    const first = (await call('GET', `${at}/reasons`)).body
    expect(looks()).toBeGreaterThan(1)
    const others = await Promise.all(Array.from({ length: 5 }, () => call('GET', `${at}/reasons`)))
    expect(others.map(({ body }) => body)).toEqual(Array(5).fill(first))
    // Each looks where the key is, and no more.
    expect(looks()).toBe(5)
    await call('POST', '/events', rows(1, 40), ndjson)
    looks()
    // Not again within some seconds, though an event came.
    expect((await call('GET', `${at}/reasons`)).body.round).toBe(40)
    expect(looks()).toBe(1)
  })

  it('forgets what it knew of a key that was deleted', async () => {
    const call = await fed({ task: 'auto' }, 40)
    await call('GET', `${at}/reasons`)
    await call('DELETE', at)
    expect((await call('GET', `${at}/reasons`)).status).toBe(404)
    await call('POST', '/events', rows(20), ndjson)
    expect((await call('GET', `${at}/reasons`)).body.round).toBe(20)
  })

  it('names no column where the model has none, or where too little is known', async () => {
    const around = await client({ build: buildModel })
    await around('PUT', '/models/m', { task: 'conformal', coverage: 0.9 })
    await around('POST', `${at}/learn`, { input: { forecast: 1 }, y: 2 })
    expect((await around('GET', `${at}/reasons`)).body).toEqual({
      version: 1,
      round: 1,
      rows: 0,
      columns: [],
    })
    const young = await fed({ task: 'auto' }, 3)
    expect((await young('GET', `${at}/reasons`)).body.columns).toEqual([])
  })

  it('needs the scope read for the model, and a key that is there', async () => {
    const reader = createToken('r', ['read'], { models: ['m'] })
    const sensor = createToken('s', ['learn'], { models: ['m'] })
    const other = createToken('o', ['read'], { models: ['else'] })
    const admin = createToken('a', ['admin', 'learn', 'read'])
    const tokens = [reader, sensor, other, admin].map(({ record }) => record)
    const call = await client({ build: buildModel, tokens })
    const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
    await call('PUT', '/models/m', { task: 'auto' }, as(admin))
    await call('POST', '/events', rows(30), { ...ndjson, ...as(sensor) })
    const status = async (path: string, who: { token: string }) =>
      (await call('GET', path, undefined, as(who))).status
    expect(await status(`${at}/reasons`, reader)).toBe(200)
    expect(await status(`${at}/reasons`, sensor)).toBe(403)
    expect(await status(`${at}/reasons`, other)).toBe(403)
    expect(await status('/models/m/keys/b/reasons', reader)).toBe(404)
  })
})
