import { ProblemError } from './problem.ts'
import type { LiveEvent } from './types.ts'

export interface LiveOptions {
  readonly model?: string
  readonly key?: string
  /** With a key: the number of the last event that is known. */
  readonly after?: number
  readonly signal?: AbortSignal
  /** Called when the connection comes and goes. */
  readonly onState?: (state: 'open' | 'lost') => void
  /** Called when events were missed that cannot be told any more: read the keys again. */
  readonly onResync?: () => void
}

type Open = (path: string, init: RequestInit) => Promise<Response>

/** Server-sent events by fetch, which unlike EventSource can carry a token. */
export async function* live(open: Open, options: LiveOptions): AsyncGenerator<LiveEvent, void, void> {
  const { model, key, signal, onState, onResync } = options
  const query = new URLSearchParams(
    Object.entries({ model, key }).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])),
  )
  let last = options.after === undefined ? undefined : String(options.after)
  let pause = 200
  while (!signal?.aborted) {
    try {
      const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last }
      const response = await open(`/live?${query}`, { headers, ...(signal ? { signal } : {}) })
      if (!response.ok || !response.body) throw await ProblemError.of(response)
      onState?.('open')
      pause = 200
      for await (const message of messages(response.body)) {
        if (message.id !== undefined) last = message.id
        if (message.event === 'resync') onResync?.()
        else if (message.event !== 'hello' && message.data) yield JSON.parse(message.data) as LiveEvent
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof ProblemError && error.status < 500 && error.status !== 429) throw error
    }
    onState?.('lost')
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
    pause = Math.min(2 * pause, 5000)
  }
}

interface Message {
  readonly event: string
  readonly id: string | undefined
  readonly data: string
}

/** The blocks of an event stream, as the standard says: fields by line, a block ends with an empty line. */
export async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message, void, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split(/\r?\n\r?\n/)
      text = blocks.pop() as string
      for (const block of blocks) yield parse(block)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parse(block: string): Message {
  const fields = { event: 'message', id: undefined as string | undefined, data: [] as string[] }
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') fields.event = value
    if (name === 'id') fields.id = value
    if (name === 'data') fields.data.push(value)
  }
  return { event: fields.event, id: fields.id, data: fields.data.join('\n') }
}
