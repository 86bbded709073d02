import { describe, expect, it } from 'vitest'
import { memoryJournal } from '../journals/memory.ts'
import { client } from '../testing/httpClient.ts'
import { createToken } from './tokens.ts'

const toy = { task: 'toy', width: 2 }

describe('models', () => {
  it('are made from a recipe, and a recipe that is wrong is refused', async () => {
    const call = await client()
    expect(await call('PUT', '/models/demand', { task: 'nothing' })).toMatchObject({
      status: 422,
      body: { status: 422, detail: 'task must be toy; received "nothing"' },
    })
    expect((await call('PUT', '/models/demand', toy)).status).toBe(201)
    expect((await call('GET', '/models')).body.models).toHaveLength(1)
    expect((await call('PUT', '/models/demand', toy)).status).toBe(200)
    expect((await call('PUT', '/models/Bad Name', toy)).status).toBe(400)
  })

  it('let a new version learn in the shadow, answer once promoted, and go back', async () => {
    const call = await client()
    await call('PUT', '/models/demand', toy)
    await call('POST', '/models/demand/keys/a/learn', { input: 0, y: 1 })
    expect((await call('PUT', '/models/demand', { ...toy, width: 4 })).body).toMatchObject({
      live: 1,
      shadows: [2],
    })
    const learn = (y: number) => call('POST', '/models/demand/keys/a/learn', { input: 0, y })
    const { body } = await learn(2)
    expect(body).toMatchObject({ version: 1, upper: 2, round: 2 })
    // What the other would have answered comes along.
    expect(body.shadows).toEqual([{ version: 2, mean: 0, lower: -2, upper: 2, loss: expect.any(Number) }])
    const view = (await call('GET', '/models/demand/keys/a')).body
    expect(view).toMatchObject({ version: 1, rounds: 2, shadows: [{ version: 2, rounds: 1, coverage: 1 }] })
    expect((await call('POST', '/models/demand/versions/2/promote')).body).toMatchObject({
      live: 2,
      shadows: [1],
    })
    // At once, before the key has seen an event since.
    const promoted = (await call('GET', '/models/demand/keys/a')).body
    expect(promoted).toMatchObject({ version: 2, rounds: 1, shadows: [{ version: 1, rounds: 2 }] })
    expect((await learn(3)).body).toMatchObject({ version: 2, round: 2, lower: 0, upper: 4 })
    expect((await call('POST', '/models/demand/versions/1/promote')).body.live).toBe(1)
    expect((await call('DELETE', '/models/demand/versions/2')).body.shadows).toEqual([])
    expect((await learn(3)).body).toMatchObject({ version: 1, round: 4 })
    expect((await call('POST', '/models/demand/versions/2/promote')).status).toBe(409)
    expect((await call('POST', '/models/demand/versions/7/promote')).status).toBe(404)
  })

  it('that another worker made a moment ago are known', async () => {
    const journal = { ...memoryJournal(), shared: true }
    const [one, two] = [await client({ journal }), await client({ journal })]
    await one('PUT', '/models/demand', toy)
    expect((await two('POST', '/models/demand/keys/a/learn', { input: 0, y: 1 })).status).toBe(200)
    await one('PUT', '/models/other', toy)
    const line = JSON.stringify({ model: 'other', key: 'a', op: 'learn', input: 1, y: 3 })
    const ndjson = { 'content-type': 'application/x-ndjson' }
    expect((await two('POST', '/events', line, ndjson)).body.status).toBe(200)
    for (const { service } of [one, two]) await service.close()
  })

  it('that were deleted answer nothing', async () => {
    const call = await client()
    await call('PUT', '/models/demand', toy)
    await call('DELETE', '/models/demand')
    expect((await call('POST', '/models/demand/keys/a/learn', { input: 0, y: 1 })).status).toBe(404)
    expect((await call('PUT', '/models/demand', toy)).body).toMatchObject({ live: 2, shadows: [] })
  })
})

