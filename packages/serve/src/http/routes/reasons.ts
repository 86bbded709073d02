import { z } from '@hono/zod-openapi'
import { type App, expectModel, expectScope, type HttpContext } from '../context.ts'
import { route } from '../route.ts'
import { ColumnReasons, keyName, modelName } from '../schemas.ts'
import { noKey } from './keys.ts'

const reasons = route({
  method: 'get',
  path: '/models/{model}/keys/{key}/reasons',
  summary: 'How much each column mattered to the last forecasts of a key.',
  description:
    'Worked out when it is asked for, from some of the last 100 rows; kept until the next event, and for ten seconds at least. No column where the model has none, or where fewer than five rows can be explained.',
  request: { params: z.object({ model: modelName, key: keyName }) },
  answer: ColumnReasons,
})

export function addReasonsRoute(app: App, { service }: HttpContext): void {
  app.openapi(reasons, async (c) => {
    const { model, key } = c.req.valid('param')
    expectScope(c.get('caller'), 'read', model)
    const found = await service.explainer.columns(expectModel(service, model), key)
    if (!found) throw noKey(model, key)
    return c.json(found)
  })
}
