import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { ArgumentError } from '../base/errors.ts'
import { type ByteSource, bytes, toReadableStream } from './source.ts'

async function textOf(source: ByteSource, signal?: AbortSignal): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bytes(source, { signal })) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

describe('bytes', () => {
  const long = 'aé😀'.repeat(50_000)

  it('gives every source in pieces of at most 64 KiB', async () => {
    const encoded = new TextEncoder().encode(long)
    for (const source of [long, encoded, [long, long], [encoded, long]]) {
      for await (const chunk of bytes(source)) expect(chunk.length).toBeLessThanOrEqual(65536)
    }
    expect(await textOf(long)).toBe(long)
    expect(await textOf(encoded)).toBe(long)
    expect(await textOf([encoded, long])).toBe(long + long)
  })

  it('reads Node streams, web streams, and web streams that cannot be iterated', async () => {
    expect(await textOf(Readable.from([Buffer.from('é'), 'x']))).toBe('éx')
    expect(await textOf(toReadableStream(['a', 'b']))).toBe('ab')
    const old = toReadableStream(['a', 'b'])
    expect(await textOf({ getReader: () => old.getReader() } as unknown as ByteSource)).toBe('ab')
  })

  it.each([null, undefined, 5, {}])('refuses %s', async (source) => {
    await expect(textOf(source as unknown as ByteSource)).rejects.toThrow(ArgumentError)
  })

  it('refuses a source of numbers', async () => {
    await expect(textOf([1, 2] as unknown as ByteSource)).rejects.toThrow('bytes or text')
  })

  it('throws the reason of a signal at once while a source waits, and closes the source', async () => {
    const controller = new AbortController()
    let closed = false
    const source = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<string>>(() => {}),
        return: async () => {
          closed = true
          return { done: true as const, value: undefined }
        },
      }),
    }
    const reading = textOf(source, controller.signal)
    controller.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
    expect(closed).toBe(true)
  })

  it('reads nothing under a signal that has aborted', async () => {
    await expect(textOf('a', AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
  })

  it('passes the error of a source on', async () => {
    async function* broken() {
      yield 'a'
      throw new Error('disk on fire')
    }
    await expect(textOf(broken())).rejects.toThrow('disk on fire')
    await expect(textOf(broken(), new AbortController().signal)).rejects.toThrow('disk on fire')
  })
})

describe('toReadableStream', () => {
  it('pulls no more than was asked for, and closes the iterable when cancelled', async () => {
    let given = 0
    let closed = false
    function* numbers() {
      try {
        while (true) yield given++
      } finally {
        closed = true
      }
    }
    const reader = toReadableStream(numbers()).getReader()
    expect((await reader.read()).value).toBe(0)
    expect((await reader.read()).value).toBe(1)
    expect(given).toBe(2)
    await reader.cancel()
    expect(closed).toBe(true)
  })
})
