import type { Answer } from '../fold.ts'

/** An event that was answered: what a repeat of it gets. */
export interface Remembered extends Answer {
  readonly id: string
  /** Of what the caller sent, so that the same id with other contents is noticed. */
  readonly digest: number
  readonly seq: number
}

/** The last events of a key with their answers, oldest first. */
export class RememberedEvents {
  readonly #byId = new Map<string, Remembered>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(id: string): Remembered | undefined {
    return this.#byId.get(id)
  }

  add(event: Remembered): void {
    this.#byId.delete(event.id)
    this.#byId.set(event.id, event)
    if (this.#byId.size > this.#limit) this.#byId.delete(this.#byId.keys().next().value as string)
  }

  values(): Remembered[] {
    return [...this.#byId.values()]
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
