import { recipeJsonSchema } from '@credence/recipe'
import { z } from '@hono/zod-openapi'
import { type App, expectScope, type HttpContext } from '../context.ts'
import { jsonBody, route } from '../route.ts'
import { LIMITS } from '../schemas.ts'

const row = z.record(z.string(), z.union([z.number(), z.null(), z.string(), z.boolean()]))

const dryRun = route({
  method: 'post',
  path: '/dry-run',
  summary: 'Tries a recipe on rows, without keeping anything.',
  request: {
    body: jsonBody(
      z
        .strictObject({
          recipe: z.record(z.string(), z.unknown()),
          rows: z.array(row).min(1).max(LIMITS.dryRunRows),
        })
        .openapi('DryRun'),
    ),
  },
  answer: z.looseObject({}),
})

export function addDryRunRoutes(app: App, { service }: HttpContext): void {
  app.openapi(dryRun, async (c) => {
    expectScope(c.get('caller'), 'admin')
    const { recipe, rows } = c.req.valid('json')
    return c.json(await service.trials.dryRun(recipe, rows))
  })
  const schema = JSON.stringify(recipeJsonSchema())
  app.get('/recipe-schema.json', (c) => c.body(schema, 200, { 'content-type': 'application/schema+json' }))
}
