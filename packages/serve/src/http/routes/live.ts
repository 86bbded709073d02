import type { HttpBindings } from '@hono/node-server'
import { z } from '@hono/zod-openapi'
import { streamSSE } from 'hono/streaming'
import { readEtag } from '../../keyed/entry.ts'
import { streamOf } from '../../models/registry.ts'
import type { ModelRecord } from '../../models/registryFold.ts'
import type { Bunch, Interest, LiveEvent, NumberedEvent } from '../../service/hub.ts'
import type { Service } from '../../service/service.ts'
import { type App, expectModel, expectScope, type HttpContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { route } from '../route.ts'
import { keyName, LIMITS, modelName } from '../schemas.ts'
import { authenticate } from '../tokens.ts'

const live = route({
  method: 'get',
  path: '/live',
  summary: 'What happens, as server-sent events.',
  description:
    'With a key: every event of it in order, each with its number as id; after a break those since Last-Event-ID ' +
    'come first. Without one: what this worker commits; the event `resync` says that some were missed.',
  request: { query: z.object({ model: modelName.optional(), key: keyName.optional() }) },
  answer: z.string(),
  as: 'text/event-stream',
})

/** Characters that may wait for a slow reader before the connection is closed. */
const BACKLOG = 4_000_000
/** Milliseconds between signs of life, and how long a reader may take nothing. */
const HEARTBEAT = 10_000
const STALLED = 30_000
/** Milliseconds between looks at what other workers have done to a watched key. */
const POLL = 1000

export function addLiveRoutes(app: App, { service, tokens }: HttpContext): void {
  app.openapi(live, async (c) => {
    const { model, key } = c.req.valid('query')
    expectScope(c.get('caller'), 'read', model)
    if (model !== undefined) await service.registry.seek([model])
    const record = model === undefined ? undefined : expectModel(service, model)
    if (service.hub.watchers >= LIMITS.watchers) throw new Refusal(429, 'too many watch already', 10)
    const last = c.req.header('last-event-id')
    const authorization = c.req.header('authorization')
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
    c.header('x-accel-buffering', 'no')
    return streamSSE(c, async (stream) => {
      const feed = new Feed()
      // A reader that takes nothing would hold the loop below at its last message.
      feed.onOverflow = () => outgoing?.destroy()
      stream.onAbort(() => feed.close())
      const stop =
        record && key !== undefined
          ? await watchKey(service, record, key, last, feed)
          : watchAll(service, { ...(model ? { model } : {}) }, last, feed)
      const look = setInterval(() => {
        if (feed.stalledFor() > STALLED) outgoing?.destroy()
        // A token that was taken out of the file since.
        const known = tokens()
        if (known && !authenticate(known, authorization)?.allows('read', model)) feed.close()
      }, HEARTBEAT).unref()
      try {
        await stream.write(
          `event: hello\ndata: ${JSON.stringify({ life: service.hub.life })}\nretry: 1000\n\n`,
        )
        for (;;) {
          const chunks = await feed.take(HEARTBEAT)
          if (!chunks) return
          if (chunks.length === 0) await stream.write(': \n\n')
          for (const chunk of chunks) {
            await stream.write(chunk)
            feed.taken()
          }
        }
      } finally {
        clearInterval(look)
        stop()
      }
    })
  })
}

/** The number of a key's event, after that of the key's life. */
function writePlace(epoch: number, head: number): string {
  return epoch === 0 ? String(head) : `${epoch.toString(36)}-${head}`
}

/** A number alone is of whatever life there is. */
function readPlace(text = ''): { epoch: number | undefined; head: number } {
  const place = readEtag(`"${text}"`)
  return { epoch: text.includes('-') ? place?.epoch : undefined, head: place?.head ?? 0 }
}

/** Text for one reader, handed over in the order it came. */
class Feed {
  /** Called once when too much waits. */
  onOverflow: () => void = () => {}
  #waiting: (Uint8Array | string)[] = []
  #size = 0
  #wake: (() => void) | undefined
  #closed = false
  /** When the reader was last given something that it has not taken yet. */
  #handed = Infinity

  put(chunk: Uint8Array | string): void {
    if (this.#closed) return
    this.#waiting.push(chunk)
    this.#size += chunk.length
    if (this.#size > BACKLOG) {
      this.close()
      this.onOverflow()
    }
    this.#wake?.()
  }

  close(): void {
    this.#closed = true
    this.#waiting = []
    this.#wake?.()
  }

  /** The reader has taken one of the chunks it was given. */
  taken(): void {
    this.#handed = performance.now()
  }

  /** Milliseconds since the reader was given what it has not taken yet. */
  stalledFor(): number {
    return performance.now() - this.#handed
  }

  /** What waits; nothing after `timeout` milliseconds; undefined when closed. */
  async take(timeout: number): Promise<(Uint8Array | string)[] | undefined> {
    this.#handed = Infinity
    if (this.#waiting.length === 0 && !this.#closed) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeout)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#wake = undefined
    }
    if (this.#closed) return undefined
    this.taken()
    const chunks = this.#waiting
    this.#waiting = []
    this.#size = 0
    return chunks
  }
}

const RESYNC = 'event: resync\ndata: {}\n\n'

function message(id: string, { model, key, seq, op, body }: LiveEvent): string {
  const data = `{"model":${JSON.stringify(model)},"key":${JSON.stringify(key)},"seq":${seq},"op":"${op}","body":${body}}`
  return `id: ${id}\nevent: ${op}\ndata: ${data}\n\n`
}

function watchAll(service: Service, interest: Interest, last: string | undefined, feed: Feed): () => void {
  const { hub } = service
  const text = (event: NumberedEvent): string => message(`${hub.life}:${event.number}`, event)
  const [life, number] = (last ?? '').split(':')
  if (last !== undefined) {
    const missed = life === hub.life ? hub.since(Number(number), interest) : undefined
    feed.put(missed ? missed.map(text).join('') : `id: ${hub.life}:${hub.number}\n${RESYNC}`)
  }
  return hub.listen(
    interest,
    (bunch) => feed.put(bunch.text(text)),
    () => feed.close(),
  )
}

/** A key's own numbers are the same on every worker and after every restart, until it is deleted. */
async function watchKey(
  service: Service,
  model: ModelRecord,
  key: string,
  last: string | undefined,
  feed: Feed,
): Promise<() => void> {
  let { epoch, head: told } = readPlace(last)
  const put = (event: LiveEvent): void => {
    if (event.seq <= told) return
    told = event.seq
    feed.put(message(epoch === undefined ? String(told) : writePlace(epoch, told), event))
  }
  /** What the key itself still remembers. */
  const catchUp = async (): Promise<void> => {
    const [life, remembered] = await service.keyed.read(
      streamOf(model, key),
      (entry) => [entry.epoch, entry.remembered.values()] as const,
    )
    if (epoch !== undefined && life !== epoch) {
      // It was deleted, and its numbers begin anew.
      told = 0
      feed.put(RESYNC)
    }
    epoch = life
    for (const { seq, body } of remembered) {
      const { op } = JSON.parse(body) as { op?: string }
      // What was done to alerts is no round.
      if (op !== undefined) put({ model: model.name, key, seq, op, body })
    }
  }
  await catchUp()
  const stop = service.hub.listen(
    { model: model.name, key },
    ({ events }: Bunch) => {
      for (const event of events) {
        // A gap is what another worker did in between.
        if (event.seq !== told + 1) return void catchUp().catch(() => {})
        put(event)
      }
    },
    () => feed.close(),
  )
  const poll = service.journal.shared
    ? setInterval(() => void catchUp().catch(() => {}), POLL).unref()
    : undefined
  return () => {
    clearInterval(poll)
    stop()
  }
}
