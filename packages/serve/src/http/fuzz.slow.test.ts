import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import pino from 'pino'
import { expect, it } from 'vitest'
import { memoryJournal } from '../journals/memory.ts'
import { buildModel } from '../recipes/buildModel.ts'
import { Service } from '../service/service.ts'
import { CHAOS_RECIPE } from '../testing/chaosRecipe.ts'
import { createApp } from './app.ts'

const REQUESTS = Number(process.env.FUZZ ?? 30_000)
const SEED = Number(process.env.FUZZ_SEED ?? 7)
/** Requests drawn at a time: a million at once would be gigabytes. */
const DRAWN = 5000

/** One of each kind: their inputs and outcomes are of other kinds too. */
const OTHERS: readonly object[] = [
  { task: 'auto' },
  { task: 'conformal', alerts: { rate: 0.01 } },
  {
    task: 'classification',
    features: ['a', 'b'],
    loss: 'logistic',
    experts: [{ kind: 'svb', scale: [0.1, 1] }],
  },
  { task: 'experts', experts: [{ kind: 'external', columns: ['lag1', 'lag2'] }] },
]

interface Operation {
  readonly method: string
  readonly path: string
  readonly type: string | undefined
}

/** Every operation that the service says it has. */
function operationsOf(document: { paths: Record<string, Record<string, unknown>> }): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { requestBody } = operation as { requestBody?: { content: Record<string, unknown> } }
      return { method: method.toUpperCase(), path, type: Object.keys(requestBody?.content ?? {})[0] }
    }),
  )
}

const junk = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ unit: 'binary', maxLength: 20 }))
const name = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('demand', 'other', 'a', 'b', 'store/17', '1', '2', 'ledger', 'weights'),
  },
  { weight: 1, arbitrary: junk },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '..',
      '.',
      '%',
      '__proto__',
      'constructor',
      'x'.repeat(600),
      '\u0000',
      '\ud800',
    ),
  },
)
const number = fc.oneof(
  fc.double({ min: -1e3, max: 1e3, noNaN: true }),
  fc.constantFrom(0, 1e308, -1e308, 5e-324, 1e16),
)
const id = fc.oneof(fc.nat(20).map(String), junk)
const outcome = fc.oneof({ weight: 6, arbitrary: number }, { weight: 1, arbitrary: junk })
const input = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(number, number) },
  { weight: 1, arbitrary: fc.record({ forecast: number }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)
const iso = fc.oneof(
  fc.nat(1e6).map((ms) => new Date(1.7e12 + ms).toISOString()),
  junk,
)
const likely = fc.oneof(
  fc.record({ id, input }),
  fc.record({ input }),
  fc.record({ id, y: outcome }),
  fc.record({ input, y: outcome }),
  fc.record({ id }),
  fc.record({ y: number, at: iso }),
  fc.record({
    recipe: fc.constant(CHAOS_RECIPE),
    rows: fc.array(fc.record({ level: number, trend: number, y: number }), { maxLength: 5 }),
  }),
  fc.constantFrom<object>(CHAOS_RECIPE, ...OTHERS),
  fc.record({ task: fc.constantFrom('regression', 'conformal', 'experts', 'nothing') }),
)
const line = fc
  .record(
    {
      model: name,
      key: name,
      op: fc.constantFrom('predict', 'learn', 'skip', 'observe'),
      id,
      input,
      y: outcome,
    },
    { requiredKeys: ['model', 'key', 'op'] },
  )
  .map((event) => JSON.stringify(event))
const body = fc.oneof(
  { weight: 6, arbitrary: likely.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n')) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: junk },
)
const request = fc.record({
  operation: fc.nat(),
  names: fc.tuple(name, name, name),
  query: fc.dictionary(
    fc.constantFrom('limit', 'after', 'search', 'order', 'model', 'key'),
    fc.oneof(name, fc.nat(2000).map(String)),
  ),
  body,
  type: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json', '') },
  ),
  event: fc.option(id, { freq: 3 }),
})

const drawn = (seed: number) => fc.sample(request, { numRuns: DRAWN, seed })

it(`answers ${REQUESTS} requests of any kind without a mistake of its own, and without growing`, async () => {
  const service = await Service.open(memoryJournal(), buildModel, { keys: 60 })
  await service.registry.change('fuzz', {
    op: 'put',
    model: 'demand',
    recipe: CHAOS_RECIPE,
    at: 0,
    limit: 10,
  })
  const mistakes: unknown[] = []
  const log = pino({ level: 'error' }, { write: (text: string) => mistakes.push(text) })
  const app = createApp({ service, log, tokens: () => undefined })
  const operations = operationsOf(await (await app.request('http://localhost/openapi.json')).json())
  expect(operations.length).toBeGreaterThan(20)
  const seen = new Map<number, number>()
  const heaps: number[] = []
  let slowest = 0
  let sample: ReturnType<typeof drawn> = []
  for (let n = 0; n < REQUESTS; n++) {
    if (n % DRAWN === 0) sample = drawn(SEED + n)
    if (n % 50 === 0) {
      // Models are deleted all the time: the one most asked for comes back, now and then as another.
      const recipe = n % 500 === 0 ? OTHERS[(n / 500) % OTHERS.length] : CHAOS_RECIPE
      await service.registry.change(`fuzz ${n}`, { op: 'put', model: 'demand', recipe, at: 0, limit: 10 })
    }
    const { operation, names, query, body, type, event } = sample[n % DRAWN] as (typeof sample)[number]
    const { method, path, type: usual } = operations[(operation + n) % operations.length] as Operation
    let used = 0
    const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(toWell(names[used++ % 3] as string)))
    const abort = new AbortController()
    const sent = usual === undefined ? {} : { body }
    const start = performance.now()
    const response = await app.request(`http://localhost${filled}?${new URLSearchParams(query)}`, {
      method,
      ...sent,
      headers: headersOf({
        'content-type': usual === undefined ? undefined : (type ?? usual),
        'idempotency-key': event,
      }),
      signal: abort.signal,
    })
    slowest = Math.max(slowest, performance.now() - start)
    seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
    if (response.status >= 500)
      mistakes.push({ method, filled, body, status: response.status, said: await response.text() })
    // A live stream goes on until it is left.
    else await response.body?.cancel()
    abort.abort()
    if (n % Math.ceil(REQUESTS / 20) === 0) heaps.push(heap())
  }
  expect(mistakes).toEqual([])
  expect(seen.get(200)).toBeGreaterThan(REQUESTS / 20)
  // After the first fifth nothing more is kept: keys, models and answers are bounded.
  console.log(
    JSON.stringify({
      requests: REQUESTS,
      slowestMs: Math.round(slowest),
      statuses: Object.fromEntries(seen),
      heapMB: heaps.map((bytes) => Math.round(bytes / 1e6)),
    }),
  )
  expect(heaps.at(-1)).toBeLessThan((heaps[4] as number) + 20e6)
  await service.close()
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heap(): number {
  collect()
  return process.memoryUsage().heapUsed
}

function toWell(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, '\ufffd')
}

/** Headers that HTTP itself could carry. */
function headersOf(given: Record<string, string | null | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).filter(
      (entry): entry is [string, string] => entry[1] != null && /^[\x20-\x7e]*$/.test(entry[1]),
    ),
  )
}