describe('keys', () => {
  it('predict, learn late by id, and answer a repeat with the same text', async () => {
    const call = await client()
    await call('PUT', '/models/demand', toy)
    const at = '/models/demand/keys/store%2F17'
    const first = await call('POST', `${at}/predict`, { id: 'mon', input: 3 })
    expect(first).toMatchObject({ status: 200, body: { id: 'mon', mean: 3, lower: 2, upper: 4, version: 1 } })
    const again = await call('POST', `${at}/predict`, { id: 'mon', input: 3 })
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('credence-repeated')).toBe('true')
    expect((await call('POST', `${at}/predict`, { id: 'mon', input: 4 })).status).toBe(422)
    const learnt = await call('POST', `${at}/learn`, { id: 'mon', y: 3.5 })
    expect(learnt.body).toMatchObject({ y: 3.5, mean: 3, covered: true, loss: 0.25, round: 1 })
    expect((await call('POST', `${at}/learn`, { id: 'mon', y: 3.5 })).body).toEqual(learnt.body)
    expect((await call('GET', at)).body).toMatchObject({ key: 'store/17', rounds: 1, seq: 2 })
  })

  it('take an Idempotency-Key for outcomes that come with their input', async () => {
    const call = await client()
    await call('PUT', '/models/demand', toy)
    const learn = () =>
      call('POST', '/models/demand/keys/a/learn', { input: 0, y: 1 }, { 'idempotency-key': 'e1' })
    const [first, second] = [await learn(), await learn()]
    expect(second.body).toEqual(first.body)
    expect((await call('GET', '/models/demand/keys/a')).body.rounds).toBe(1)
  })

  it('say what is wrong with an id', async () => {
    const call = await client()
    await call('PUT', '/models/demand', toy)
    const at = '/models/demand/keys/a'
    expect((await call('POST', `${at}/learn`, { id: 'x', y: 1 })).status).toBe(404)
    await call('POST', `${at}/predict`, { id: 'x', input: 1 })
    expect((await call('POST', `${at}/skip`, { id: 'x' })).body).toMatchObject({ skipped: true })
    const late = await call('POST', `${at}/learn`, { id: 'x', y: 1 })
    expect(late).toMatchObject({ status: 409, body: { title: 'it was done already', code: 'id-answered' } })
    expect(late.headers.get('content-type')).toBe('application/problem+json')
  })

  it('without an event are not there, and forecasting does not make them', async () => {
    const call = await client()
    await call('PUT', '/models/demand', toy)
    expect((await call('POST', '/models/demand/keys/a/predict', { input: 2 })).body).toMatchObject({
      mean: 2,
    })
    expect((await call('GET', '/models/demand/keys/a')).status).toBe(404)
    expect((await call('GET', '/models/demand/keys')).body).toEqual({ keys: [], next: null })
  })

  it('are listed page by page, found by a part of their name, and gone after they are deleted', async () => {
    const call = await client()
    await call('PUT', '/models/demand', toy)
    for (const key of ['north-1', 'north-2', 'south-1']) {
      await call('POST', `/models/demand/keys/${key}/learn`, { input: 0, y: 0 })
    }
    const page = (await call('GET', '/models/demand/keys?limit=2')).body
    expect(page.keys.map(({ key }: { key: string }) => key)).toEqual(['north-1', 'north-2'])
    const rest = (await call('GET', `/models/demand/keys?limit=2&after=${page.next}`)).body
    expect(rest).toMatchObject({ keys: [{ key: 'south-1' }], next: null })
    expect((await call('GET', '/models/demand/keys?search=-1')).body.keys).toHaveLength(2)
    expect((await call('DELETE', '/models/demand/keys/north-1')).body).toMatchObject({ deleted: true })
    expect((await call('GET', '/models/demand/keys/north-1')).status).toBe(404)
    await expect.poll(async () => (await call('GET', '/models/demand/keys')).body.keys.length).toBe(2)
    await call('POST', '/models/demand/keys/north-1/learn', { input: 0, y: 5 })
    expect((await call('GET', '/models/demand/keys/north-1')).body.rounds).toBe(1)
  })

  it('in trouble are listed first, with the reason', async () => {
    const call = await client()
    await call('PUT', '/models/demand', toy)
    for (let t = 0; t < 4; t++) {
      for (const [key, y] of [
        ['good', 0],
        ['bad', 1000 * 3 ** t],
      ] as const) {
        await call('POST', `/models/demand/keys/${key}/learn`, { input: 0, y })
      }
    }
    await expect
      .poll(async () => (await call('GET', '/models/demand/keys?order=worst')).body.keys)
      .toMatchObject([{ key: 'bad' }])
    const { health, alerts } = (await call('GET', '/models/demand/keys/bad')).body
    expect(health.troubles).toEqual(['4 outcomes in a row outside their intervals'])
    expect(alerts).toMatchObject([{ kind: 'misses', seq: 4 }])
  })

  it('are saved with an ETag and go on elsewhere; another state or a wrong ETag is refused', async () => {
    const call = await client()
    await call('PUT', '/models/demand', toy)
    await call('POST', '/models/demand/keys/a/learn', { input: 0, y: 7 })
    const saved = await call('GET', '/models/demand/keys/a/state')
    const bytes = JSON.stringify(saved.body)
    const put = (body: string, headers = {}) =>
      call('PUT', '/models/demand/keys/b/state', body, {
        'content-type': 'application/octet-stream',
        ...headers,
      })
    expect((await put('rubbish')).status).toBe(422)
    expect((await put(bytes, { 'if-match': '"9"' })).status).toBe(412)
    expect((await put(bytes, { 'if-match': '"0"' })).body).toMatchObject({ restored: true, rounds: 1 })
    expect((await call('POST', '/models/demand/keys/b/predict', { input: 0 })).body.mean).toBe(7)
  })
})

