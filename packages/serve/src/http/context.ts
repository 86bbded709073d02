import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'
import type { ModelRecord } from '../models/registryFold.ts'
import type { Service } from '../service/service.ts'
import type { Spans } from '../telemetry/spans.ts'
import { Refusal } from './refusal.ts'
import type { Caller, Scope, TokenRecord } from './tokens.ts'

/** What every route is given. */
export interface HttpContext {
  readonly service: Service
  readonly log: Logger
  /** Undefined: all programs on this machine may do everything. */
  tokens(): readonly TokenRecord[] | undefined
  /** A header that names an event which its caller did not name, where a proxy sends a request to a second worker. */
  readonly eventHeader?: string
  /** Sends a test to the targets of alerts. Absent: there are none. */
  readonly testAlerts?: (by: string) => Promise<{ target: string; taken: boolean }[]>
  /** Other sites whose pages may ask, such as https://app.example.org. */
  readonly origins?: readonly string[]
  /** Which requests are logged. @default none */
  readonly access?: AccessLog
  /** Where spans of traced requests go. Absent: nowhere. */
  readonly spans?: Spans
}

/** Which requests are logged, beside those that change models or remove something: these always are. */
export type AccessLog = 'none' | 'errors' | 'all'

export interface Env {
  Variables: { caller: Caller; route: string; committed?: Caller['committed'] }
}

export type App = OpenAPIHono<Env>

/** Refuses a caller that may not do this. */
export function expectScope(caller: Caller, scope: Scope, model?: string): void {
  if (!caller.allows(scope, model)) {
    throw new Refusal(
      403,
      `this needs the scope ${scope}${model === undefined ? '' : ` for the model ${model}`}`,
    )
  }
}

export function expectModel(service: Service, name: string): ModelRecord {
  const model = service.registry.get(name)
  if (!model) throw new Refusal(404, `there is no model ${name}`)
  return model
}
