import { join } from 'node:path'
import { ArgumentError } from 'credence'
import { limitGpMemory } from 'credence/gp'
import pino from 'pino'
import { alertmanagerTarget, type Target, webhookTarget } from '../alerts/targets.ts'
import type { Journal } from '../base/journal.ts'
import { makeFolder } from '../base/makeFolder.ts'
import { parseBytes, parseDuration } from '../base/units.ts'
import { createApp } from '../http/app.ts'
import type { AccessLog } from '../http/context.ts'
import { watchTokenFile } from '../http/tokenFile.ts'
import { openJournal } from '../journals/open.ts'
import { BUDGET } from '../models/trials.ts'
import { buildModel } from '../recipes/buildModel.ts'
import type { RetentionOptions } from '../service/retention.ts'
import { Service } from '../service/service.ts'
import { otlpFromEnvironment } from '../telemetry/otlp.ts'
import { defaultsOf, SERVE_OPTIONS, type ServeCommandOptions } from './options.ts'
import { type RunningServer, startServer } from './server.ts'
import { serveLines } from './stdio.ts'
import { threadTrials } from './trialThread.ts'

/** Opens the journal and serves until `close`. What is not given is as the shell has it. */
export async function openServer(given: Partial<ServeCommandOptions>): Promise<RunningServer> {
  const options = { ...defaultsOf(SERVE_OPTIONS), ...given }
  const { host, port, database, tokenFile, logLevel, eventHeader, roundBudget } = options
  const cacheBytes = memoryOf(options)
  const log = pino({ level: logLevel })
  const watched =
    tokenFile === undefined ? undefined : watchTokenFile(tokenFile, (err) => log.error({ err }, 'token file'))
  const journal = await openStore({ data: 'credence-data', ...options })
  const otlp = otlpFromEnvironment(process.env)
  const traces = otlpFromEnvironment(process.env, 'traces')
  const start = async (): Promise<RunningServer> =>
    startServer({
      journal,
      build: buildModel,
      log,
      host,
      port,
      cacheBytes,
      trials: threadTrials(),
      retention: retentionOf(options),
      access: options.accessLog as AccessLog,
      ...(options.cors === undefined ? {} : { origins: options.cors.split(',').map(originOf) }),
      budget: { ...BUDGET, milliseconds: span('round-budget', roundBudget) },
      // A server works on two commits at once; a file takes one after the other.
      lanes: database === undefined ? 1 : 2,
      ...(otlp ? { otlp } : {}),
      ...(traces ? { traces } : {}),
      ...(eventHeader === undefined ? {} : { eventHeader }),
      ...(watched ? { tokens: watched.tokens } : {}),
      targets: targetsOf(options),
      ...(options.remoteWrite === undefined
        ? {}
        : { writeBack: { url: webAddress('remote-write', options.remoteWrite) } }),
    })
  const server = await start().catch((error) => closed(journal, error))
  log.info({ url: server.url, database: database === undefined ? 'sqlite' : 'postgres' }, 'ready')
  return {
    ...server,
    async close() {
      log.info('draining')
      await server.close()
      watched?.stop()
      log.info('gone')
    },
  }
}

/** Bytes for keys. Factors of Gaussian processes, which belong to no key, may take half as much beside them. */
function memoryOf({ memory }: Pick<ServeCommandOptions, 'memory'>): number {
  const bytes = size('memory', memory)
  limitGpMemory(bytes / 2)
  return bytes
}

/** A start that failed leaves no thread or connection behind: the process could not end. */
async function closed(journal: Journal, error: unknown): Promise<never> {
  await journal.close().catch(() => {})
  throw error
}

/** The database that the options name; in memory if they name none. */
async function openStore({
  data,
  database,
}: Pick<ServeCommandOptions, 'data' | 'database'>): Promise<Journal> {
  if (database !== undefined && !/^postgres(ql)?:\/\//.test(database)) {
    throw new ArgumentError(
      'a database must be postgres://…; without one, data says where the embedded one lies',
    )
  }
  if (database === undefined && data === undefined) return openJournal('memory:')
  if (database === undefined) makeFolder(data as string)
  return openJournal(database ?? `sqlite:${join(data as string, 'credence.db')}`).catch((error) => {
    const place = database === undefined ? `the database in ${data}` : 'the database'
    throw new ArgumentError(`${place} cannot be opened: ${(error as Error).message}`)
  })
}