describe('batches', () => {
  it('answer each line, in order, with its own status', async () => {
    const call = await client()
    await call('PUT', '/models/demand', toy)
    const lines = [
      { model: 'demand', key: 'a', op: 'predict', id: '1', input: 2 },
      { model: 'demand', key: 'a', op: 'learn', id: '1', y: 2 },
      { model: 'demand', key: 'a', op: 'learn', id: '1', y: 2 },
      { model: 'demand', key: 'b', op: 'learn', input: 1, y: 3, event: 'e' },
      { model: 'nobody', key: 'b', op: 'learn', input: 1, y: 3 },
      { model: 'demand', key: 'b', op: 'learn', y: 3 },
    ]
    const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot json\n`
    const reply = await call('POST', '/events', body, { 'content-type': 'application/x-ndjson' })
    const answers = String(reply.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 400, 400])
    expect(answers[1]).toEqual(answers[2])
    expect((await call('GET', '/models/demand/keys/a')).body.rounds).toBe(1)
  })

  it('are refused whole where they would not fit', async () => {
    const call = await client({ service: { waiting: 2 } })
    await call('PUT', '/models/demand', toy)
    const line = JSON.stringify({ model: 'demand', key: 'a', op: 'learn', input: 1, y: 3 })
    const reply = await call('POST', '/events', `${line}\n${line}\n${line}`, {
      'content-type': 'application/x-ndjson',
    })
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await call('POST', '/events', line)).status).toBe(415)
  })
})

describe('outcomes alone', () => {
  it('are forecast from those before, must come in order, and can be Prometheus samples', async () => {
    const call = await client()
    await call('PUT', '/models/demand', toy)
    const observe = (y: number, at: string) => call('POST', '/models/demand/keys/up/observe', { y, at })
    expect((await observe(5, '2026-01-01T00:00:00Z')).body).toMatchObject({ waiting: 0, y: 5 })
    expect((await observe(6, '2026-01-01T00:01:00Z')).body).toMatchObject({ mean: 5, y: 6, round: 1 })
    expect((await observe(6, '2026-01-01T00:01:00Z')).headers.get('credence-repeated')).toBe('true')
    expect((await observe(7, '2026-01-01T00:00:30Z')).status).toBe(409)
    // One series {__name__="up"} with the samples (1, 1000 ms) and (1.5, 2000 ms), as a snappy literal.
    const request = Buffer.from(
      '0a280a0e0a085f5f6e616d655f5f12027570' +
        '120c09000000000000f03f10e807' +
        '120c09000000000000f83f10d00f',
      'hex',
    )
    request[1] = request.length - 2
    const block = Uint8Array.from([request.length, (request.length - 1) << 2, ...request])
    const written = await call('POST', '/models/demand/write', block, {
      'content-type': 'application/x-protobuf',
    })
    expect([written.status, written.headers.get('x-prometheus-remote-write-samples-written')]).toEqual([
      400,
      '0',
    ])
    expect(written.body.detail).toContain('is not later than the last')
    const other = await call('PUT', '/models/other', toy)
    expect(other.status).toBe(201)
    expect((await call('POST', '/models/other/write', block)).status).toBe(204)
    expect((await call('POST', '/models/other/write', block)).status).toBe(204)
    expect((await call('GET', '/models/other/keys/up')).body.rounds).toBe(1)
    expect((await call('POST', '/models/other/write', 'rubbish')).status).toBe(422)
  })
})

describe('limits', () => {
  it('are problems that say the limit', async () => {
    const call = await client({ service: { keys: 2 } })
    await call('PUT', '/models/demand', toy)
    const learn = (key: string, body: unknown = { input: 0, y: 1 }) =>
      call('POST', `/models/demand/keys/${key}/learn`, body)
    expect((await learn('k'.repeat(513))).status).toBe(400)
    expect((await learn('a%00b')).status).toBe(400)
    expect((await learn('a', { input: 0, y: null })).status).toBe(400)
    expect((await learn('a', '{')).status).toBe(400)
    expect((await learn('a', { input: 'x', y: 1 })).status).toBe(400)
    expect((await learn('a', { input: [1], y: 1 })).status).toBe(422)
    expect((await learn('a', { input: 0, y: 1, extra: 1 })).status).toBe(400)
    expect((await learn('a', { input: { ['n'.repeat(5_000_000)]: 1 }, y: 1 })).status).toBe(413)
    expect((await learn('a')).status).toBe(200)
    expect((await learn('b')).status).toBe(200)
    expect((await learn('c')).body.detail).toBe('there are 2 keys already')
  })
})

describe('tokens', () => {
  const admin = createToken('admin', ['admin'])
  const reader = createToken('reader', ['read'])
  const sensor = createToken('sensor', ['learn'], { models: ['demand'] })
  const tokens = [admin.record, reader.record, sensor.record]
  const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

  it('are needed for everything but signs of life', async () => {
    const call = await client({ tokens })
    for (const path of ['/healthz', '/readyz', '/openapi.json'])
      expect((await call('GET', path)).status).toBe(200)
    for (const path of ['/models', '/metrics', '/live', '/models/demand/keys']) {
      const reply = await call('GET', path)
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    }
    const wrong = await call('GET', '/models', undefined, { authorization: `Bearer ${reader.token}x` })
    expect(wrong.status).toBe(401)
    expect(wrong.body.detail).toContain('not known here, or has expired')
    expect((await call('GET', '/models')).body.detail).toContain('authorization: Bearer TOKEN')
    expect((await call('GET', '/models', undefined, { authorization: admin.record.sha256 })).status).toBe(401)
  })

  it('allow what their scopes say, on the models they name', async () => {
    const call = await client({ tokens })
    expect((await call('PUT', '/models/demand', toy, as(reader))).status).toBe(403)
    expect((await call('PUT', '/models/demand', toy, as(sensor))).status).toBe(403)
    expect((await call('PUT', '/models/demand', toy, as(admin))).status).toBe(201)
    expect((await call('PUT', '/models/other', toy, as(admin))).status).toBe(201)
    const learn = (model: string, who: { token: string }) =>
      call('POST', `/models/${model}/keys/a/learn`, { input: 0, y: 1 }, as(who))
    expect((await learn('demand', sensor)).status).toBe(200)
    expect((await learn('other', sensor)).status).toBe(403)
    expect((await learn('demand', reader)).status).toBe(403)
    expect((await call('GET', '/models/demand/keys/a', undefined, as(sensor))).status).toBe(403)
    expect((await call('GET', '/models/demand/keys/a', undefined, as(reader))).status).toBe(200)
    expect((await call('DELETE', '/models/demand/keys/a', undefined, as(sensor))).status).toBe(403)
    expect((await call('GET', '/live', undefined, as(sensor))).status).toBe(403)
    const line = JSON.stringify({ model: 'other', key: 'a', op: 'learn', input: 1, y: 3 })
    const batch = await call('POST', '/events', line, {
      'content-type': 'application/x-ndjson',
      ...as(sensor),
    })
    expect(batch.body.status).toBe(403)
  })

  it('absent, let in this machine only: no other site, and no other name for it', async () => {
    const call = await client()
    expect((await call('GET', '/models')).status).toBe(200)
    const asked = (headers: Record<string, string>) => call('GET', '/models', undefined, headers)
    expect((await asked({ host: 'evil.example' })).body).toMatchObject({
      status: 403,
      title: 'this is not allowed',
      detail: 'without tokens only this machine may ask, by the name localhost',
    })
    const host = 'localhost:8080'
    expect((await asked({ host, origin: `http://${host}` })).status).toBe(200)
    for (const origin of ['https://evil.example', 'http://localhost:8081', 'null', ''])
      expect((await asked({ host, origin })).body).toMatchObject({
        status: 403,
        title: 'this is not allowed',
        detail: 'requests of other sites are not taken',
      })
  })
})

