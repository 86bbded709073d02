import { ReadableStream } from 'node:stream/web'
import type { Answer } from '../base/fold.ts'
import type { Outcome } from '../keyed/task.ts'

/** The answer of the fold, as it is: its text is not parsed and written again. */
export function reply({ status, body }: Answer, headers: Record<string, string> = {}): Response {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  return new Response(body, { status, headers: { 'content-type': type, ...headers } })
}

export function replyOutcome(outcome: Outcome): Response {
  return reply(outcome, {
    'credence-seq': String(outcome.seq),
    ...(outcome.repeated ? { 'credence-repeated': 'true' } : {}),
  })
}

/** Lines of JSON as they come. */
export function replyLines(chunks: AsyncIterable<Uint8Array>): Response {
  return new Response(ReadableStream.from(chunks) as unknown as BodyInit, {
    headers: { 'content-type': 'application/x-ndjson' },
  })
}
