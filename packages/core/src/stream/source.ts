import { ArgumentError } from '../base/errors.ts'
import { refuseUnknown } from '../base/options.ts'

/**
 * Anything bytes or text can be read from: a string, a byte array, a web stream, a Node stream, or any
 * iterable of byte arrays and strings. Text is read as UTF-8.
 */
export type ByteSource =
  | string
  | Uint8Array
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>

export interface SourceOptions {
  /** Stops the reading, also while it waits: the reader throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Bytes handed on at once, so that a batch of rows stays small however large the source's own pieces are. */
const pieceSize = 1 << 16

/** Any source as an async iterable of byte arrays, none longer than 64 KiB. Leaving the loop closes the source. */
export async function* bytes(
  source: ByteSource,
  options: SourceOptions = {},
): AsyncGenerator<Uint8Array, void, void> {
  refuseUnknown('bytes', options, ['signal'])
  const { signal } = options
  const encoder = new TextEncoder()
  let half = ''
  for await (const part of abortable(parts(source), signal)) {
    if (typeof part === 'string') {
      let text = half + part
      half = ''
      // A surrogate pair may be split between two strings; its halves encode to nothing useful alone.
      if (isHighSurrogate(text.charCodeAt(text.length - 1))) {
        half = text.slice(-1)
        text = text.slice(0, -1)
      }
      for (const slice of textPieces(text)) yield encoder.encode(slice)
    } else if (part instanceof Uint8Array) {
      if (half !== '') yield encoder.encode(half)
      half = ''
      for (let i = 0; i < part.length; i += pieceSize) yield part.subarray(i, i + pieceSize)
    } else {
      throw new ArgumentError(`a source must give bytes or text; received ${typeof part}`)
    }
  }
  if (half !== '') yield encoder.encode(half)
}

function parts(source: ByteSource): AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string> {
  if (typeof source === 'string' || source instanceof Uint8Array) return [source]
  if (source !== null && typeof source === 'object') {
    if (Symbol.asyncIterator in source || Symbol.iterator in source) return source
    if ('getReader' in source) return drain(source as ReadableStream<Uint8Array | string>)
  }
  throw new ArgumentError('a source must be text, bytes, a stream or an iterable of them')
}

/** For the browsers whose ReadableStream cannot be iterated. */
async function* drain<T>(stream: ReadableStream<T>): AsyncGenerator<T, void, void> {
  const reader = stream.getReader()
  let ended = false
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
    ended = true
  } finally {
    if (!ended) await reader.cancel().catch(() => {})
    reader.releaseLock()
  }
}

function* textPieces(text: string): Generator<string, void, void> {
  for (let i = 0; i < text.length; ) {
    let end = Math.min(i + pieceSize / 4, text.length)
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end++
    yield text.slice(i, end)
    i = end
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

/** The same items, until the signal aborts: then the pending wait rejects at once and the source is closed. */
export function abortable<T>(
  items: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal | undefined,
): AsyncIterable<T> | Iterable<T> {
  return signal === undefined ? items : untilAborted(items, signal)
}

async function* untilAborted<T>(
  items: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void, void> {
  const iterator =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : (items as Iterable<T>)[Symbol.iterator]()
  // One listener for the whole stream: Promise.race with a promise that never settles would keep every wait alive.
  let giveUp: (reason: unknown) => void = () => {}
  const onAbort = () => giveUp(signal.reason)
  signal.addEventListener('abort', onAbort)
  let open = true
  try {
    while (true) {
      signal.throwIfAborted()
      const step = await new Promise<IteratorResult<T>>((resolve, reject) => {
        giveUp = reject
        Promise.resolve(iterator.next()).then(resolve, reject)
      })
      if (step.done) {
        open = false
        return
      }
      yield step.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    if (open) {
      const closing = Promise.resolve(iterator.return?.())
      // After an abort the source may still be waiting; its own end is not ours to wait for.
      if (signal.aborted) closing.catch(() => {})
      else await closing
    }
  }
}

/** An iterable as a web stream, pulled one item at a time: back-pressure and cancellation reach the iterable. */
export function toReadableStream<T>(items: AsyncIterable<T> | Iterable<T>): ReadableStream<T> {
  const iterator =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : (items as Iterable<T>)[Symbol.iterator]()
  return new ReadableStream<T>(
    {
      async pull(controller) {
        const step = await iterator.next()
        if (step.done) controller.close()
        else controller.enqueue(step.value)
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