it('tells browsers to load nothing from elsewhere and to guess no types', async () => {
  const { headers } = await (await client())('GET', '/models')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

it('knows a request that a proxy sends twice by the header that is configured for it', async () => {
  const call = await client({ eventHeader: 'x-request-id' })
  await call('PUT', '/models/m', toy)
  const learn = (request: string) =>
    call('POST', '/models/m/keys/a/learn', { input: 0, y: 1 }, { 'x-request-id': request })
  const first = await learn('9f8e7d6c5b4a')
  const again = await learn('9f8e7d6c5b4a')
  expect([again.body, again.headers.get('credence-repeated')]).toEqual([first.body, 'true'])
  expect((await learn('0a1b2c3d4e5f')).body.round).toBe(2)
})

it('forecasts a path of the next outcomes, alone and in a batch', async () => {
  const call = await client()
  await call('PUT', '/models/m', toy)
  const at = '/models/m/keys/a'
  await call('POST', `${at}/observe`, { y: 3, at: '2026-01-01T00:00:00Z' })
  await call('POST', `${at}/observe`, { y: 5, at: '2026-01-01T01:00:00Z' })
  const { status, body } = await call('POST', `${at}/predict`, { ahead: 3 })
  expect(status).toBe(200)
  expect(body.path.map(({ step }: { step: number }) => step)).toEqual([1, 2, 3])
  const line = JSON.stringify({ model: 'm', key: 'a', op: 'predict', id: 'p', ahead: 3 })
  const batch = await call('POST', '/events', line, { 'content-type': 'application/x-ndjson' })
  expect(batch.body).toMatchObject({ status: 200, body: { op: 'path', id: 'p', path: body.path } })
})

it('says what is wrong with a request in words of its own: the field, what it must be, what came', async () => {
  const call = await client()
  await call('PUT', '/models/m', toy)
  const said = async (op: string, body: unknown): Promise<string> => {
    const response = await call('POST', `/models/m/keys/a/${op}`, body)
    expect(response.status).toBe(400)
    return response.body.detail as string
  }
  expect(await said('predict', { imput: 1 })).toContain('there is no field "imput"; did you mean input?')
  expect(await said('predict', {})).toContain('needs an input, or ahead: how many outcomes to forecast')
  expect(await said('predict', { ahead: 1000 })).toBe('"ahead" must be at most 48; received 1000')
  expect(await said('predict', { input: 'x' })).toBe(
    '"input" must be a number, a list of numbers, or an object of cells; received "x"',
  )
  expect(await said('predict', { input: 1, id: 7 })).toBe('"id" must be text; received 7')
  expect(await said('learn', { y: 1 })).toContain('needs y, and either the id of a forecast or an input')
  expect(await said('learn', { input: 1 })).toBe('"y" is missing')
  expect(await said('observe', { y: 1, at: 'today' })).toBe(
    '"at" must be a time such as 2026-11-15T14:00:00Z; received "today"',
  )
  expect(await said('observe', { y: 1, at: '2026-13-15T14:00Z' })).toContain('"at" must be a time such as')
  const withoutSeconds = { y: 1, at: '2026-11-15T14:00Z' }
  expect((await call('POST', '/models/m/keys/a/observe', withoutSeconds)).status).not.toBe(400)
  expect(await said('skip', { id: '' })).toBe('"id" must not be empty; received ""')
  expect(await said('skip', '{')).toBe('the body is not JSON')
  const page = await call('GET', '/models/m/keys?limit=5000&order=wurst')
  expect(page.body.detail).toContain('must be key, worst (did you mean worst?); received "wurst"')
  const untyped = await call('POST', '/models/m/keys/a/predict', '{"input":1}', {
    'content-type': 'text/plain',
  })
  expect(untyped).toMatchObject({
    status: 415,
    body: { detail: expect.stringContaining('application/json') },
  })
})

it('describes itself in OpenAPI 3.1, every operation with its problems', async () => {
  const { body } = await (await client())('GET', '/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  const operations = Object.values(body.paths as object).flatMap((path) => Object.values(path as object))
  expect(operations.length).toBeGreaterThan(15)
  for (const { responses } of operations) expect(Object.keys(responses)).toContain('429')
})

it('counts what it does for Prometheus, by model and never by key', async () => {
  const call = await client()
  await call('PUT', '/models/demand', toy)
  for (const y of [0, 0, 9]) await call('POST', '/models/demand/keys/secret-key/learn', { input: 0, y })
  const { body } = await call('GET', '/metrics')
  expect(body).toContain('credence_events_total{model="demand",op="learn",status="200"} 3')
  expect(body).toContain('credence_covered_total{model="demand"} 2')
  expect(body).toContain('credence_interval_width_total{model="demand"} 6')
  expect(body).toContain('credence_coverage_target{model="demand"} 0.9')
  expect(body).toContain('route="/models/:model/keys/:key/learn"')
  expect(body).not.toContain('secret-key')
})

it('says that it is going, and answers what it had taken', async () => {
  const call = await client()
  await call('PUT', '/models/demand', toy)
  const taken = call('POST', '/models/demand/keys/a/learn', { input: 0, y: 1 })
  while (call.service.keyed.waiting === 0) await new Promise((resolve) => setImmediate(resolve))
  await call.service.close()
  expect((await taken).status).toBe(200)
  const refused = await call('POST', '/models/demand/keys/a/learn', { input: 0, y: 1 })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await call('GET', '/readyz')).status).toBe(503)
})
