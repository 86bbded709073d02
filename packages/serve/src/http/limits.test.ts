import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultsOf, TOKEN_OPTIONS, TOKENS_OPTIONS } from '../server/options.ts'
import { tokenCommand, tokensCommand } from '../server/tokenCommands.ts'
import { client } from '../testing/httpClient.ts'
import { watchTokenFile } from './tokenFile.ts'
import { authenticate, createToken, parseTokens } from './tokens.ts'

afterEach(() => void vi.useRealTimers())

const ndjson = { 'content-type': 'application/x-ndjson' }
const toy = { task: 'toy' }

describe('a token', () => {
  it('may send so many events a second, over single requests and batches, and is told when to come again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const admin = createToken('admin', ['admin'])
    const slow = createToken('slow', ['learn'], { limits: { events: 2 } })
    const call = await client({ tokens: [admin.record, slow.record] })
    const as = (token: string) => ({ authorization: `Bearer ${token}` })
    await call('PUT', '/models/m', toy, as(admin.token))
    const line = JSON.stringify({ model: 'm', key: 'a', op: 'learn', input: 0, y: 1 })
    const send = (lines: number) =>
      call('POST', '/events', Array(lines).fill(line).join('\n'), { ...as(slow.token), ...ndjson })
    // Ten seconds of its rate at once, and what a batch overdraws is paid for by waiting.
    expect((await send(30)).status).toBe(200)
    const refused = await send(1)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6'])
    vi.advanceTimersByTime(6000)
    expect((await send(1)).status).toBe(200)
    expect((await call('GET', '/models', undefined, as(admin.token))).status).toBe(200)
  })

  it('may make so many new keys a day, and goes on with those it has', async () => {
    const sensor = createToken('sensor', ['learn'], { limits: { keys: 2 } })
    const admin = createToken('admin', ['admin'])
    const call = await client({ tokens: [admin.record, sensor.record] })
    await call('PUT', '/models/m', toy, { authorization: `Bearer ${admin.token}` })
    const learn = async (key: string) =>
      (
        await call(
          'POST',
          `/models/m/keys/${key}/learn`,
          { input: 0, y: 1 },
          {
            authorization: `Bearer ${sensor.token}`,
          },
        )
      ).status
    expect([await learn('a'), await learn('b'), await learn('c'), await learn('a')]).toEqual([
      200, 200, 429, 200,
    ])
  })

  it('that has expired does not count', () => {
    const expires = new Date(Date.now() + 1000).toISOString()
    const { token, record } = createToken('a', ['read'], { expires })
    expect(authenticate([record], `Bearer ${token}`)?.name).toBe('a')
    vi.setSystemTime(Date.now() + 2000)
    expect(authenticate([record], `Bearer ${token}`)).toBeUndefined()
  })

  it('is made, listed and revoked from the shell, and its text is in no file', () => {
    const directory = mkdtempSync(join(tmpdir(), 'credence-tokens-'))
    const file = join(directory, 'tokens.ndjson')
    const made = { ...defaultsOf(TOKEN_OPTIONS), file }
    const token = tokenCommand('sensor', { ...made, expires: '90d', rate: '50', bytes: '1MB', models: 'm' })
    tokenCommand('reader', { ...made, scopes: 'read' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain(token)
    expect(parseTokens(text)[0]).toMatchObject({ models: ['m'], limits: { events: 50, bytes: 1e6 } })
    const list = { ...defaultsOf(TOKENS_OPTIONS), file }
    expect(tokensCommand(list)).toMatch(
      /^sensor\t\w{12}\tread,learn\tm\tuntil .*\tevents 50\tbytes 1000000\nreader\t/,
    )
    expect(tokensCommand({ ...list, revoke: 'sensor' })).toMatch(/^reader\t[^\n]*$/)
    expect(() => tokensCommand({ ...list, revoke: 'sensor' })).toThrow('there is no token "sensor"')
    expect(() => tokenCommand('x', { ...made, expires: 'soon' })).toThrow('expires must be a span')
    expect(() => tokenCommand('x', { ...made, scopes: 'read,lern' })).toThrow('did you mean learn?')
    const gone = join(directory, 'tokns.ndjson')
    for (const read of [() => tokensCommand({ ...list, file: gone }), () => watchTokenFile(gone, () => {})])
      expect(read).toThrow(`Make it with its first token: credence token NAME --file ${gone}`)
    rmSync(directory, { recursive: true })
  })
})

it('logs who made, promoted, deleted and restored what, and nothing that was sent', async () => {
  const lines: Record<string, unknown>[] = []
  const admin = createToken('alice', ['admin'])
  const call = await client({ tokens: [admin.record], log: (line) => lines.push(line) })
  const as = {
    authorization: `Bearer ${admin.token}`,
    traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
  }
  await call('PUT', '/models/m', toy, as)
  await call('POST', '/models/m/keys/a/learn', { input: 0, y: 987654.321 }, as)
  await call('DELETE', '/models/m/keys/a?purge', undefined, as)
  await call('DELETE', '/models/m/keys/a', undefined, as)
  expect(lines).toMatchObject([
    {
      msg: 'audit',
      by: 'alice',
      action: 'PUT /models/:model',
      model: 'm',
      status: 201,
      trace: as.traceparent,
    },
    { msg: 'audit', action: 'DELETE /models/:model/keys/:key', key: 'a', purge: '', status: 200 },
    { msg: 'audit', status: 404 },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/987654|crd_/)
})

it('logs other requests where it is asked to', async () => {
  const lines: Record<string, unknown>[] = []
  const call = await client({ log: (line) => lines.push(line), access: 'errors' })
  await call('GET', '/models')
  await call('GET', '/models/nobody')
  expect(lines).toMatchObject([{ msg: 'access', by: 'localhost', status: 404, model: 'nobody' }])
})

it('lets pages of named sites ask, and those of no other', async () => {
  const call = await client({ origins: ['https://app.example.org'] })
  const ask = (origin: string, method = 'GET') => call(method, '/models', undefined, { origin })
  const allowed = await ask('https://app.example.org')
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
    200,
    'https://app.example.org',
  ])
  const preflight = await ask('https://app.example.org', 'OPTIONS')
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    expect.stringContaining('authorization'),
  ])
  expect((await ask('https://evil.example.org')).status).toBe(403)
  expect((await ask('https://evil.example.org', 'OPTIONS')).status).toBe(403)
  expect((await ask('null')).status).toBe(403)
})
