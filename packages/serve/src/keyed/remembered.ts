import type { Answer } from '../base/fold.ts'

/** An event that was answered: what a repeat of it gets. */
export interface Remembered extends Answer {
  readonly id: string
  /** Of what the caller sent, so that the same id with other contents is noticed. */
  readonly digest: number
  readonly seq: number
}

/** The id of an event that its caller did not name: it can have no repeat. */
export const UNNAMED = ''

/**
 * The last events of a key with their answers, in a ring. An id is found by 32 bits of it: 64 comparisons of numbers, where a map
 * would be written anew every few events.
 */
export class RememberedEvents {
  readonly #hashes: Int32Array
  readonly #events: Remembered[] = []
  /** Where the next one goes, and so the oldest, once the ring is full. */
  #next = 0

  constructor(limit: number) {
    this.#hashes = new Int32Array(limit)
  }

  get size(): number {
    return this.#events.length
  }

  get(id: string): Remembered | undefined {
    if (id === UNNAMED) return undefined
    const hash = digest(id) | 0
    for (let i = 0; i < this.#events.length; i++) {
      if (this.#hashes[i] === hash && this.#events[i]?.id === id) return this.#events[i]
    }
    return undefined
  }

  add(event: Remembered): void {
    if (this.#hashes.length === 0) return
    this.#hashes[this.#next] = digest(event.id) | 0
    this.#events[this.#next] = event
    this.#next = (this.#next + 1) % this.#hashes.length
  }

  clear(): void {
    this.#events.length = 0
    this.#next = 0
  }

  /** The oldest first. */
  values(): Remembered[] {
    const full = this.#events.length === this.#hashes.length
    return full
      ? [...this.#events.slice(this.#next), ...this.#events.slice(0, this.#next)]
      : [...this.#events]
  }
}

/** 53 bits of a text. Murmur's mixing on two words, as cyrb53 does. */
export function digest(text: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
