import { randomUUID } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { describeModel, type RegistryEvent } from '../../models/registryFold.ts'
import { type App, expectModel, expectScope, type HttpContext } from '../context.ts'
import { reply } from '../reply.ts'
import { jsonBody, route } from '../route.ts'
import { LIMITS, Model, modelName } from '../schemas.ts'

const params = z.object({ model: modelName })
const versionParams = params.extend({ version: z.coerce.number().int().positive() })

const routes = {
  list: route({
    method: 'get',
    path: '/models',
    summary: 'The models.',
    request: {},
    answer: z.object({ models: z.array(Model) }),
  }),
  get: route({
    method: 'get',
    path: '/models/{model}',
    summary: 'A model with its versions.',
    request: { params },
    answer: Model,
  }),
  put: route({
    method: 'put',
    path: '/models/{model}',
    summary: 'Makes a model from a recipe; another recipe becomes a version in the shadow of the first.',
    request: { params, body: jsonBody(z.record(z.string(), z.unknown()).openapi('Recipe')) },
    answer: Model,
  }),
  remove: route({
    method: 'delete',
    path: '/models/{model}',
    summary: 'Takes a model away, with all its keys.',
    request: { params },
    answer: z.looseObject({}),
  }),
  promote: route({
    method: 'post',
    path: '/models/{model}/versions/{version}/promote',
    summary: 'Lets a version answer; the one before it goes into the shadow.',
    request: { params: versionParams },
    answer: Model,
  }),
  drop: route({
    method: 'delete',
    path: '/models/{model}/versions/{version}',
    summary: 'Drops a version from the shadow.',
    request: { params: versionParams },
    answer: Model,
  }),
}

export function addModelRoutes(app: App, { service, log }: HttpContext): void {
  app.openapi(routes.list, (c) => {
    const caller = c.get('caller')
    const models = service.registry.list().filter(({ name }) => caller.allows('read', name))
    if (models.length === 0) expectScope(caller, 'read')
    return c.json({ models: models.map(describeModel) })
  })

  app.openapi(routes.get, (c) => {
    const { model } = c.req.valid('param')
    expectScope(c.get('caller'), 'read', model)
    return c.json(describeModel(expectModel(service, model)))
  })

  app.openapi(routes.put, async (c) => {
    const { model } = c.req.valid('param')
    expectScope(c.get('caller'), 'admin', model)
    const recipe = c.req.valid('json')
    return change({ op: 'put', model, recipe, at: Date.now(), limit: LIMITS.models })
  })

  app.openapi(routes.remove, async (c) => {
    const { model } = c.req.valid('param')
    expectScope(c.get('caller'), 'admin', model)
    const reply = await change({ op: 'delete', model })
    // Its keys cannot be reached any more; to remove them may take a while.
    void service.removal.sweep().catch((err) => log.error({ err, model }, 'keys of a deleted model remain'))
    return reply
  })

  app.openapi(routes.promote, async (c) => {
    const { model, version } = c.req.valid('param')
    expectScope(c.get('caller'), 'admin', model)
    return change({ op: 'promote', model, version })
  })

  app.openapi(routes.drop, async (c) => {
    const { model, version } = c.req.valid('param')
    expectScope(c.get('caller'), 'admin', model)
    return change({ op: 'drop', model, version })
  })

  async function change(event: RegistryEvent) {
    return reply(await service.registry.change(randomUUID(), event))
  }
}
