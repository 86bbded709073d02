import { StringDecoder } from 'node:string_decoder'
import { z } from '@hono/zod-openapi'
import { type Answer, answer } from '../base/fold.ts'
import { problem } from '../base/problem.ts'
import type { App } from '../http/context.ts'
import { answerLine, parseLine, refusedAnswer, takeEvents } from '../http/eventLines.ts'
import { explain } from '../http/explain.ts'
import { Refusal } from '../http/refusal.ts'
import { LIMITS } from '../http/schemas.ts'
import { everybody } from '../http/tokens.ts'
import type { Service } from '../service/service.ts'

/** Characters in a line: a save in base64, with room for what is around it. */
const LONGEST = Math.ceil((LIMITS.savedBytes * 4) / 3) + 10_000

const Request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  path: z.string().startsWith('/').max(4096),
  body: z.unknown().optional(),
  /** Instead of a body that is JSON: bytes. */
  base64: z.base64().optional(),
  event: z.string().min(1).max(LIMITS.idLength).optional(),
})

/**
 * The service over lines: each line of `input` is an event, as in `POST /events`, or a request with a method and a
 * path of the HTTP interface. A line comes back for each, in order. Events that are there together are learnt
 * together; a request waits for all lines before it, and later lines wait for it.
 *
 * Nothing is read while answers wait to be written, so neither side can flood the other.
 */
export async function serveLines(
  { service, app }: { readonly service: Service; readonly app: App },
  input: AsyncIterable<Uint8Array>,
  write: (text: string) => Promise<void>,
): Promise<void> {
  for await (const lines of linesOf(input)) {
    for (const run of runsOf(lines)) {
      const answers = 'request' in run ? [await ask(app, run.request)] : await take(service, run.events)
      await write(answers.map((line) => `${line}\n`).join(''))
    }
  }
}

type Run = { readonly request: unknown } | { readonly events: string[] }

/** Events side by side go together; what has a method goes alone. */
function runsOf(lines: readonly Line[]): Run[] {
  const runs: Run[] = []
  for (const line of lines) {
    const request = typeof line === 'string' ? requestIn(line) : line
    const last = runs.at(-1)
    if (request !== undefined) runs.push({ request })
    else if (last && 'events' in last && last.events.length < LIMITS.batchEvents)
      last.events.push(line as string)
    else runs.push({ events: [line as string] })
  }
  return runs
}

/** What is asked for, if the line is no event. Looks only at lines that may hold a method: events are many. */
function requestIn(line: string): unknown {
  if (!line.includes('"method"')) return undefined
  try {
    const given = parseLine(line)
    return typeof given === 'object' && given !== null && 'method' in given ? given : undefined
  } catch {
    // Whatever it was meant to be, the answer says what is wrong with it.
    return undefined
  }
}

async function take(service: Service, events: readonly string[]): Promise<string[]> {
  try {
    return await takeEvents(service, everybody, events)
  } catch (error) {
    const refused = answerLine(refusedAnswer(error))
    return events.map(() => refused)
  }
}

async function ask(app: App, given: unknown): Promise<string> {
  if (given instanceof Refusal) return answerLine(refusedAnswer(given))
  const parsed = Request.safeParse(given)
  if (!parsed.success) {
    return answerLine(refused(400, explain(parsed.error, given, Object.keys(Request.shape))))
  }
  const { method, path, body, base64, event } = parsed.data
  const response = await app.request(path, {
    method,
    headers: {
      host: 'localhost',
      'content-type': base64 === undefined ? 'application/json' : 'application/octet-stream',
      ...(event === undefined ? {} : { 'idempotency-key': event }),
    },
    ...(base64 !== undefined
      ? { body: new Uint8Array(Buffer.from(base64, 'base64')) }
      : body === undefined
        ? {}
        : { body: JSON.stringify(body) }),
  })
  return responseLine(response)
}

/** JSON as it is, bytes as base64, text as a string. */
async function responseLine(response: Response): Promise<string> {
  const { status } = response
  const type = response.headers.get('content-type') ?? ''
  if (/\bjson\b/.test(type)) return answerLine({ status, body: await response.text() })
  if (type.startsWith('application/octet-stream')) {
    const bytes = Buffer.from(await response.arrayBuffer())
    return `{"status":${status},"base64":"${bytes.toString('base64')}"}`
  }
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return answerLine(refused(406, 'a stream has no end: it cannot be asked for over standard input'))
  }
  return answerLine({ status, body: JSON.stringify(await response.text()) })
}

function refused(status: number, detail: string): Answer {
  return answer(status, problem(status, detail))
}

type Line = string | Refusal

/** The whole lines of each piece of input, without empty ones. A line that is too long is a refusal. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  const decoder = new StringDecoder('utf8')
  let begun: string[] = []
  let length = 0
  const finish = (end: string): Line[] => {
    const line = length > LONGEST ? tooLong() : begun.join('') + end
    begun = []
    length = 0
    return typeof line === 'string' && line.trim() === '' ? [] : [line]
  }
  for await (const piece of input) {
    const parts = decoder.write(Buffer.from(piece)).split('\n')
    const rest = parts.pop() as string
    const lines = parts.flatMap(finish)
    length += rest.length
    // What is too long is not kept: only its length goes on.
    if (length <= LONGEST) begun.push(rest)
    else begun = []
    if (lines.length > 0) yield lines
  }
  const last = finish(decoder.end())
  if (last.length > 0) yield last
}

function tooLong(): Refusal {
  return new Refusal(413, `a line may have ${LONGEST} characters`)
}
