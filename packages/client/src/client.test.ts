import { createServer, type Server } from 'node:http'
import { describe, expect, it } from 'vitest'
import { Client } from './client.ts'
import { messages } from './live.ts'

const body = (...chunks: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })

describe('messages', () => {
  it('reads an event stream, wherever it is cut', async () => {
    const text =
      'id: 7\nevent: learn\ndata: {"a":1,\ndata: "b":"é"}\n\n: sign of life\n\nevent: x\ndata: y\n\n'
    const bytes = new TextEncoder().encode(text)
    for (let cut = 1; cut < bytes.length; cut += 5) {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(bytes.subarray(0, cut))
          controller.enqueue(bytes.subarray(cut))
          controller.close()
        },
      })
      const read: unknown[] = []
      for await (const message of messages(stream)) if (message.data) read.push(message)
      expect(read).toEqual([
        { id: '7', event: 'learn', data: '{"a":1,\n"b":"é"}' },
        { id: undefined, event: 'x', data: 'y' },
      ])
    }
  })
})

describe('Client', () => {
  const answers = (...given: (() => Response)[]) => {
    const sent: { url: string; headers: Headers; body: unknown }[] = []
    const fetch: typeof globalThis.fetch = async (url, init) => {
      sent.push({ url: String(url), headers: new Headers(init?.headers), body: init?.body })
      return (given[Math.min(sent.length, given.length) - 1] as () => Response)()
    }
    return { sent, client: new Client({ url: 'http://x/', token: 't', fetch }) }
  }
  const busy = () => new Response('{}', { status: 429, headers: { 'retry-after': '0' } })
  const done = () => Response.json({ mean: 1 })

  it('sends an event again under the same name until it is answered', async () => {
    const { sent, client } = answers(
      busy,
      () => {
        throw new TypeError('fetch failed')
      },
      done,
    )
    await client.learn('m', 'a/b', { input: 1, y: 2 })
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer t')
    expect(sent[0]?.url).toBe('http://x/models/m/keys/a%2Fb/learn')
  })

  it('says what the service refused', async () => {
    const refused = () =>
      Response.json({ title: 'no', detail: 'no such id', code: 'no-such-id' }, { status: 404 })
    await expect(answers(refused).client.key('m', 'a')).rejects.toMatchObject({
      name: 'ProblemError',
      status: 404,
      message: 'no such id',
      code: 'no-such-id',
    })
  })

  it('goes on after a break where it was, and tells when events were missed', async () => {
    const seen: (string | undefined)[] = []
    const event = (seq: number) => `id: ${seq}\nevent: learn\ndata: {"seq":${seq}}\n\n`
    const server: Server = createServer((request, response) => {
      seen.push(request.headers['last-event-id'] as string | undefined)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      if (seen.length === 1) response.end(`${event(1)}${event(2)}`)
      else response.end(`id: 9\nevent: resync\ndata: {}\n\n${event(10)}`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const abort = new AbortController()
    let resyncs = 0
    const numbers: number[] = []
    const client = new Client({ url: `http://127.0.0.1:${port}` })
    for await (const { seq } of client.live({
      model: 'm',
      key: 'a',
      signal: abort.signal,
      onResync: () => resyncs++,
    })) {
      numbers.push(seq)
      if (seq === 10) break
    }
    abort.abort()
    server.closeAllConnections()
    server.close()
    expect(numbers).toEqual([1, 2, 10])
    expect(seen.slice(0, 2)).toEqual([undefined, '2'])
    expect(resyncs).toBe(1)
  })

  it('sends a file of events in batches', async () => {
    const reply = () => new Response('{"status":200,"body":{}}\n{"status":200,"body":{}}\n')
    const { sent, client } = answers(reply)
    const events = Array.from(
      { length: 4 },
      (_, i) => ({ model: 'm', key: 'a', op: 'learn', y: i, id: `${i}` }) as const,
    )
    let count = 0
    for await (const { status } of client.replay(events, 2)) if (status === 200) count++
    expect([sent.length, count]).toEqual([2, 4])
  })
})

it('leaves out a block that was not finished', async () => {
  const read: unknown[] = []
  for await (const message of messages(body('data: 1\n\n', 'data: 2\n\ndata: 3'))) read.push(message.data)
  expect(read).toEqual(['1', '2'])
})
