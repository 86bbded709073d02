import { ReadableStream } from 'node:stream/web'
import type { Answer } from '../base/fold.ts'
import type { Outcome } from '../keyed/task.ts'

/** What every answer says to browsers. */
export const HEADERS = {
  'x-content-type-options': 'nosniff',
  // With no-referrer a browser may send `Origin: null` for the page itself, which is refused below.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

const dressed = new WeakSet<Response>()

/** Whether an answer was made with these headers: to touch them again costs as much as an event. */
export function isDressed(response: Response): boolean {
  return dressed.has(response)
}

/** The answer of the fold, as it is: its text is not parsed and written again. */
export function reply({ status, body }: Answer, headers: Record<string, string> = {}): Response {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  const made = new Response(body, { status, headers: { ...HEADERS, 'content-type': type, ...headers } })
  dressed.add(made)
  return made
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
