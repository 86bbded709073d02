import { z } from '@hono/zod-openapi'
import { etag } from '../../keyed/entry.ts'
import { UNNAMED } from '../../keyed/remembered.ts'
import { answering } from '../../learning/seriesFold.ts'
import { streamOf } from '../../models/registry.ts'
import { type App, expectModel, expectScope, type HttpContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { replyOutcome } from '../reply.ts'
import { eventName, route } from '../route.ts'
import { keyName, LIMITS, modelName } from '../schemas.ts'
import { admission, noKey, readIfMatch } from './keys.ts'

const params = z.object({ model: modelName, key: keyName })
const bytes = { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } }
const path = '/models/{model}/keys/{key}/state'

const save = route({
  method: 'get',
  path,
  summary: 'What the answering version of a key remembers, as bytes with a version and a checksum.',
  request: { params },
  answer: z.string().openapi({ format: 'binary' }),
  as: 'application/octet-stream',
})

const restore = route({
  method: 'put',
  path,
  summary:
    'Lets a key go on from saved bytes of the same recipe. If-Match names the ETag it must still have.',
  named: true,
  request: { params, body: { required: true, content: bytes } },
  answer: z.looseObject({}),
})

export function addStateRoutes(app: App, { service }: HttpContext): void {
  app.openapi(save, async (c) => {
    const { model, key } = c.req.valid('param')
    expectScope(c.get('caller'), 'read', model)
    const record = expectModel(service, model)
    const found = await service.keyed.read(streamOf(record, key), ({ state, seq, epoch }) => ({
      etag: etag({ head: seq, epoch }),
      saved: state.deleted ? undefined : answering(state, record.live)?.series.save(),
    }))
    if (!found.saved) throw noKey(model, key)
    return new Response(new Uint8Array(found.saved), {
      headers: { 'content-type': 'application/octet-stream', etag: found.etag },
    })
  })

  app.openapi(restore, async (c) => {
    const { model, key } = c.req.valid('param')
    expectScope(c.get('caller'), 'admin', model)
    const record = expectModel(service, model)
    const body = new Uint8Array(await c.req.arrayBuffer())
    if (body.length > LIMITS.savedBytes) throw new Refusal(413, `a save may have ${LIMITS.savedBytes} bytes`)
    const match = readIfMatch(c.req.header('if-match'))
    const saved = Buffer.from(body).toString('base64')
    const conditions = { ...admission(c.get('caller')), ...(match ? { match } : {}) }
    const name = eventName(c) ?? UNNAMED
    return replyOutcome(await service.submit(record, key, { op: 'restore', saved }, name, conditions))
  })
}
