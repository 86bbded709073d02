import { join } from 'node:path'
import { ArgumentError } from 'credence'
import pino from 'pino'
import { makeFolder } from '../base/makeFolder.ts'
import { parseBytes } from '../base/units.ts'
import { watchTokenFile } from '../http/tokenFile.ts'
import { openJournal } from '../journals/open.ts'
import { buildModel } from '../recipes/buildModel.ts'
import { otlpFromEnvironment } from '../telemetry/otlp.ts'
import type { ServeCommandOptions } from './options.ts'
import { type RunningServer, startServer } from './server.ts'

/** Opens the journal and serves until `close`. */
export async function openServer(options: ServeCommandOptions): Promise<RunningServer> {
  const { host, port, data, database, tokenFile, memory, logLevel, webhook, eventHeader } = options
  const log = pino({ level: logLevel })
  const watched =
    tokenFile === undefined ? undefined : watchTokenFile(tokenFile, (err) => log.error({ err }, 'token file'))
  if (database !== undefined && !/^postgres(ql)?:\/\//.test(database)) {
    throw new ArgumentError(
      'a database must be postgres://…; without one, data says where the embedded one lies',
    )
  }
  if (database === undefined) makeFolder(data)
  const journal = await openJournal(database ?? `sqlite:${join(data, 'credence.db')}`).catch((error) => {
    const place = database === undefined ? `the database in ${data}` : 'the database'
    throw new ArgumentError(`${place} cannot be opened: ${(error as Error).message}`)
  })
  const otlp = otlpFromEnvironment(process.env)
  const server = await startServer({
    journal,
    build: buildModel,
    log,
    host,
    port,
    cacheBytes: memorySize(memory),
    // A server works on two commits at once; a file takes one after the other.
    lanes: database === undefined ? 1 : 2,
    ...(otlp ? { otlp } : {}),
    ...(eventHeader === undefined ? {} : { eventHeader }),
    ...(watched ? { tokens: watched.tokens } : {}),
    ...(webhook === undefined ? {} : { webhook: { url: webhookUrl(webhook), secret: webhookSecret() } }),
  })
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

function memorySize(text: string): number {
  const bytes = parseBytes(text)
  if (bytes !== undefined && bytes >= 1e6) return bytes
  // A number alone once was a number of keys.
  throw new ArgumentError(
    `memory must be a size of 1MB or more, such as 512MB; received ${JSON.stringify(text)}`,
  )
}

/** From the environment: arguments are seen by everybody on the machine. */
function webhookSecret(): string {
  const secret = process.env.CREDENCE_WEBHOOK_SECRET ?? ''
  if (secret.length >= 16) return secret
  throw new ArgumentError('a webhook needs a secret of 16 characters or more in CREDENCE_WEBHOOK_SECRET')
}

function webhookUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new ArgumentError(`webhook must be an http or https address; received ${JSON.stringify(text)}`)
}

/** Serves until the signal, then drains. */
export async function serveCommand(
  options: ServeCommandOptions,
  signal: AbortSignal,
  say: (line: string) => Promise<void> | void,
): Promise<void> {
  const server = await openServer(options)
  await say(`credence listens on ${server.url}`)
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  await server.close()
}
