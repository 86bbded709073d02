import { z } from '@hono/zod-openapi'
import { type Answer, answer } from '../../base/fold.ts'
import { problem } from '../../base/problem.ts'
import { BrokenKey, FailedEvent } from '../../keyed/task.ts'
import type { ModelRecord } from '../../models/registryFold.ts'
import { decodeSnappy } from '../../prometheus/snappy.ts'
import { isForecast } from '../../prometheus/writeBack.ts'
import { readWriteRequest, type Sample, seriesKey } from '../../prometheus/writeRequest.ts'
import { type App, expectModel, expectScope, type HttpContext } from '../context.ts'
import { inWaves, WAVE } from '../inWaves.ts'
import { problemResponse, Refusal } from '../refusal.ts'
import { route } from '../route.ts'
import { keyName, LIMITS, modelName } from '../schemas.ts'
import type { Caller } from '../tokens.ts'
import { admission } from './keys.ts'

const write = route({
  method: 'post',
  path: '/models/{model}/write',
  summary: 'Prometheus remote write 1.0: each series is a key, each sample an outcome that follows the last.',
  description:
    'The header x-prometheus-remote-write-samples-written counts what was learnt, now or by an earlier attempt. ' +
    'If a sample was refused the status is 400, which Prometheus does not send again; the others are learnt.',
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
    const samples = readSamples(new Uint8Array(await c.req.arrayBuffer()))
    if (samples.length > LIMITS.writeSamples) {
      throw new Refusal(413, `${samples.length} samples; a write may have ${LIMITS.writeSamples}`)
    }
    if (!service.keyed.hasRoomFor(Math.min(WAVE, samples.length))) {
      throw new Refusal(429, 'too many events wait', 1)
    }
    const caller = c.get('caller')
    caller.allowance?.charge(samples.length)
    const answers = await inWaves(samples, (sample) => learn(record, caller, sample))
    const refused = answers.filter(({ status }) => status >= 400)
    const written = { 'x-prometheus-remote-write-samples-written': `${samples.length - refused.length}` }
    const [first] = refused
    if (!first) return new Response(null, { status: 204, headers: written })
    const { detail = '' } = JSON.parse(first.body) as { detail?: string }
    const response = problemResponse(
      400,
      `${refused.length} of ${samples.length} samples were not learnt; the first: ${detail}`,
    )
    for (const [name, value] of Object.entries(written)) response.headers.set(name, value)
    return response
  })

  async function learn(
    record: ModelRecord,
    caller: Caller,
    { key, value, timestamp }: KeyedSample,
  ): Promise<Answer> {
    try {
      const event = { op: 'observe', y: value, at: timestamp } as const
      const outcome = await service.submit(record, key, event, `observe/${timestamp}`, admission(caller))
      // It was learnt before, whatever became of its answer.
      return outcome.repeated ? { ...outcome, status: 200 } : outcome
    } catch (error) {
      // Prometheus sends all of it again after a 5xx: one broken key must not hold up the others for ever.
      if (error instanceof BrokenKey || error instanceof FailedEvent) {
        return answer(500, problem(500, error.message))
      }
      throw error
    }
  }
}

interface KeyedSample extends Sample {
  readonly key: string
}

function readSamples(block: Uint8Array): KeyedSample[] {
  return readWriteRequest(decodeSnappy(block, LIMITS.batchBytes)).flatMap((one) => {
    const key = keyName.safeParse(seriesKey(one))
    if (!key.success || isForecast(one.labels)) return []
    // A stale marker is a NaN: the series has ended, nothing was measured.
    return one.samples
      .filter(({ value }) => Number.isFinite(value))
      .map((sample) => ({ key: key.data, ...sample }))
  })
}
