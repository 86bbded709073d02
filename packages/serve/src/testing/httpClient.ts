import pino from 'pino'
import { createApp } from '../http/app.ts'
import type { AccessLog } from '../http/context.ts'
import type { TokenRecord } from '../http/tokens.ts'
import { memoryJournal } from '../journals/memory.ts'
import type { BuildModel } from '../models/registry.ts'
import { Service, type ServiceOptions } from '../service/service.ts'
import { toyModel } from './toyModel.ts'

export interface Client {
  (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  service: Service
  /** Calls it as a browser would. */
  fetch: typeof fetch
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads is checked by the test
  readonly body: any
}

/** Calls a service of models in memory, as HTTP would. */
export async function client(
  options: {
    tokens?: TokenRecord[]
    service?: ServiceOptions
    journal?: ReturnType<typeof memoryJournal>
    broken?: (key: string) => void
    eventHeader?: string
    origins?: string[]
    access?: AccessLog
    log?: (line: Record<string, unknown>) => void
    /** @default toys */
    build?: BuildModel
  } = {},
): Promise<Client> {
  const service = await Service.open(
    options.journal ?? memoryJournal(),
    options.build ?? toyModel,
    options.service,
  )
  service.broken = options.broken
  const app = createApp({
    service,
    log: options.log
      ? pino({}, { write: (text) => options.log?.(JSON.parse(text)) })
      : pino({ level: 'silent' }),
    ...(options.origins ? { origins: options.origins } : {}),
    ...(options.access ? { access: options.access } : {}),
    tokens: () => options.tokens,
    ...(options.eventHeader ? { eventHeader: options.eventHeader } : {}),
  })
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const sent = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
    const response = await app.request(`http://localhost${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: sent as string }),
    })
    const text = await response.clone().text()
    let parsed: unknown = text
    try {
      parsed = JSON.parse(text)
    } catch {}
    return { status: response.status, headers: response.headers, body: parsed }
  }
  return Object.assign(call, {
    service,
    fetch: (async (url, init) => app.request(String(url), init)) as typeof fetch,
  })
}
