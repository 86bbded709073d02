import { createRoute, type RouteConfig, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Env } from './context.ts'
import { explain } from './explain.ts'
import { Refusal } from './refusal.ts'
import { Problem } from './schemas.ts'

const PROBLEMS = [400, 401, 403, 404, 409, 410, 412, 413, 415, 422, 429, 503]

const problems = Object.fromEntries(
  PROBLEMS.map((status) => [
    status,
    { description: 'a problem', content: { 'application/problem+json': { schema: Problem } } },
  ]),
)

interface Described<P extends string, Q> {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  readonly path: P
  readonly summary: string
  readonly description?: string
  readonly request: Q
  readonly answer: z.ZodType
  /** @default application/json */
  readonly as?: string
  /** Whether the header Idempotency-Key names what is sent: see `eventName`. */
  readonly named?: true
}

/** A route with what it answers, and the problems that every route may answer with. */
export function route<const P extends string, Q extends NonNullable<RouteConfig['request']>>(
  described: Described<P, Q>,
) {
  const {
    answer,
    as = 'application/json',
    method,
    path,
    request,
    summary,
    description = '',
    named,
  } = described
  const responses: Record<string, unknown> = {
    200: { description: 'done', content: { [as]: { schema: answer } } },
    ...problems,
  }
  return createRoute({
    method,
    path,
    summary,
    description,
    request,
    ...(named ? { parameters: [EVENT_NAME] } : {}),
    security: [{ bearer: [] }],
    // Handlers answer with texts that were made before: their types are not derived from the schema.
    responses: responses as { 200: { description: string } },
  })
}

export function jsonBody<S extends z.ZodType>(
  schema: S,
): { required: true; content: { 'application/json': { schema: S } } } {
  return { required: true, content: { 'application/json': { schema } } }
}

const name = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\x20-\x7e]+$/)

const EVENT_NAME = {
  in: 'header',
  name: 'idempotency-key',
  description: 'Names this event: a repeat gets the same answer and changes nothing.',
  schema: describedBy(name),
} as const

/** As OpenAPI has it. */
function describedBy(schema: z.ZodType): { type: 'string' } {
  const { $schema: _, ...described } = z.toJSONSchema(schema)
  return described as { type: 'string' }
}

/** The name that the caller gave, if any. Read by itself: to look at all headers of a request costs as much as its event. */
export function eventName(c: Context<Env>): string | undefined {
  const given = c.req.header(EVENT_NAME.name)
  if (given === undefined) return undefined
  const { success, error } = name.safeParse(given)
  if (!success) throw new Refusal(400, `${EVENT_NAME.name}: ${explain(error, given)}`)
  return given
}
