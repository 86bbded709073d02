import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { expect, it } from 'vitest'
import { memoryJournal } from '../journals/memory.ts'
import { startServer } from '../server/server.ts'
import { toyModel } from '../testing/toyModel.ts'
import { otlpFromEnvironment } from './otlp.ts'
import { sampled } from './spans.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

it('records a request that its caller traces, and the commit it was part of; no other', async () => {
  const sent: { path: string | undefined; spans: Record<string, unknown>[] }[] = []
  const collector = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request))
    sent.push({ path: request.url, spans: resourceSpans[0].scopeSpans[0].spans })
    response.end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
  const traces = otlpFromEnvironment(env, 'traces')
  const log = pino({ level: 'silent' })
  const server = await startServer({
    journal: memoryJournal(),
    build: toyModel,
    log,
    port: 0,
    ...(traces ? { traces } : {}),
  })
  const send = async (method: string, path: string, body: string, traceparent?: string) => {
    const type = path === '/events' ? 'application/x-ndjson' : 'application/json'
    const headers = { 'content-type': type, ...(traceparent ? { traceparent } : {}) }
    expect((await fetch(server.url + path, { method, headers, body })).ok).toBe(true)
  }
  await send('PUT', '/models/m', '{"task":"toy"}')
  const learn = '/models/m/keys/a/learn'
  const wanted = `00-${TRACE}-${CALLER}-01`
  await send('POST', learn, '{"input":0,"y":1}', wanted)
  await send('POST', learn, '{"input":0,"y":2}', `00-${TRACE}-${CALLER}-00`)
  await send('POST', learn, '{"input":0,"y":3}')
  const line = '{"model":"m","key":"a","op":"learn","input":0,"y":1}'
  await send('POST', '/events', [line, line, line].join('\n'), wanted)
  await server.close()
  await new Promise((resolve) => collector.close(resolve))
  expect(sent.map(({ path }) => path)).toEqual(['/v1/traces'])
  const spans = sent[0]?.spans ?? []
  const named = (start: string) => spans.find(({ name }) => (name as string).startsWith(start))
  const [one, many] = [named('POST /models/'), named('POST /events')]
  expect(spans).toHaveLength(4)
  for (const request of [one, many]) {
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: 2, status: {} })
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(parts).toMatchObject([{ traceId: TRACE, name: 'commit', kind: 1 }])
    const [{ startTimeUnixNano: start, endTimeUnixNano: end }] = parts as [Record<string, string>]
    expect(BigInt(request?.startTimeUnixNano as string)).toBeLessThanOrEqual(BigInt(start as string))
    expect(BigInt(end as string)).toBeLessThanOrEqual(BigInt(request?.endTimeUnixNano as string))
  }
})

it('takes a traceparent that is not one for none', () => {
  expect(sampled(`00-${TRACE}-${CALLER}-01`)).toEqual({ trace: TRACE, span: CALLER })
  for (const text of [
    undefined,
    '',
    '00-1-2-01',
    `00-${'0'.repeat(32)}-${CALLER}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
  ])
    expect(sampled(text)).toBeUndefined()
})
