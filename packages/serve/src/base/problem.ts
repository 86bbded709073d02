import type { ErrorCode } from 'credence'

/** An error as RFC 9457 has it. */
export interface Problem {
  readonly type: string
  readonly status: number
  readonly title: string
  readonly detail?: string
  /** Why the library refused it, where it did: see docs/errors.md. */
  readonly code?: ErrorCode
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'the request cannot be read',
  401: 'a token is needed',
  403: 'this is not allowed',
  404: 'there is no such thing',
  409: 'it was done already',
  410: 'it is too late for this',
  412: 'it has changed since',
  413: 'the request is too large',
  415: 'this kind of content is not taken',
  422: 'the request is understood, and cannot be done',
  429: 'too many requests wait',
  500: 'the server made a mistake',
  503: 'the server cannot do this now',
  507: 'there is no room for this',
}

export function problem(status: number, detail?: string, code?: ErrorCode): Problem {
  const title = TITLES[status] ?? 'error'
  return {
    type: 'about:blank',
    status,
    title,
    ...(detail === undefined ? {} : { detail }),
    ...(code === undefined ? {} : { code }),
  }
}
