import type { Context, MiddlewareHandler } from 'hono'
import type { Env, HttpContext } from './context.ts'
import { Allowances } from './limits.ts'
import { problemResponse } from './refusal.ts'
import { HEADERS, isDressed } from './reply.ts'
import { authenticate, type Caller, everybody } from './tokens.ts'

/** Without a token: signs of life, and the page, which holds no data. */
const OPEN = /^\/(healthz|readyz|openapi\.json|assets\/[\w.-]+|favicon\.svg)?$/

const NO_TOKEN = 'a token is needed: send the header authorization: Bearer TOKEN'
const UNKNOWN_TOKEN = 'the token is not known here, or has expired'

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * Lets in who may come in. With tokens: who has one. Without: programs on this machine; a page of another site that a
 * browser on this machine shows is not let in, neither by its Origin nor by a name that resolves to this machine.
 * `Origin: null` is another site too: every page can have it, by a sandboxed frame.
 */
export function guard({
  tokens,
  origins = [],
}: Pick<HttpContext, 'tokens' | 'origins'>): MiddlewareHandler<Env> {
  const allowances = new Allowances()
  return async (c, next) => {
    const host = c.req.header('host') ?? ''
    if (host !== '' && !URL.canParse(`http://${host}`)) {
      return problemResponse(400, `the Host header is no name of a machine: ${JSON.stringify(host)}`)
    }
    const origin = c.req.header('origin')
    const foreign = origin !== undefined && hostOf(origin) !== host ? origin : undefined
    if (foreign !== undefined && !origins.includes(foreign)) {
      return problemResponse(403, 'requests of other sites are not taken')
    }
    if (foreign !== undefined && c.req.method === 'OPTIONS') {
      return new Response(null, { status: 204, headers: { ...shared(foreign), ...PREFLIGHT } })
    }
    const known = tokens()
    if (!known) {
      if (host !== '' && !LOCAL.test(host)) {
        return problemResponse(403, 'without tokens only this machine may ask, by the name localhost')
      }
      c.set('caller', tracedBy(c, everybody))
    } else if (!OPEN.test(c.req.path)) {
      const given = c.req.header('authorization')
      const caller = authenticate(known, given, allowances)
      if (!caller) return problemResponse(401, given === undefined ? NO_TOKEN : UNKNOWN_TOKEN)
      caller.allowance?.charge(1, Number(c.req.header('content-length') ?? 0))
      c.set('caller', tracedBy(c, caller))
    }
    await next()
    const headers = {
      ...(isDressed(c.res) ? {} : HEADERS),
      ...(foreign === undefined ? {} : shared(foreign)),
    }
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    return undefined
  }
}

function tracedBy(c: Context<Env>, caller: Caller): Caller {
  const committed = c.get('committed')
  return committed ? { ...caller, committed } : caller
}

/** A browser lets the page of this site read the answer. */
function shared(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'credence-seq, credence-repeated, etag, retry-after',
    vary: 'origin',
  }
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-match, last-event-id, traceparent',
  'access-control-max-age': '600',
}

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}
