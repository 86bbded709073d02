import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import { post } from '../base/post.ts'

/** What OpenTelemetry's own environment variables say; undefined where no endpoint is named. */
export function otlpFromEnvironment(
  env: NodeJS.ProcessEnv,
  signal: 'metrics' | 'traces' = 'metrics',
): OtlpOptions | undefined {
  const endpoint =
    env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`] ??
    env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/?$/, `/v1/${signal}`)
  if (!endpoint) return undefined
  const headers = Object.fromEntries(
    (env.OTEL_EXPORTER_OTLP_HEADERS ?? '')
      .split(',')
      .filter((pair) => pair.includes('='))
      .map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), decoded(pair.slice(pair.indexOf('=') + 1))]),
  )
  const { variable, usual } = EVERY[signal]
  const every = Number(env[variable])
  return {
    endpoint,
    headers,
    name: env.OTEL_SERVICE_NAME ?? 'credence',
    every: every > 0 && every < 2 ** 31 ? every : usual,
  }
}

/** Milliseconds between two exports. */
const EVERY = {
  metrics: { variable: 'OTEL_METRIC_EXPORT_INTERVAL', usual: 60_000 },
  traces: { variable: 'OTEL_BSP_SCHEDULE_DELAY', usual: 5000 },
}

/** As it is, where it is not encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export interface OtlpOptions {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** service.name */
  readonly name: string
  /** Milliseconds between exports. */
  readonly every: number
}

/** Sends the metrics of Prometheus as OTLP in JSON, over HTTP. Returns the way to stop, which sends them once more. */
export function exportMetrics(
  registry: Registry,
  options: OtlpOptions,
  failed: (error: unknown) => void,
): () => Promise<void> {
  const start = nanoseconds(Date.now())
  return exportEvery(options, failed, async () => {
    const metrics = toOtlp(await registry.getMetricsAsJSON(), start, nanoseconds(Date.now()))
    return { resourceMetrics: [{ ...resourceOf(options), scopeMetrics: [{ scope: SCOPE, metrics }] }] }
  })
}

export const SCOPE = { name: 'credence' }

export function resourceOf({ name }: OtlpOptions): { resource: object } {
  return { resource: { attributes: [attribute('service.name', name)] } }
}

/**
 * Sends what there is to send, again and again. Returns the way to stop, which sends once more.
 *
 * @param take what is to be sent; undefined if there is nothing
 */
export function exportEvery(
  { endpoint, headers, every }: OtlpOptions,
  failed: (error: unknown) => void,
  take: () => Promise<object | undefined>,
): () => Promise<void> {
  const send = async (patience: number): Promise<void> => {
    const body = await take()
    if (!body) return
    const told = { ...headers, 'content-type': 'application/json' }
    const status = await post(endpoint, told, JSON.stringify(body), { patience })
    if (status < 200 || status >= 300) throw new Error(`the collector answered ${status}`)
  }
  const timer = setInterval(() => void send(10_000).catch(failed), every).unref()
  return async () => {
    clearInterval(timer)
    await send(2000).catch(failed)
  }
}

/** Metrics in the form of opentelemetry.proto.metrics.v1, as JSON. */
export function toOtlp(
  metrics: readonly MetricObjectWithValues<MetricValue<string>>[],
  start: string,
  now: string,
): Record<string, unknown>[] {
  return metrics.map(({ name, help: description, type, values }) => {
    const at = { startTimeUnixNano: start, timeUnixNano: now }
    const points = values.map(({ labels, value }) => ({
      ...at,
      attributes: attributesOf(labels),
      asDouble: value,
    }))
    const about = { name: name.replaceAll('_', '.'), description }
    if (String(type) === 'histogram') {
      return { ...about, histogram: { aggregationTemporality: 2, dataPoints: histogramPoints(values, at) } }
    }
    if (String(type) === 'gauge') return { ...about, gauge: { dataPoints: points } }
    return { ...about, sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: points } }
  })
}

interface Place {
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
}

/** Prometheus counts what is at most a bound, OpenTelemetry what lies between two. */
function histogramPoints(
  values: readonly (MetricValue<string> & { metricName?: string })[],
  at: Place,
): unknown[] {
  const groups = new Map<
    string,
    { labels: object; bounds: number[]; below: number[]; sum: number; count: number }
  >()
  for (const { labels, value, metricName = '' } of values) {
    const { le, ...rest } = labels as Record<string, string | number>
    const key = JSON.stringify(rest)
    const group = groups.get(key) ?? { labels: rest, bounds: [], below: [], sum: 0, count: 0 }
    groups.set(key, group)
    if (metricName.endsWith('_sum')) group.sum = value
    else if (metricName.endsWith('_count')) group.count = value
    else {
      if (le !== '+Inf') group.bounds.push(Number(le))
      group.below.push(value)
    }
  }
  return Array.from(groups.values(), ({ labels, bounds, below, sum, count }) => ({
    ...at,
    attributes: attributesOf(labels as Record<string, string | number>),
    explicitBounds: bounds,
    bucketCounts: below.map((value, i) => String(value - (below[i - 1] ?? 0))),
    sum,
    count: String(count),
  }))
}

function attributesOf(labels: Partial<Record<string, string | number>>): unknown[] {
  return Object.entries(labels).map(([key, value]) => attribute(key, String(value)))
}

export function attribute(key: string, stringValue: string): unknown {
  return { key, value: { stringValue } }
}

export function nanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(1000 * milliseconds)) * 1000n)
}
