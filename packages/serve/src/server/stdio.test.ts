import pino from 'pino'
import { expect, it } from 'vitest'
import { createApp } from '../http/app.ts'
import { LIMITS } from '../http/schemas.ts'
import { memoryJournal } from '../journals/memory.ts'
import { buildModel } from '../recipes/buildModel.ts'
import { Service } from '../service/service.ts'
import { serveLines } from './stdio.ts'

/** What comes back for pieces of input, line by line. */
async function linesFor(...pieces: readonly (string | Uint8Array)[]): Promise<Line[]> {
  const service = await Service.open(memoryJournal(), buildModel)
  const log = pino({ level: 'silent' })
  const app = createApp({ service, log, tokens: () => undefined })
  let out = ''
  async function* input(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }
  await serveLines({ service, app }, input(), async (text) => {
    out += text
  })
  await service.close()
  return out.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Line)))
}

interface Line {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly base64?: string
}

const line = (given: unknown): string => `${JSON.stringify(given)}\n`
const make = line({
  method: 'PUT',
  path: '/models/m',
  body: { task: 'conformal', target: 'y', forecast: 'f' },
})
const learn = (y: number, key = 'k'): string => line({ model: 'm', key, op: 'learn', input: 1, y })

it('answers every line in order: requests, events that go together, and what is wrong', async () => {
  const answers = await linesFor(
    make + learn(1) + learn(2) + line({ model: 'm', key: 'k', op: 'predict', input: 1 }),
    `nonsense\n${line({ model: 'gone', key: 'k', op: 'predict', input: 1 })}`,
    line({ method: 'GET', path: '/models/m/keys/k' }),
    line({ method: 'PATCH', path: '/' }) + line({ method: 'GET', path: '/nowhere' }),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 400, 404, 200, 400, 404])
  expect(answers[6]?.body.rounds).toBe(2)
})

it('reads lines however they are cut, and the last without its end', async () => {
  const whole = Buffer.from(make + learn(1, 'Zürich') + learn(2, 'Zürich').trimEnd())
  const answers = await linesFor(...Array.from(whole, (_, i) => whole.subarray(i, i + 1)))
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200])
})

it('takes a save as base64 and goes on from it', async () => {
  const state = (method: string, more = {}): string =>
    line({ method, path: '/models/m/keys/k/state', ...more })
  const [, , saved] = await linesFor(make + learn(1) + state('GET'))
  const back = await linesFor(make + state('PUT', { base64: saved?.base64 }) + state('GET'))
  expect(back.map(({ status }) => status)).toEqual([201, 200, 200])
  expect(back[2]?.base64).toBe(saved?.base64)
})

it('refuses a line that is too long, a stream without an end, and goes on', async () => {
  const long = 'x'.repeat(LIMITS.savedBytes)
  const answers = await linesFor(
    make,
    long,
    long,
    `${long}\n`,
    line({ method: 'GET', path: '/live' }),
    learn(1),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 413, 406, 200])
})
