import { ArgumentError, type ErrorCode, NumericalError } from 'credence'
import { Fenced, Unavailable } from '../base/journal.ts'
import { problem } from '../base/problem.ts'
import { Busy, Draining } from '../keyed/keyed.ts'
import { BrokenKey, FailedEvent, Moved } from '../keyed/task.ts'
import { keyOf, modelOfKey } from '../models/registry.ts'
import { NoModel } from '../service/service.ts'

/** A request that is not answered as asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly retryAfter: number | undefined
  readonly code: ErrorCode | undefined

  constructor(status: number, message: string, retryAfter?: number, code?: ErrorCode) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
    this.code = code
  }
}

/** Every error as a problem. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ArgumentError || error instanceof NumericalError)
    return new Refusal(422, error.message, undefined, error.code)
  if (error instanceof Busy) return new Refusal(429, error.message, 1)
  if (error instanceof Draining) return new Refusal(503, error.message, 1)
  if (error instanceof Fenced) return new Refusal(503, 'other workers write this key all the time', 1)
  if (error instanceof Unavailable) return new Refusal(503, error.message, 2)
  if (error instanceof Moved) return new Refusal(412, error.message)
  if (error instanceof NoModel) return new Refusal(404, error.message)
  if (error instanceof BrokenKey) {
    const name = `${JSON.stringify(keyOf(error.key))} of ${modelOfKey(error.key)}`
    return new Refusal(500, `the key ${name} cannot be read: delete it, or let it go on from a save`)
  }
  if (error instanceof FailedEvent) return new Refusal(500, error.message)
  return new Refusal(500, 'the log says more')
}

/** Why requests were refused, for those who count: by the error where it says more than the status. */
export function reasonOf(status: number, error?: unknown): string {
  if (error instanceof Busy) return 'too many events wait'
  if (error instanceof Draining) return 'the worker is going'
  if (error instanceof Fenced) return 'others write the key'
  if (error instanceof Unavailable) return 'the database'
  if (error instanceof BrokenKey) return 'a broken key'
  return REASONS[status] ?? (status < 500 ? 'the request' : 'a mistake of the server')
}

const REASONS: Readonly<Record<number, string>> = {
  401: 'no token',
  403: 'not allowed',
  404: 'not there',
  409: 'done already',
  412: 'changed since',
  413: 'too large',
  422: 'the model',
  429: 'the limits of the token',
  503: 'the database',
  507: 'the disk quota',
}

export function problemResponse(
  status: number,
  detail?: string,
  retryAfter?: number,
  code?: ErrorCode,
): Response {
  return new Response(JSON.stringify(problem(status, detail, code)), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    },
  })
}
