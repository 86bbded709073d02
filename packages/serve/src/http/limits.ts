import { Refusal } from './refusal.ts'

/** What a token may do, on each worker. */
export interface Limits {
  /** Events a second, and requests that carry none. */
  readonly events?: number
  /** Bytes of bodies a second. */
  readonly bytes?: number
  /** New keys a day. */
  readonly keys?: number
}

/** Seconds of its rate that a quiet token may use at once. */
const BURST = 10
const DAY = 86_400

/** Fills at a rate and may be overdrawn once: a batch larger than it is taken, and paid for by waiting. */
class Bucket {
  readonly #rate: number
  readonly #size: number
  #level: number
  #at = performance.now()

  constructor(rate: number, size: number) {
    this.#rate = rate
    this.#size = size
    this.#level = size
  }

  /** Seconds to wait; 0: it was taken. */
  take(amount: number): number {
    const now = performance.now()
    this.#level = Math.min(this.#size, this.#level + (this.#rate * (now - this.#at)) / 1000)
    this.#at = now
    if (this.#level < 1) return Math.ceil((1 - this.#level) / this.#rate)
    this.#level -= amount
    return 0
  }
}

/** The buckets of one token. */
export class Allowance {
  readonly #limits: Limits
  readonly #events: Bucket | undefined
  readonly #bytes: Bucket | undefined
  readonly #keys: Bucket | undefined

  constructor(limits: Limits) {
    const { events, bytes, keys } = limits
    this.#limits = limits
    this.#events = events === undefined ? undefined : new Bucket(events, BURST * events)
    this.#bytes = bytes === undefined ? undefined : new Bucket(bytes, BURST * bytes)
    this.#keys = keys === undefined ? undefined : new Bucket(keys / DAY, keys)
  }

  /** @throws {Refusal} 429 with the time to wait */
  charge(events: number, bytes = 0): void {
    expectPaid(this.#events?.take(events), `${this.#limits.events} events a second`)
    if (bytes > 0) expectPaid(this.#bytes?.take(bytes), `${this.#limits.bytes} bytes a second`)
  }

  /** A new key. @throws {Refusal} */
  chargeKey(): void {
    expectPaid(this.#keys?.take(1), `${this.#limits.keys} new keys a day`)
  }
}

function expectPaid(wait: number | undefined, what: string): void {
  if (wait) throw new Refusal(429, `this token may send ${what}`, wait)
}

/** The allowances of all tokens, by their hashes. */
export class Allowances {
  readonly #known = new Map<string, { readonly text: string; readonly allowance: Allowance }>()

  /** The same buckets as long as the limits of the token are the same. */
  of({ sha256, limits }: { readonly sha256: string; readonly limits?: Limits }): Allowance | undefined {
    if (!limits) return undefined
    const text = JSON.stringify(limits)
    const known = this.#known.get(sha256)
    if (known?.text === text) return known.allowance
    const allowance = new Allowance(limits)
    this.#known.set(sha256, { text, allowance })
    return allowance
  }
}
