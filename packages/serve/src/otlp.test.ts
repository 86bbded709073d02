import { expect, it } from 'vitest'
import { Metrics } from './metrics.ts'
import { otlpFromEnvironment, toOtlp } from './otlp.ts'

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
