import { z } from '@hono/zod-openapi'
import type { Kept } from '../../base/journal.ts'
import { streamOf } from '../../models/registry.ts'
import type { Service } from '../../service/service.ts'
import { type App, expectModel, expectScope, type HttpContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { replyLines } from '../reply.ts'
import { route } from '../route.ts'
import { keyName, LIMITS, modelName, time } from '../schemas.ts'

const history = route({
  method: 'get',
  path: '/models/{model}/keys/{key}/history',
  summary:
    'The rounds of a key: forecasts, intervals, outcomes, losses; with --history all that were kept, else the last few.',
  request: {
    params: z.object({ model: modelName, key: keyName }),
    query: z.object({
      from: time.optional(),
      to: time.optional(),
      last: z.coerce.number().int().min(1).max(LIMITS.historyRows).optional().openapi({
        description: 'Only so many, the last ones.',
      }),
      format: z.enum(['ndjson', 'parquet']).default('ndjson'),
    }),
  },
  answer: z.string(),
  as: 'application/x-ndjson',
})

/** Rounds read at a time. */
const PAGE = 1000

export function addHistoryRoutes(app: App, { service }: HttpContext): void {
  app.openapi(history, async (c) => {
    const { model, key } = c.req.valid('param')
    expectScope(c.get('caller'), 'read', model)
    const record = expectModel(service, model)
    const { from, to, last, format } = c.req.valid('query')
    const span = {
      ...(from === undefined ? {} : { from: Date.parse(from) }),
      ...(to === undefined ? {} : { to: Date.parse(to) }),
    }
    const all = roundsOf(service, streamOf(record, key), span, last)
    const pages = last === undefined ? all : lastOf(all, last)
    if (format === 'parquet') {
      const file = await toParquet(pages)
      return new Response(file, { headers: { 'content-type': 'application/vnd.apache.parquet' } })
    }
    return replyLines(textOf(pages))
  })
}

interface Span {
  readonly from?: number
  readonly to?: number
}

async function* roundsOf(
  { journal, keyed }: Service,
  stream: string,
  span: Span,
  last: number | undefined,
): AsyncGenerator<Kept[]> {
  if (!keyed.history) return yield await rememberedRounds(keyed, stream, span)
  const head = last === undefined ? 0 : await keyed.read(stream, ({ seq }) => seq)
  // A round has one event or two: a forecast and its outcome.
  let after = last === undefined ? 0 : Math.max(0, head - 2 * last)
  for (;;) {
    const page = await journal.history({ key: stream, ...span, after, limit: PAGE })
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    after = (page.at(-1) as Kept).seq
  }
}

/** Without --history: the rounds among the last events, which a key remembers for those who ask twice. */
async function rememberedRounds(
  keyed: Service['keyed'],
  stream: string,
  { from = -Infinity, to = Infinity }: Span,
): Promise<Kept[]> {
  const remembered = await keyed.read(stream, (entry) => entry.remembered.values())
  return remembered.flatMap(({ seq, body }) => {
    const { op, at } = JSON.parse(body) as { op?: string; at?: number }
    const isRound = (op === 'learn' || op === 'observe') && at !== undefined && at >= from && at < to
    return isRound ? [{ seq, at, body }] : []
  })
}

async function* lastOf(pages: AsyncIterable<readonly Kept[]>, count: number): AsyncGenerator<Kept[]> {
  const rows: Kept[] = []
  for await (const page of pages) rows.push(...page)
  yield rows.slice(-count)
}

async function* textOf(pages: AsyncIterable<readonly Kept[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const page of pages) yield encoder.encode(page.map(lineOf).join(''))
}

function lineOf({ seq, at, body }: Kept): string {
  return `{"seq":${seq},"time":"${new Date(at).toISOString()}",${body.slice(1)}\n`
}

/** The numbers of a round as columns. */
const NUMBERS = ['round', 'version', 'mean', 'lower', 'upper', 'y', 'loss'] as const

async function toParquet(pages: AsyncIterable<readonly Kept[]>): Promise<ArrayBuffer> {
  const times: Date[] = []
  const columns = NUMBERS.map((name) => ({ name, data: [] as (number | null)[], type: 'DOUBLE' as const }))
  const covered: (boolean | null)[] = []
  const label: (string | null)[] = []
  for await (const page of pages) {
    for (const { at, body } of page) {
      const record = JSON.parse(body) as Record<string, unknown>
      times.push(new Date(at))
      for (const { name, data } of columns) data.push(typeof record[name] === 'number' ? record[name] : null)
      covered.push(typeof record.covered === 'boolean' ? record.covered : null)
      label.push(typeof record.y === 'string' ? record.y : null)
    }
    if (times.length > LIMITS.historyRows) {
      throw new Refusal(413, `a file may have ${LIMITS.historyRows} rounds: name a shorter span`)
    }
  }
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  return parquetWriteBuffer({
    columnData: [
      { name: 'time', data: times, type: 'TIMESTAMP' },
      ...columns,
      { name: 'covered', data: covered, type: 'BOOLEAN' },
      { name: 'label', data: label, type: 'STRING' },
    ],
  })
}
