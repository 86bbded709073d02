/** One message of an Arrow file or stream: its bytes with what stands before them, and what it is. */
export interface ArrowMessage {
  readonly kind: 'schema' | 'dictionary' | 'rows' | 'other'
  readonly bytes: Uint8Array
}

const MAGIC = 'ARROW1'
const KINDS = ['other', 'schema', 'dictionary', 'rows'] as const

/**
 * The messages one after the other, so that only one need be held.
 *
 * A file is a stream between `ARROW1` and a list of where its messages are, which is not needed: they come in order. Each
 * is 0xFFFFFFFF, the length of its description, the description (a flatbuffer) and a body; a length of 0 is the end.
 */
export async function* arrowMessages(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<ArrowMessage, void, void> {
  const reader = new Reader(source)
  const start = await reader.peek(MAGIC.length)
  const isFile = Buffer.from(start).toString('latin1') === MAGIC
  if (isFile) await reader.take(8)
  for (;;) {
    const prefix = await reader.peek(8)
    // A stream may end without saying so; a file may not.
    if (prefix.length === 0 && !isFile) return
    if (prefix.length < 8) throw new Error('it ends too early')
    const length = viewOf(prefix).getUint32(4, true)
    if (viewOf(prefix).getUint32(0, true) !== 0xffffffff)
      throw new Error('it is damaged, or older than Arrow 0.15')
    if (length === 0) return
    const head = await reader.peek(8 + length)
    if (head.length < 8 + length) throw new Error('it ends too early')
    const { kind, body } = described(viewOf(head.subarray(8)))
    const bytes = await reader.take(8 + length + body)
    if (bytes.length < 8 + length + body) throw new Error('it ends too early')
    yield { kind: KINDS[kind] ?? 'other', bytes }
  }
}

/** Kind and length of the body, of a flatbuffer `Message { version, header_type, header, bodyLength }`. */
function described(view: DataView): { kind: number; body: number } {
  const table = view.getUint32(0, true)
  const fields = table - view.getInt32(table, true)
  const size = view.getUint16(fields, true)
  const at = (field: number): number => {
    const place = 4 + 2 * field
    const offset = place < size ? view.getUint16(fields + place, true) : 0
    return offset === 0 ? -1 : table + offset
  }
  const [kind, body] = [at(1), at(3)]
  return {
    kind: kind < 0 ? 0 : view.getUint8(kind),
    body: body < 0 ? 0 : Number(view.getBigInt64(body, true)),
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Bytes by number, from pieces of any size; fewer at the end. */
class Reader {
  readonly #pieces: AsyncIterator<Uint8Array>
  #held: Uint8Array[] = []
  #size = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#pieces = source[Symbol.asyncIterator]()
  }

  async peek(count: number): Promise<Uint8Array> {
    while (this.#size < count) {
      const step = await this.#pieces.next()
      if (step.done) break
      this.#held.push(step.value)
      this.#size += step.value.length
    }
    if (this.#held.length !== 1) this.#held = [Buffer.concat(this.#held)]
    return (this.#held[0] as Uint8Array).subarray(0, count)
  }

  async take(count: number): Promise<Uint8Array> {
    const taken = await this.peek(count)
    const rest = (this.#held[0] as Uint8Array).subarray(taken.length)
    this.#held = [rest]
    this.#size = rest.length
    return taken
  }
}
