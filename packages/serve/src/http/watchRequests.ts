import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Env, HttpContext } from './context.ts'
import { reasonOf } from './refusal.ts'

/**
 * Measures every request, and logs those that somebody may ask about: who made, promoted, deleted or restored something,
 * always; others as the access log says. A line holds names and numbers, never a body, a token or an outcome.
 */
export function watchRequests({ service, log, access = 'none' }: HttpContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    const start = performance.now()
    await next()
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
