import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { ArgumentError } from 'credence'
import type { Logger } from 'pino'
import type { Target } from '../alerts/targets.ts'
import { Teller } from '../alerts/teller.ts'
import type { Journal } from '../base/journal.ts'
import { createApp } from '../http/app.ts'
import type { AccessLog } from '../http/context.ts'
import type { TokenRecord } from '../http/tokens.ts'
import { type BuildModel, keyOf, modelOfKey } from '../models/registry.ts'
import { WriteBack, type WriteBackOptions } from '../prometheus/writeBack.ts'
import { Retention, type RetentionOptions } from '../service/retention.ts'
import { Service, type ServiceOptions } from '../service/service.ts'
import { exportMetrics, type OtlpOptions } from '../telemetry/otlp.ts'
import { Spans } from '../telemetry/spans.ts'

export interface ServerOptions extends ServiceOptions {
  readonly journal: Journal
  readonly build: BuildModel
  readonly log: Logger
  /** @default 127.0.0.1 */
  readonly host?: string
  /** 0: any free one. @default 8710 */
  readonly port?: number
  /** Read for every request, so that a file can change. Absent: only this machine may ask. */
  readonly tokens?: () => readonly TokenRecord[]
  /** A header by which a proxy names a request that it may send twice. */
  readonly eventHeader?: string
  /** Other sites whose pages may ask. */
  readonly origins?: readonly string[]
  /** Which requests are logged. @default none */
  readonly access?: AccessLog
  /** How long things are kept. */
  readonly retention?: RetentionOptions
  /** Milliseconds that `close` may take, about. @default 20000 */
  readonly drain?: number
  /** Where alerts are told. */
  readonly targets?: readonly Target[]
  /** Where forecasts of series of Prometheus are written. */
  readonly writeBack?: WriteBackOptions
  /** Where metrics go beside /metrics. */
  readonly otlp?: OtlpOptions
  /** Where spans of traced requests go. */
  readonly traces?: OtlpOptions
}

export interface RunningServer {
  readonly url: string
  readonly service: Service
  /** Takes nothing more, answers what it took, writes snapshots, lets go of the journal. */
  close(): Promise<void>
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']
/** Milliseconds for requests under way when the worker goes. */
const PATIENCE = 10_000
/** Milliseconds for all of it: less than systemd, compose and Kubernetes allow. */
const DRAIN = 20_000
/** Milliseconds for what is left after the snapshots. The database then has five seconds to let go. */
const LEAST = 1000
/** Milliseconds between lines in the log about snapshots that are still to be written. */
const PROGRESS = 2000

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const {
    journal,
    build,
    log,
    host = '127.0.0.1',
    port = 8710,
    tokens,
    targets = [],
    writeBack,
    otlp,
    traces,
    eventHeader,
    origins,
    access,
    retention = {},
    drain = DRAIN,
    ...serviceOptions
  } = options
  if (!tokens && !LOOPBACK.includes(host)) {
    throw new ArgumentError(
      `host ${host} can be reached from other machines, so it needs a token file: make it with credence token NAME --file tokens.ndjson, and add --token-file tokens.ndjson`,
      'invalid-argument',
      { option: 'host' },
    )
  }
  if (!(port >= 0 && port < 65_536)) {
    throw new ArgumentError(`port must be in [0, 65535]; received ${port}`)
  }
  const service = await Service.open(journal, build, {
    ...serviceOptions,
    history: retention.history !== undefined,
    ...(retention.diskQuota === undefined ? {} : { diskQuota: retention.diskQuota }),
  })
  const retained = new Retention(service, retention, (err) => log.warn({ err }, 'old keys remain'))
  service.broken = (stream, err) =>
    log.error(
      { model: modelOfKey(stream), key: keyOf(stream), err },
      'a key failed; others are not concerned',
    )
  const teller = targets.length > 0 ? new Teller(service, targets) : undefined
  if (teller) service.alerted = (stream) => void teller.tell(stream).catch(() => {})
  const back =
    writeBack &&
    new WriteBack(writeBack, (outcome, samples) => service.metrics.writtenBack.inc({ outcome }, samples))
  if (back) service.observed = (stream, at, round) => back.add(keyOf(stream), at, round)
  service.metrics.watchProcess()
  const stopExport =
    otlp && exportMetrics(service.metrics.registry, otlp, (err) => log.warn({ err }, 'metrics were not sent'))
  const spans = traces && new Spans(traces, (err) => log.warn({ err }, 'spans were not sent'))
  const app = createApp({
    service,
    log,
    tokens: () => tokens?.(),
    ...(spans ? { spans } : {}),
    ...(eventHeader === undefined ? {} : { eventHeader }),
    ...(origins === undefined ? {} : { origins }),
    ...(teller ? { testAlerts: (by: string) => teller.test(by) } : {}),
    ...(access === undefined ? {} : { access }),
  })
  const { server, bound } = await listen(app.fetch, host, port)
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${bound}`,
    service,
    async close() {
      teller?.stop()
      retained.stop()
      const deadline = performance.now() + drain
      const closed = new Promise((resolve) => server.close(resolve))
      const draining = service.keyed.drain(
        deadline,
        everySoOften(PROGRESS, (left) => log.info({ left }, 'draining')),
      )
      service.hub.close()
      server.closeIdleConnections()
      const patience = Math.min(PATIENCE, drain / 2)
      const impatient = setTimeout(() => server.closeAllConnections(), patience).unref()
      const [left] = await Promise.all([draining, closed])
      clearTimeout(impatient)
      await stopExport?.()
      await spans?.stop()
      await back?.close()
      if (left > 0)
        log.warn({ left }, 'keys without a snapshot: their events are read again at the next start')
      await service.close(Math.max(deadline, performance.now() + LEAST))
    },
  }
}

/** Calls `work` at most once in so many milliseconds. */
function everySoOften<T>(milliseconds: number, work: (value: T) => void): (value: T) => void {
  let last = performance.now()
  return (value) => {
    if (performance.now() - last < milliseconds) return
    last = performance.now()
    work(value)
  }
}

function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  hostname: string,
  port: number,
): Promise<{ server: Server; bound: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname, port }, (info) => {
      server.off('error', reject)
      resolve({ server, bound: info.port })
    }) as Server
    server.once('error', reject)
    // A client that sends its headers slowly holds a socket: not for long.
    server.headersTimeout = 10_000
    server.requestTimeout = 60_000
  })
}
