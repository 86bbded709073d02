import { z } from '@hono/zod-openapi'
import type { App, HttpContext } from '../context.ts'
import { takeEvents } from '../eventLines.ts'
import { Refusal } from '../refusal.ts'
import { eventName, route } from '../route.ts'

const events = route({
  method: 'post',
  path: '/events',
  summary: 'Events of many keys, a JSON object on each line; a line for each line comes back, in order.',
  description:
    'Each line is an event of its own, with its own status. Those of one key are taken in their order.',
  named: true,
  request: {
    body: { required: true, content: { 'application/x-ndjson': { schema: z.string() } } },
  },
  answer: z.string(),
  as: 'application/x-ndjson',
})

export function addEventRoutes(app: App, { service }: HttpContext): void {
  app.openapi(events, async (c) => {
    if (!c.req.header('content-type')?.startsWith('application/x-ndjson')) {
      throw new Refusal(415, 'events come as application/x-ndjson')
    }
    const lines = (await c.req.text()).split('\n').filter((line) => line.trim() !== '')
    const answers = await takeEvents(service, c.get('caller'), lines, eventName(c))
    return new Response(answers.map((answer) => `${answer}\n`).join(''), {
      headers: { 'content-type': 'application/x-ndjson' },
    })
  })
}
