import { z } from '@hono/zod-openapi'
import { decodeSnappy } from '../../prometheus/snappy.ts'
import { readWriteRequest, seriesKey, type WrittenSeries } from '../../prometheus/writeRequest.ts'
import { type App, expectModel, expectScope, type HttpContext } from '../context.ts'
import { inWaves } from '../inWaves.ts'
import { Refusal } from '../refusal.ts'
import { route } from '../route.ts'
import { keyName, LIMITS, modelName } from '../schemas.ts'

const write = route({
  method: 'post',
  path: '/models/{model}/write',
  summary: 'Prometheus remote write 1.0: each series is a key, each sample an outcome that follows the last.',
  request: {
    params: z.object({ model: modelName }),
    body: { required: true, content: { 'application/x-protobuf': { schema: z.string() } } },
  },
  answer: z.looseObject({}),
})

export function addWriteRoute(app: App, { service }: HttpContext): void {
  app.openapi(write, async (c) => {
    const { model } = c.req.valid('param')
    expectScope(c.get('caller'), 'learn', model)
    const record = expectModel(service, model)
    const block = new Uint8Array(await c.req.arrayBuffer())
    const series = read(decodeSnappy(block, LIMITS.batchBytes))
    const samples = series.flatMap((one) => {
      const key = keyName.safeParse(seriesKey(one))
      if (!key.success) return []
      // A stale marker is a NaN: the series has ended, nothing was measured.
      return one.samples
        .filter(({ value }) => Number.isFinite(value))
        .map((sample) => ({ key: key.data, ...sample }))
    })
    if (!service.keyed.hasRoomFor(samples.length)) throw new Refusal(429, 'too many events wait', 1)
    await inWaves(samples, ({ key, value, timestamp }) =>
      service.submit(record, key, { op: 'observe', y: value, at: timestamp }, `observe/${timestamp}`),
    )
    return new Response(null, {
      status: 204,
      headers: { 'x-prometheus-remote-write-samples-written': `${samples.length}` },
    })
  })
}

function read(bytes: Uint8Array): WrittenSeries[] {
  try {
    return readWriteRequest(bytes)
  } catch (error) {
    // Text that is not UTF-8 is a TypeError of the decoder.
    throw new Refusal(400, (error as Error).message)
  }
}
