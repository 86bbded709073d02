import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work between two looks at what else has happened. */
const BETWEEN = 100
/** Steps between two looks at the clock, at most: steps may become slower on the way. */
const LONGEST_STRIDE = 64

/**
 * Pauses in a long piece of work, in which signals and messages arrive.
 *
 *     if (breath.isDue()) await breath.take(signal)
 *
 * The clock is read after 1, 2, 4, … steps, as long as they are quick: a step may take a microsecond or a second.
 */
export class Breath {
  #stride = 1
  #left = 1
  #read = performance.now()
  #taken = this.#read

  isDue(): boolean {
    if (--this.#left > 0) return false
    const now = performance.now()
    const slow = now - this.#read > BETWEEN / 8
    this.#stride = slow ? Math.max(1, this.#stride >> 1) : Math.min(LONGEST_STRIDE, 2 * this.#stride)
    this.#left = this.#stride
    this.#read = now
    return now - this.#taken >= BETWEEN
  }

  /** Lets everything that waits happen; throws if the signal was given. */
  async take(signal?: AbortSignal): Promise<void> {
    await setImmediate()
    signal?.throwIfAborted()
    this.#taken = this.#read = performance.now()
  }
}
