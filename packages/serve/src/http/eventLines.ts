import type { z } from '@hono/zod-openapi'
import { type Answer, answer } from '../base/fold.ts'
import { problem } from '../base/problem.ts'
import { mapInSlices } from '../base/slices.ts'
import { UNNAMED } from '../keyed/remembered.ts'
import type { SeriesEvent } from '../learning/events.ts'
import type { Service } from '../service/service.ts'
import { expectModel, expectScope } from './context.ts'
import { expectShallow } from './depth.ts'
import { explain } from './explain.ts'
import { inWaves, WAVE } from './inWaves.ts'
import { Refusal, toRefusal } from './refusal.ts'
import { admission, eventId, expectFit } from './routes/keys.ts'
import { BatchLine, LIMITS } from './schemas.ts'
import type { Caller } from './tokens.ts'

/**
 * Takes events, each a line of JSON, those of one key in their order; returns a line for each.
 *
 * @param batch a name for all of them: an event without a name has it, with its place
 */
export async function takeEvents(
  service: Service,
  caller: Caller,
  lines: readonly string[],
  batch?: string,
): Promise<string[]> {
  if (lines.length > LIMITS.batchEvents) {
    throw new Refusal(413, `${lines.length} lines; a batch may have ${LIMITS.batchEvents}`)
  }
  if (!service.keyed.hasRoomFor(Math.min(WAVE, lines.length)))
    throw new Refusal(429, 'too many events wait', 1)
  // The request itself was one.
  caller.allowance?.charge(lines.length - 1)
  const read = await mapInSlices(lines, readLine)
  await service.registry.seek(new Set(read.flatMap((line) => ('model' in line ? line.model : []))))
  const answers = await inWaves(read, (line, i) => take(service, caller, line, batch && `${batch}/${i}`))
  return answers.map(answerLine)
}

/** An answer as a line, without its end. */
export function answerLine({ status, body }: Answer): string {
  return `{"status":${status},"body":${body}}`
}

/** What an error comes to, as an answer. */
export function refusedAnswer(error: unknown): Answer {
  const { status, message, code } = toRefusal(error)
  return answer(status, problem(status, message, code))
}

/** Never rejects: what is wrong with a line is its answer. */
async function take(
  service: Service,
  caller: Caller,
  line: Line | Refusal,
  name: string | undefined,
): Promise<Answer> {
  try {
    if (line instanceof Refusal) throw line
    const { model, key, event, id } = line
    expectScope(caller, 'learn', model)
    const record = expectModel(service, model)
    const { series } = service.registry.model(model, record.live)
    expectFit(series, event)
    if (event.op === 'predict' && event.id === '') return await service.forecast(record, key, event.input)
    const known = id ?? (eventId(event) || (name ?? UNNAMED))
    return await service.submit(record, key, event, known, admission(caller))
  } catch (error) {
    return refusedAnswer(error)
  }
}

interface Line {
  readonly model: string
  readonly key: string
  readonly event: SeriesEvent
  readonly id: string | undefined
}

function readLine(text: string): Line | Refusal {
  try {
    const given = parseLine(text)
    const parsed = BatchLine.safeParse(given)
    if (!parsed.success) return new Refusal(400, explain(parsed.error, given, Object.keys(BatchLine.shape)))
    const { model, key, op, event: eventName, ...fields } = parsed.data
    return { model, key, id: eventName, event: readEvent(op, fields) }
  } catch (error) {
    return toRefusal(error)
  }
}

type Fields = Pick<z.output<typeof BatchLine>, 'id' | 'input' | 'ahead' | 'y' | 'at'>

function readEvent(op: z.output<typeof BatchLine>['op'], { id, input, ahead, y, at }: Fields): SeriesEvent {
  if (op === 'predict' && ahead !== undefined) {
    if (id === undefined) throw new Refusal(400, 'a path in a batch needs an id')
    return { op: 'path', id, ahead }
  }
  if (op === 'predict') {
    if (input === undefined) throw new Refusal(400, 'predict needs an input')
    return { op, id: id ?? '', input }
  }
  if (op === 'skip') {
    if (id === undefined) throw new Refusal(400, 'skip needs an id')
    return { op, id }
  }
  if (op === 'observe') {
    if (typeof y !== 'number' || at === undefined)
      throw new Refusal(
        400,
        'observe in a batch needs y, a number, and at, a time such as 2026-11-15T14:00:00Z',
      )
    return { op, y, at: Date.parse(at) }
  }
  if (y === undefined || (id === undefined && input === undefined))
    throw new Refusal(400, 'learn needs y, and either the id of a forecast or an input')
  return id === undefined ? { op, input, y } : { op, id, y }
}

export function parseLine(text: string): unknown {
  expectShallow(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'this line is not JSON')
  }
}
