import { ArgumentError } from 'credence'
import { Fenced } from '../journal.ts'
import { Busy, Draining } from '../keyed/keyed.ts'
import { problem } from '../problem.ts'

/** A request that is not answered as asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly retryAfter: number | undefined

  constructor(status: number, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Every error as a problem; undefined details mean that the log has them. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ArgumentError) return new Refusal(422, error.message)
  if (error instanceof Busy) return new Refusal(429, error.message, 1)
  if (error instanceof Draining) return new Refusal(503, error.message, 1)
  if (error instanceof Fenced) return new Refusal(503, 'other workers write this key all the time', 1)
  return new Refusal(503, 'the journal could not be written', 2)
}

export function problemResponse(status: number, detail?: string, retryAfter?: number): Response {
  return new Response(JSON.stringify(problem(status, detail)), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    },
  })
}
