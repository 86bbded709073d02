import { readFileSync } from 'node:fs'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { App, Env, HttpContext } from './context.ts'
import { shallowBody } from './depth.ts'
import { explain } from './explain.ts'
import { guard } from './guard.ts'
import { addPage } from './page.ts'
import { problemResponse, Refusal, toRefusal } from './refusal.ts'
import { addBulkRoutes } from './routes/bulk.ts'
import { addDryRunRoutes } from './routes/dryRun.ts'
import { addEventRoutes } from './routes/events.ts'
import { addHistoryRoutes } from './routes/history.ts'
import { addKeyRoutes } from './routes/keys.ts'
import { addLiveRoutes } from './routes/live.ts'
import { addModelRoutes } from './routes/models.ts'
import { addReasonsRoute } from './routes/reasons.ts'
import { addStateRoutes } from './routes/state.ts'
import { addSystemRoutes } from './routes/system.ts'
import { addWriteRoute } from './routes/write.ts'
import { LearnBody, LIMITS, ObserveBody, PredictBody, SkipBody } from './schemas.ts'
import { watchRequests } from './watchRequests.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** The service as a function from Request to Response. */
export function createApp(context: HttpContext): App {
  const app: App = new OpenAPIHono<Env>({
    defaultHook(result, c) {
      if (result.success) return
      const { error, data } = result as typeof result & { data?: unknown }
      return problemResponse(400, explain(error as never, data, fieldsAt(c.req.path)))
    },
  })
  app.use(watchRequests(context))
  app.use(guard(context))
  app.use('/models/:model/write', limitBody(LIMITS.batchBytes))
  app.use('/models/*', limitBody(LIMITS.savedBytes + 1))
  app.use('/dry-run', limitBody(LIMITS.batchBytes))
  app.use('/events', limitBody(LIMITS.batchBytes))
  app.use('/import', limitBody(LIMITS.batchBytes))
  app.use('/models/*', shallowBody)
  app.use('/dry-run', shallowBody)
  app.use('/models/:model/*', async (c, next) => {
    await context.service.registry.seek([c.req.param('model')])
    await next()
  })
  addModelRoutes(app, context)
  addStateRoutes(app, context)
  addHistoryRoutes(app, context)
  addBulkRoutes(app, context)
  addReasonsRoute(app, context)
  addKeyRoutes(app, context)
  addEventRoutes(app, context)
  addWriteRoute(app, context)
  addDryRunRoutes(app, context)
  addLiveRoutes(app, context)
  addSystemRoutes(app, context)
  addPage(app)
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  app.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Credence', version, description: 'A learner per key that loses nothing.' },
  })
  app.notFound((c) => problemResponse(404, `there is nothing at ${c.req.path}`))
  app.onError((error, c) => {
    // What hono itself refuses, such as a body that is no JSON, says its own status.
    const { status } = error as { status?: number }
    const known =
      error instanceof Refusal || status === undefined
        ? toRefusal(error)
        : new Refusal(status, ownWords(status, error, c.req.header('content-type')))
    if (known.status === 503) context.log.warn({ path: c.req.path, reason: known.message }, 'not now')
    else if (known.status >= 500) context.log.error({ err: error, path: c.req.path }, 'request failed')
    return problemResponse(known.status, known.message, known.retryAfter, known.code)
  })
  return app
}

/** What the framework refuses, in our words. */
function ownWords(status: number, { message }: Error, type = 'nothing'): string {
  if (status === 415) return `the body must be application/json; its content-type says ${type}`
  // The one body that the framework refuses with 400 is one that is not JSON.
  return status === 400 ? 'the body is not JSON' : message
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  predict: Object.keys(PredictBody.shape),
  learn: Object.keys(LearnBody.shape),
  observe: Object.keys(ObserveBody.shape),
  skip: Object.keys(SkipBody.shape),
  'dry-run': ['recipe', 'rows'],
}

/** The fields that a body may have, by the last word of the path. */
function fieldsAt(path: string): readonly string[] {
  return FIELDS[path.split('/').at(-1) as string] ?? []
}

function limitBody(maxSize: number): MiddlewareHandler<Env> {
  const onError = (): Response => problemResponse(413, `a body may have ${maxSize} bytes`)
  const counted = bodyLimit({ maxSize, onError })
  return async (c, next) => {
    const said = c.req.header('content-length')
    // Node holds a body to the length that was said. To count it makes a stream of it, which costs as much as an event.
    if (said === undefined || c.req.header('transfer-encoding') !== undefined) return counted(c, next)
    return Number(said) > maxSize ? onError() : next()
  }
}
