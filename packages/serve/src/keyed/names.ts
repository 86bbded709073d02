import type { NameChunk, Write } from '../base/journal.ts'
import { digest } from './remembered.ts'

/** Names in one chunk: 4 kB. */
const CHUNK = 512
/** A key remembers at least the last 1,000 names, however old they are. */
const LEAST = 1000

export interface NamesOptions {
  /** Names remembered of a key. 0: none. */
  readonly names: number
  /** Milliseconds that a name is remembered. */
  readonly namesFor: number
}

interface Chunk {
  readonly nth: number
  /** When its last name came, milliseconds since 1970. */
  newest: number
  hashes: Float64Array
  count: number
}

/**
 * The names of a key's events, long after their answers were forgotten: 53 bits of each. That a new name looks like one of
 * 10,000 old ones has a probability of 10⁻¹².
 *
 * Names are kept in chunks, and go by whole chunks: those with more than `names` names after them, and those older than
 * `namesFor` with more than a thousand after them. A journal writes again only the chunk that grows.
 */
export class Names {
  readonly #options: NamesOptions
  #chunks: Chunk[]
  #count = 0
  #next = 0
  /** The first chunk that the journal does not have as it is; undefined if it has all. */
  #unsaved: number | undefined
  #changes = 0
  /** What `unsaved` returned last: after so many changes, up to this chunk. */
  #asked = { changes: -1, last: -1 }

  constructor(options: NamesOptions, saved: readonly NameChunk[] = []) {
    this.#options = options
    this.#chunks = saved.map(read)
    this.#count = this.#chunks.reduce((sum, { count }) => sum + count, 0)
    this.#next = (this.#chunks.at(-1)?.nth ?? -1) + 1
  }

  get bytes(): number {
    return this.#chunks.reduce((sum, { hashes }) => sum + hashes.byteLength + 100, 0)
  }

  has(name: string): boolean {
    if (this.#count === 0) return false
    const hash = digest(name)
    // Unused places hold NaN, which is no hash.
    return this.#chunks.some(({ hashes }) => hashes.includes(hash))
  }

  /** @param at when the event came, milliseconds since 1970 */
  add(name: string, at: number): void {
    if (this.#options.names === 0) return
    let last = this.#chunks.at(-1)
    if (!last || last.count === CHUNK) {
      last = { nth: this.#next++, newest: at, hashes: new Float64Array(8).fill(Number.NaN), count: 0 }
      this.#chunks.push(last)
      this.#forget(at)
    }
    if (last.count === last.hashes.length) last.hashes = grown(last.hashes)
    last.hashes[last.count++] = digest(name)
    last.newest = at
    this.#count++
    this.#changes++
    this.#unsaved ??= last.nth
  }

  clear(): void {
    this.#chunks = []
    this.#count = 0
    this.#changes++
    this.#unsaved = this.#next
  }

  /** What the journal must write so that it has all names; undefined if it has. */
  unsaved(): Write['names'] {
    const from = this.#unsaved
    if (from === undefined) return undefined
    this.#asked = { changes: this.#changes, last: this.#next - 1 }
    const chunks = this.#chunks.filter(({ nth }) => nth >= from).map(write)
    return { first: this.#chunks[0]?.nth ?? this.#next, chunks }
  }

  /** The journal has what `unsaved` returned last. */
  saved(): void {
    const { changes, last } = this.#asked
    if (this.#changes === changes) this.#unsaved = undefined
    // The last chunk has grown since, or all was cleared, and then those after it are new.
    else if (this.#unsaved !== undefined) this.#unsaved = Math.max(this.#unsaved, last)
  }

  #forget(now: number): void {
    const { names, namesFor } = this.#options
    for (;;) {
      const [oldest] = this.#chunks
      const left = this.#count - (oldest?.count ?? 0)
      const late = (oldest?.newest ?? now) < now - namesFor
      if (!oldest || (left < names && !(late && left >= LEAST))) return
      this.#chunks.shift()
      this.#count = left
    }
  }
}

function grown(hashes: Float64Array): Float64Array {
  const larger = new Float64Array(Math.min(2 * hashes.length, CHUNK)).fill(Number.NaN)
  larger.set(hashes)
  return larger
}

/** The time, then the names. */
function write({ nth, newest, hashes, count }: Chunk): NameChunk {
  const values = new Float64Array(1 + count)
  values[0] = newest
  values.set(hashes.subarray(0, count), 1)
  return { nth, bytes: new Uint8Array(values.buffer) }
}

function read({ nth, bytes }: NameChunk): Chunk {
  // Copied: what a driver returns may lie anywhere in a larger buffer.
  const values = new Float64Array(Uint8Array.from(bytes).buffer)
  const hashes = values.slice(1)
  return { nth, newest: values[0] as number, hashes, count: hashes.length }
}