function retentionOf({ keepIdle, history, diskQuota }: Partial<ServeCommandOptions>): RetentionOptions {
  return {
    ...(keepIdle === undefined ? {} : { idle: span('keepIdle', keepIdle) }),
    ...(history === undefined ? {} : { history: span('history', history) }),
    ...(diskQuota === undefined ? {} : { diskQuota: size('diskQuota', diskQuota) }),
  }
}

/** As a browser names a site: without a path. */
function originOf(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text
  throw new ArgumentError(
    `cors must name sites such as https://app.example.org; received ${JSON.stringify(text)}`,
  )
}

function span(name: string, text: string): number {
  const milliseconds = parseDuration(text)
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds
  throw new ArgumentError(
    `${name} must be a span such as 90d, 12h or 50ms; received ${JSON.stringify(text)}`,
    'invalid-argument',
    { option: name },
  )
}

function size(name: string, text: string): number {
  const bytes = parseBytes(text)
  if (bytes !== undefined && bytes >= 1e6) return bytes
  // A number alone once was a number of keys.
  throw new ArgumentError(
    `${name} must be a size of 1MB or more, such as 512MB; received ${JSON.stringify(text)}`,
    'invalid-argument',
    { option: name },
  )
}

/** From the environment: all users of the machine see arguments. */
function webhookSecret(): string {
  const secret = process.env.CREDENCE_WEBHOOK_SECRET ?? ''
  if (secret.length >= 16) return secret
  throw new ArgumentError('a webhook needs a secret of 16 characters or more in CREDENCE_WEBHOOK_SECRET')
}

function targetsOf({ webhook, alertmanager }: Partial<ServeCommandOptions>): Target[] {
  const list = (text: string | undefined): string[] => text?.split(',') ?? []
  return [
    ...list(webhook).map((url) => webhookTarget(webAddress('webhook', url), webhookSecret())),
    ...list(alertmanager).map((url) => alertmanagerTarget(webAddress('alertmanager', url))),
  ]
}

function webAddress(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new ArgumentError(`${name} must be an http or https address; received ${JSON.stringify(text)}`)
}

/** Serves standard input until it ends or the signal comes: what was taken is answered, then the database is left. */
export async function stdioCommand(
  options: ServeCommandOptions,
  signal: AbortSignal,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const { logLevel, eventHeader } = options
  // Standard output is for answers.
  const log = pino({ level: logLevel }, pino.destination(2))
  const journal = await openStore(options)
  const open = async (): Promise<Service> =>
    Service.open(journal, buildModel, { cacheBytes: memoryOf(options), lanes: 1 })
  const service = await open().catch((error) => closed(journal, error))
  const app = createApp({
    service,
    log,
    tokens: () => undefined,
    ...(eventHeader === undefined ? {} : { eventHeader }),
  })
  const end = (): void => void process.stdin.destroy()
  signal.addEventListener('abort', end, { once: true })
  try {
    if (!signal.aborted) await serveLines({ service, app }, process.stdin, write)
  } catch (error) {
    // A parent that has gone, or a signal, is an end like any other.
    if (!isGone(error)) throw error
  } finally {
    signal.removeEventListener('abort', end)
    await service.close()
  }
}

function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR'
}

/**
 * Serves until the signal, then drains.
 *
 * @param say for a person who looks on: a log holds JSON alone, and has the address in its first line
 */
export async function serveCommand(
  options: ServeCommandOptions,
  signal: AbortSignal,
  say?: (line: string) => Promise<void> | void,
): Promise<void> {
  const server = await openServer(options)
  await say?.(`credence listens on ${server.url}`)
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  await server.close()
}
