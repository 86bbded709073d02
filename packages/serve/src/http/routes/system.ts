import { z } from '@hono/zod-openapi'
import type { App, HttpContext } from '../context.ts'
import { expectModel, expectScope } from '../context.ts'
import { problemResponse, Refusal } from '../refusal.ts'
import { route } from '../route.ts'
import { modelName } from '../schemas.ts'

const testAlerts = route({
  method: 'post',
  path: '/alerts/test',
  summary: 'Sends a test to every target of alerts, and says which took it.',
  request: {},
  answer: z.object({ targets: z.array(z.object({ target: z.string(), taken: z.boolean() })) }),
})

const alerts = route({
  method: 'get',
  path: '/alerts',
  summary: 'The alerts of all models that are not noted yet, the latest first.',
  request: {
    query: z.object({
      model: modelName.optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(100),
    }),
  },
  answer: z.object({
    alerts: z.array(
      z.object({
        model: z.string(),
        key: z.string(),
        seq: z.int(),
        kind: z.string(),
        reason: z.string(),
        at: z.number().openapi({ description: 'Milliseconds since 1970.' }),
        resolved: z.number().nullable().openapi({ description: 'When it was over; null while it lasts.' }),
      }),
    ),
  }),
})

/** Health, readiness and metrics: for machines that look after machines. */
export function addSystemRoutes(app: App, { service, testAlerts: test }: HttpContext): void {
  app.get('/healthz', (c) => c.json({ status: 'alive' }))

  app.get('/readyz', async (c) => {
    if (service.keyed.draining) return problemResponse(503, 'the worker is going', 1)
    try {
      await service.ready()
      return c.json({ status: 'ready' })
    } catch (error) {
      return problemResponse(503, `the database takes no writes: ${(error as Error).message}`, 2)
    }
  })

  app.openapi(alerts, async (c) => {
    const { model, limit } = c.req.valid('query')
    const caller = c.get('caller')
    if (model !== undefined) expectScope(caller, 'read', model)
    const models = model === undefined ? service.registry.list() : [expectModel(service, model)]
    const allowed = models.filter(({ name }) => caller.allows('read', name))
    if (allowed.length === 0) expectScope(caller, 'read')
    return c.json({ alerts: await service.alerts(allowed, limit) })
  })

  app.openapi(testAlerts, async (c) => {
    const caller = c.get('caller')
    expectScope(caller, 'admin')
    if (!test) throw new Refusal(409, 'alerts have no target: start with --webhook or --alertmanager')
    return c.json({ targets: await test(caller.name) })
  })

  app.get('/metrics', async (c) => {
    expectScope(c.get('caller'), 'read')
    const { metrics, keyed, hub } = service
    metrics.live.set(keyed.live)
    metrics.liveBytes.set(keyed.bytes)
    metrics.keys.set(service.room.keys)
    metrics.disk.set(service.room.bytes)
    metrics.waiting.set(keyed.waiting)
    metrics.watchers.set(hub.watchers)
    return c.text(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
  })
}
