import type { MiddlewareHandler } from 'hono'
import type { Env } from './context.ts'
import { Refusal } from './refusal.ts'

/** How deep objects and lists may lie in each other. A recipe needs about ten; the stack ends at some thousands. */
const DEPTH = 64

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

/** Refuses JSON that is nested so deep that to write it again would end the stack. */
export function expectShallow(json: string): void {
  let depth = 0
  let quoted = false
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i)
    if (quoted) {
      if (unit === BACKSLASH) i++
      else if (unit === QUOTE) quoted = false
    } else if (unit === QUOTE) quoted = true
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      if (++depth > DEPTH) throw new Refusal(400, `the body is nested deeper than ${DEPTH}`)
    } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) depth--
  }
}

/** Bodies that are bytes, whatever their content-type says. */
const BYTES = /\/(state|write)$/

/** The same for the body of a request. */
export const shallowBody: MiddlewareHandler<Env> = async (c, next) => {
  const json = /json/i.test(c.req.header('content-type') ?? '')
  if (json && !BYTES.test(c.req.path)) expectShallow(await c.req.text())
  await next()
}
