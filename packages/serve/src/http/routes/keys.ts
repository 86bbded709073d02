import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Head } from '../../base/journal.ts'
import { type KeyedEvent, readEtag } from '../../keyed/entry.ts'
import { UNNAMED } from '../../keyed/remembered.ts'
import type { SeriesEvent } from '../../learning/events.ts'
import type { SeriesModel } from '../../learning/series.ts'
import { type App, type Env, expectModel, expectScope, type HttpContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { reply, replyOutcome } from '../reply.ts'
import { eventName, jsonBody, route } from '../route.ts'
import {
  duration,
  Forecast,
  KeyList,
  KeyView,
  keyName,
  LearnBody,
  LIMITS,
  modelName,
  ObserveBody,
  PredictBody,
  Round,
  SkipBody,
} from '../schemas.ts'
import type { Caller } from '../tokens.ts'

const params = z.object({ model: modelName, key: keyName })
const done = z.looseObject({})
const at = '/models/{model}/keys/{key}'
/** `?purge` is enough. */
const purge = z.enum(['', 'true', 'false']).optional()

/** Something that happens to a key, which a repeat under the same name does not do again. */
const event = <Body extends z.ZodType, Answer extends z.ZodType, const Verb extends string>(
  verb: Verb,
  summary: string,
  body: Body,
  answer: Answer,
) =>
  route({
    method: 'post',
    path: `${at}/${verb}`,
    summary,
    named: true,
    request: { params, body: jsonBody(body) },
    answer,
  })

const routes = {
  list: route({
    method: 'get',
    path: '/models/{model}/keys',
    summary: 'Keys in order, or those in trouble with the worst first.',
    request: {
      params: z.object({ model: modelName }),
      query: z.object({
        search: z.string().max(LIMITS.keyLength).optional(),
        order: z.enum(['key', 'worst']).default('key'),
        after: z
          .string()
          .max(2 * LIMITS.keyLength)
          .optional(),
        limit: z.coerce.number().int().min(1).max(1000).default(100),
      }),
    },
    answer: KeyList,
  }),
  get: route({
    method: 'get',
    path: at,
    summary: 'What is known of a key.',
    request: { params },
    answer: KeyView,
  }),
  part: route({
    method: 'get',
    path: `${at}/{part}`,
    summary: 'One part of what is known of a key.',
    request: { params: params.extend({ part: z.enum(['ledger', 'coverage', 'weights']) }) },
    answer: z.unknown(),
  }),
  predict: event(
    'predict',
    'A forecast; with an id it stays open until its outcome comes.',
    PredictBody,
    Forecast,
  ),
  learn: event('learn', 'An outcome, by the id of its forecast or with its input.', LearnBody, Round),
  observe: event(
    'observe',
    'An outcome that follows the last, for models that forecast from outcomes alone.',
    ObserveBody,
    done,
  ),
  quiet: route({
    method: 'delete',
    path: `${at}/alerts`,
    summary: 'Takes note of the alerts of a key: they are not shown and not told any more.',
    request: { params },
    answer: done,
  }),
  skip: event('skip', 'Gives up on the outcome of an open forecast.', SkipBody, done),
  remove: route({
    method: 'delete',
    path: at,
    summary: 'Removes a key and all that is kept of it. With purge, also from the log of the database.',
    request: { params, query: z.object({ purge }) },
    answer: done,
  }),
  removeMany: route({
    method: 'delete',
    path: '/models/{model}/keys',
    summary: 'Removes the keys that start with a prefix, or that were idle for so long.',
    request: {
      params: z.object({ model: modelName }),
      query: z.object({
        prefix: z.string().min(1).max(LIMITS.keyLength).optional(),
        idle: duration.optional().openapi({ example: '90d' }),
        purge,
      }),
    },
    answer: z.object({ deleted: z.int() }),
  }),
}

export function addKeyRoutes(app: App, { service, eventHeader }: HttpContext): void {
  app.openapi(routes.list, async (c) => {
    const { model } = c.req.valid('param')
    expectScope(c.get('caller'), 'read', model)
    const { after, search, order, limit } = c.req.valid('query')
    const rows = await service.list(expectModel(service, model), {
      order,
      limit,
      ...(search ? { search } : {}),
      ...(after ? { after: readCursor(after) } : {}),
    })
    const last = rows.length === limit ? rows.at(-1) : undefined
    return c.json({ keys: rows, next: last ? writeCursor(last) : null })
  })

  app.openapi(routes.get, async (c) => {
    const { model, key } = c.req.valid('param')
    expectScope(c.get('caller'), 'read', model)
    return c.json(await viewOf(model, key))
  })

  app.openapi(routes.part, async (c) => {
    const { model, key, part } = c.req.valid('param')
    expectScope(c.get('caller'), 'read', model)
    return c.json((await viewOf(model, key))[part])
  })

  app.openapi(routes.predict, async (c) => {
    const { model, key } = c.req.valid('param')
    const { id, input, ahead } = c.req.valid('json')
    // Without an id nothing is written: reading is enough.
    expectScope(c.get('caller'), id === undefined ? 'read' : 'learn', model)
    const record = expectModel(service, model)
    const name = eventName(c)
    if (ahead !== undefined) {
      if (id === undefined) return reply(await service.path(record, key, ahead))
      return submit(c, model, key, { op: 'path', id, ahead }, name)
    }
    service.registry.model(model, record.live).series.checkInput(input)
    if (id === undefined) return reply(await service.forecast(record, key, input))
    return submit(c, model, key, { op: 'predict', id, input }, name)
  })

  app.openapi(routes.learn, async (c) => {
    const { model, key } = c.req.valid('param')
    expectScope(c.get('caller'), 'learn', model)
    const { id, input, y } = c.req.valid('json')
    const record = expectModel(service, model)
    const event = id === undefined ? ({ op: 'learn', input, y } as const) : ({ op: 'learn', id, y } as const)
    expectFit(service.registry.model(model, record.live).series, event)
    return submit(c, model, key, event, eventName(c) ?? hopName(c, event))
  })

  app.openapi(routes.skip, async (c) => {
    const { model, key } = c.req.valid('param')
    expectScope(c.get('caller'), 'learn', model)
    const { id } = c.req.valid('json')
    return submit(c, model, key, { op: 'skip', id }, eventName(c))
  })

  app.openapi(routes.observe, async (c) => {
    const { model, key } = c.req.valid('param')
    expectScope(c.get('caller'), 'learn', model)
    const { y, at } = c.req.valid('json')
    const event = { op: 'observe', y, ...(at === undefined ? {} : { at: Date.parse(at) }) } as const
    return submit(c, model, key, event, eventName(c) ?? hopName(c, event))
  })

  app.openapi(routes.quiet, async (c) => {
    const { model, key } = c.req.valid('param')
    // Not learn: a sensor must not silence its own alarm.
    expectScope(c.get('caller'), 'admin', model)
    await viewOf(model, key)
    return submit(c, model, key, { op: 'clear-alerts' }, undefined)
  })

  app.openapi(routes.remove, async (c) => {
    const { model, key } = c.req.valid('param')
    expectScope(c.get('caller'), 'admin', model)
    const match = readIfMatch(c.req.header('if-match'))
    if (!(await service.removal.one(expectModel(service, model), key, match))) throw noKey(model, key)
    await purged(c.req.valid('query').purge)
    return c.json({ op: 'delete', deleted: true })
  })

  app.openapi(routes.removeMany, async (c) => {
    const { model } = c.req.valid('param')
    expectScope(c.get('caller'), 'admin', model)
    const { prefix, idle, purge } = c.req.valid('query')
    if (prefix === undefined && idle === undefined) {
      throw new Refusal(
        400,
        'this needs a prefix, or idle: for how long, such as 90d; DELETE the model to remove all',
      )
    }
    const deleted = await service.removal.many(expectModel(service, model), {
      ...(prefix === undefined ? {} : { prefix }),
      ...(idle === undefined ? {} : { idleSince: Date.now() - idle }),
    })
    await purged(purge)
    return c.json({ deleted })
  })

  async function purged(asked: 'true' | 'false' | '' | undefined): Promise<void> {
    if (asked !== undefined && asked !== 'false') await service.journal.purge()
  }

  /** The name that a proxy gives to a request, so that it may send it again; for events that have no other. */
  function hopName(c: Context<Env>, event: SeriesEvent): string | undefined {
    if (eventHeader === undefined || eventId(event) !== UNNAMED) return undefined
    const given = c.req.header(eventHeader)
    return given !== undefined && REQUEST.test(given) ? `${event.op}#${given}` : undefined
  }

  async function viewOf(model: string, key: string) {
    const view = await service.view(expectModel(service, model), key)
    if (!view) throw noKey(model, key)
    return view
  }

  async function submit(
    c: Context<Env>,
    model: string,
    key: string,
    event: SeriesEvent,
    id: string | undefined,
  ) {
    const record = expectModel(service, model)
    const conditions = admission(c.get('caller'))
    return replyOutcome(await service.submit(record, key, event, id ?? eventId(event), conditions))
  }
}

/** A new key counts against the limits of its token; who traces the request is told of its commits. */
export function admission({ allowance, committed }: Caller): Pick<KeyedEvent, 'admit' | 'committed'> {
  return {
    ...(allowance ? { admit: () => allowance.chargeKey() } : {}),
    ...(committed ? { committed } : {}),
  }
}

/** The place that If-Match names; undefined where there is none. */
export function readIfMatch(given: string | undefined): Head | undefined {
  if (given === undefined) return undefined
  const place = readEtag(given)
  if (!place) throw new Refusal(412, `the key is not at ${given}`)
  return place
}

export function noKey(model: string, key: string): Refusal {
  return new Refusal(404, `there is no key ${JSON.stringify(key)} in ${model}`)
}

/** Refuses what the model can never take, before anything is written. */
export function expectFit(series: SeriesModel, event: SeriesEvent): void {
  if ('input' in event) series.checkInput(event.input)
  if (event.op === 'learn') series.checkOutcome(event.y)
}

/** The caller's own id makes an event unique. One that the caller does not name cannot be known again. */
export function eventId(event: SeriesEvent): string {
  if ('id' in event) return `${event.op}/${event.id}`
  if (event.op === 'observe' && event.at !== undefined) return `observe/${event.at}`
  return UNNAMED
}

const REQUEST = /^[\x21-\x7e]{8,100}$/

function writeCursor({ key, trouble }: { key: string; trouble: number }): string {
  return Buffer.from(JSON.stringify([key, trouble])).toString('base64url')
}

function readCursor(text: string): { key: string; mark: number } {
  try {
    const [key, mark] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (typeof key === 'string' && typeof mark === 'number') return { key, mark }
  } catch {}
  throw new Refusal(400, 'after is not what the page before gave')
}
