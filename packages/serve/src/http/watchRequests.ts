import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { type Spans, sampled, within } from '../telemetry/spans.ts'
import type { Env, HttpContext } from './context.ts'
import { reasonOf } from './refusal.ts'

/**
 * Measures every request, and logs those that an operator may ask about: who made, promoted, deleted or restored something,
 * always; others as the access log says. A line holds names and numbers, never a body, a token or an outcome.
 */
export function watchRequests({ service, log, access = 'none', spans }: HttpContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    const start = performance.now()
    const traced = spans && traceRequest(c, spans)
    await next()
    traced?.(start, performance.now())
    const seconds = (performance.now() - start) / 1000
    const route = routePath(c, -1)
    const { status } = c.res
    service.metrics.requests.observe({ route, status }, seconds)
    if (status >= 400) service.metrics.refused.inc({ status, reason: reasonOf(status, c.error) })
    const audited = isAudited(c)
    if (!audited && (access === 'none' || (access === 'errors' && status < 400))) return
    log.info(lineOf(c, route, seconds), audited ? 'audit' : 'access')
  }
}

/**
 * Records a request whose caller records it too: itself, and each commit that it was part of. Returns what to call when it
 * is answered.
 */
function traceRequest(c: Context<Env>, spans: Spans): ((start: number, end: number) => void) | undefined {
  const parent = sampled(c.req.header('traceparent'))
  if (!parent) return undefined
  const own = within(parent)
  // Many lines of a batch share a commit.
  const told = new Set<number>()
  c.set('committed', ({ start, end, events }) => {
    if (told.has(start)) return
    told.add(start)
    const attributes = { 'credence.commit.events': events }
    spans.add({ ...within(own), name: 'commit', kind: 'internal', start, end, attributes })
  })
  return (start, end) => {
    const { method } = c.req
    const route = routePath(c, -1)
    const { status } = c.res
    spans.add({
      ...own,
      name: `${method} ${route}`,
      kind: 'server',
      start: performance.timeOrigin + start,
      end: performance.timeOrigin + end,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      },
      failed: status >= 500,
    })
  }
}

/** Whether it changes models, or takes something away. */
function isAudited({ req: { method, path } }: Context<Env>): boolean {
  return method === 'PUT' || method === 'DELETE' || /\/(promote|import)$/.test(path)
}

function lineOf(c: Context<Env>, route: string, seconds: number): object {
  const { model, key, version } = c.req.param() as Partial<Record<string, string>>
  const { prefix, idle, purge } = c.req.query()
  const trace = c.req.header('traceparent')
  return {
    by: c.get('caller')?.name,
    action: `${c.req.method} ${route}`,
    ...defined({ model, key, version, prefix, idle, purge, trace }),
    status: c.res.status,
    milliseconds: Math.round(1e6 * seconds) / 1000,
  }
}

function defined(fields: Record<string, string | undefined>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
