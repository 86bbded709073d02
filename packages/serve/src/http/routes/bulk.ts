import { z } from '@hono/zod-openapi'
import { mapInSlices } from '../../base/slices.ts'
import { UNNAMED } from '../../keyed/remembered.ts'
import { answering } from '../../learning/seriesFold.ts'
import { keyOf, streamOf } from '../../models/registry.ts'
import { describeModel, type ModelRecord } from '../../models/registryFold.ts'
import type { Service } from '../../service/service.ts'
import { type App, expectModel, expectScope, type HttpContext } from '../context.ts'
import { parseLine, refusedAnswer } from '../eventLines.ts'
import { inWaves } from '../inWaves.ts'
import { Refusal } from '../refusal.ts'
import { replyLines } from '../reply.ts'
import { eventName, route } from '../route.ts'
import { keyName, LIMITS, modelName } from '../schemas.ts'

const query = z.object({ model: modelName.optional(), prefix: z.string().max(LIMITS.keyLength).optional() })

const exportAll = route({
  method: 'get',
  path: '/export',
  summary: 'Models and the states of their keys, a JSON object on each line: what POST /import takes.',
  request: { query },
  answer: z.string(),
  as: 'application/x-ndjson',
})

const importAll = route({
  method: 'post',
  path: '/import',
  summary:
    'Takes lines of GET /export: makes models that are not there, and lets keys go on from their states.',
  named: true,
  request: {
    body: { required: true, content: { 'application/x-ndjson': { schema: z.string() } } },
  },
  answer: z.object({ models: z.int(), keys: z.int(), refused: z.array(z.string()) }),
})

const ModelLine = z.strictObject({ model: modelName, recipe: z.record(z.string(), z.unknown()) })
const KeyLine = z.strictObject({ model: modelName, key: keyName, state: z.base64() })

/** Keys read at a time. */
const PAGE = 100

export function addBulkRoutes(app: App, { service }: HttpContext): void {
  app.openapi(exportAll, (c) => {
    const { model, prefix = '' } = c.req.valid('query')
    const caller = c.get('caller')
    if (model !== undefined) expectScope(caller, 'read', model)
    const models = model === undefined ? service.registry.list() : [expectModel(service, model)]
    const allowed = models.filter(({ name }) => caller.allows('read', name))
    return replyLines(exported(service, allowed, prefix))
  })

  app.openapi(importAll, async (c) => {
    const caller = c.get('caller')
    const batch = eventName(c)
    const texts = (await c.req.text()).split('\n').filter((line) => line.trim() !== '')
    const lines = await mapInSlices(texts, readLine)
    for (const { model } of lines) expectScope(caller, 'admin', model)
    const done = { models: 0, keys: 0, refused: [] as string[] }
    for (const line of lines) {
      if (!('recipe' in line) || service.registry.get(line.model)) continue
      const { model, recipe } = line
      const event = { op: 'put', model, recipe, at: Date.now(), limit: LIMITS.models } as const
      note(await service.registry.change('', event), `the model ${model}`, 'models')
    }
    await inWaves(lines, async (line, i) => {
      if (!('state' in line)) return
      const { model, key, state } = line
      const name = batch === undefined ? UNNAMED : `${batch}/${i}`
      const restored = await service
        .submit(expectModel(service, model), key, { op: 'restore', saved: state }, name)
        .catch(refusedAnswer)
      note(restored, `${model}/${key}`, 'keys')
    })
    return c.json(done)

    function note({ status, body }: { status: number; body: string }, what: string, of: 'models' | 'keys') {
      if (status < 400) done[of]++
      else if (done.refused.length < 100) done.refused.push(`${what}: ${JSON.parse(body).detail}`)
    }
  })
}

type Line = z.output<typeof ModelLine> | z.output<typeof KeyLine>

function readLine(text: string, index: number): Line {
  const given = parseLine(text)
  const parsed = KeyLine.safeParse(given)
  if (parsed.success) return parsed.data
  const model = ModelLine.safeParse(given)
  if (model.success) return model.data
  throw new Refusal(400, `line ${index + 1} is neither a model with its recipe nor a key with its state`)
}

async function* exported(
  service: Service,
  models: readonly ModelRecord[],
  prefix: string,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const line = (value: object): Uint8Array => encoder.encode(`${JSON.stringify(value)}\n`)
  for (const model of models) {
    const { live, versions } = describeModel(model)
    yield line({ model: model.name, recipe: versions.find(({ version }) => version === live)?.recipe })
    let after: { key: string; mark: number } | undefined
    for (;;) {
      const page = await service.journal.list({
        prefix: streamOf(model, prefix),
        by: 'key',
        limit: PAGE,
        ...(after ? { after } : {}),
      })
      for (const { key } of page) {
        const state = await service.keyed.read(key, ({ state }) => answering(state, live)?.series.save())
        if (state) {
          yield line({ model: model.name, key: keyOf(key), state: Buffer.from(state).toString('base64') })
        }
      }
      after = page.at(-1)
      if (!after) break
    }
  }
}
