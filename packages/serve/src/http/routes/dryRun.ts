import { recipeJsonSchema } from '@credence/recipe'
import { z } from '@hono/zod-openapi'
import { ArgumentError } from 'credence'
import { createHealth, recordHealth } from '../../learning/health.ts'
import { healthOf } from '../../learning/healthView.ts'
import type { RoundRecord } from '../../learning/series.ts'
import type { BuildModel } from '../../models/registry.ts'
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

/** Milliseconds that a dry run may take, and that it may hold up others at a time. */
const PATIENCE = 10_000
const SLICE = 20

export function addDryRunRoutes(app: App, { build }: HttpContext): void {
  app.openapi(dryRun, async (c) => {
    expectScope(c.get('caller'), 'admin')
    const { recipe, rows } = c.req.valid('json')
    return c.json(await tryOn(build, recipe, rows))
  })
  const schema = JSON.stringify(recipeJsonSchema())
  app.get('/recipe-schema.json', (c) => c.body(schema, 200, { 'content-type': 'application/schema+json' }))
}

async function tryOn(build: BuildModel, recipe: unknown, rows: readonly z.output<typeof row>[]) {
  const model = build(recipe)
  const names = Object.keys(rows[0] as object)
  const target = model.target ?? names.filter((name) => !model.columns?.includes(name)).at(-1)
  if (target === undefined)
    throw new ArgumentError('the rows have no column for the target', 'unknown-column')
  const columns = model.columns ?? names.filter((name) => name !== target)
  const series = model.series.begin()
  const health = createHealth()
  const records: (RoundRecord & { t: number; alerts?: string[] })[] = []
  const end = performance.now() + PATIENCE
  let slice = performance.now() + SLICE
  for (const [i, row] of rows.entries()) {
    const y = row[target]
    if (y === null || y === undefined) continue
    const input = Object.fromEntries(columns.map((name) => [name, row[name] ?? null]))
    const record = series.learn(input, y)
    const alerts = recordHealth(health, record, model.coverage).map(({ reason }) => reason)
    records.push({ t: i + 1, ...record, ...(alerts.length > 0 ? { alerts } : {}) })
    const now = performance.now()
    if (now > end) break
    if (now < slice) continue
    await new Promise((resolve) => setImmediate(resolve))
    slice = performance.now() + SLICE
  }
  const stopped = records.at(-1)?.t !== rows.length && performance.now() > end
  return { rows: rows.length, target, stopped, health: healthOf(health), records }
}
