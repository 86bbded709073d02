import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { expect, it } from 'vitest'
import { memoryJournal } from '../journals/memory.ts'
import { startServer } from '../server/server.ts'
import { Metrics } from '../service/metrics.ts'
import { toyModel } from '../testing/toyModel.ts'
import { exportMetrics, otlpFromEnvironment, toOtlp } from './otlp.ts'

it('says counters as sums, gauges as gauges, and histograms with counts between their bounds', async () => {
  const metrics = new Metrics()
  metrics.rounds.inc({ model: 'demand' }, 3)
  metrics.live.set(7)
  for (const events of [1, 3, 3, 1000]) metrics.batch.observe(events)
  const sent = toOtlp(await metrics.registry.getMetricsAsJSON(), '1', '2') as Record<string, never>[]
  const named = (name: string) => sent.find((metric) => metric.name === name)
  expect(named('credence.rounds.total')).toMatchObject({
    sum: {
      isMonotonic: true,
      dataPoints: [{ asDouble: 3, attributes: [{ key: 'model', value: { stringValue: 'demand' } }] }],
    },
  })
  expect(named('credence.live.keys')).toMatchObject({ gauge: { dataPoints: [{ asDouble: 7 }] } })
  expect(named('credence.batch.events')).toMatchObject({
    histogram: {
      dataPoints: [
        { sum: 1007, count: '4', bucketCounts: ['1', '0', '2', '0', '0', '0', '0', '0', '0', '0', '1'] },
      ],
    },
  })
})

it('reads the environment as OpenTelemetry says', () => {
  expect(otlpFromEnvironment({})).toBeUndefined()
  expect(
    otlpFromEnvironment({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'a=b%20c',
    }),
  ).toMatchObject({
    endpoint: 'http://c:4318/v1/metrics',
    headers: { a: 'b c' },
    name: 'credence',
    every: 60_000,
  })
})

it('takes the default where an interval is no number, and a header that is not encoded as it is', () => {
  expect(
    otlpFromEnvironment({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'a=100%,b',
      OTEL_METRIC_EXPORT_INTERVAL: 'soon',
    }),
  ).toMatchObject({ endpoint: 'http://c:4318/v1/metrics', headers: { a: '100%' }, every: 60_000 })
})

interface Sent {
  readonly name: string
  readonly sum?: { readonly dataPoints: readonly { readonly asDouble: number }[] }
}

it('sends a collector what the service counted, with the headers, and once more when it goes', async () => {
  const requests: { path: string | undefined; key: unknown; metrics: readonly Sent[] }[] = []
  const collector = createServer(async (request, response) => {
    const { resourceMetrics } = JSON.parse(await text(request))
    const [{ scopeMetrics, resource }] = resourceMetrics
    expect(resource.attributes).toEqual([{ key: 'service.name', value: { stringValue: 'shop' } }])
    requests.push({ path: request.url, key: request.headers['x-key'], metrics: scopeMetrics[0].metrics })
    response.end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const otlp = otlpFromEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=1',
    OTEL_SERVICE_NAME: 'shop',
  })
  const server = await startServer({
    journal: memoryJournal(),
    build: toyModel,
    log: pino({ level: 'silent' }),
    port: 0,
    ...(otlp ? { otlp } : {}),
  })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${server.url}/models/m`, { method: 'PUT', headers, body: '{"task":"toy"}' })
  for (const y of [1, 2, 3]) {
    const learnt = await fetch(`${server.url}/models/m/keys/a/learn`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ input: 0, y }),
    })
    expect(learnt.status).toBe(200)
  }
  await server.close()
  await new Promise((resolve) => collector.close(resolve))
  expect(requests).toMatchObject([{ path: '/v1/metrics', key: '1' }])
  const rounds = requests[0]?.metrics.find(({ name }) => name === 'credence.rounds.total')
  expect(rounds?.sum?.dataPoints).toMatchObject([{ asDouble: 3 }])
})

it('follows no redirect of a collector', async () => {
  const asked: (string | undefined)[] = []
  const collector = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const failures: unknown[] = []
  const options = {
    endpoint: `http://127.0.0.1:${port}/v1/metrics`,
    headers: {},
    name: 'shop',
    every: 60_000,
  }
  const stop = exportMetrics(new Metrics().registry, options, (error) => failures.push(error))
  await stop()
  await new Promise((resolve) => collector.close(resolve))
  expect([asked, failures.length]).toEqual([['/v1/metrics'], 1])
})
