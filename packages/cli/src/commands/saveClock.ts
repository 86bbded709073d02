/** Milliseconds after which a run saves, also between the rows at which it always does. */
const PATIENCE = 30_000

/**
 * Says when a run whose rows take long saves again: a machine that dies costs it half a minute, however few rows that is.
 *
 * @param now milliseconds
 */
export class SaveClock {
  #saved: number

  constructor(now: number = performance.now()) {
    this.#saved = now
  }

  isDue(now: number = performance.now()): boolean {
    return now - this.#saved >= PATIENCE
  }

  saved(now: number = performance.now()): void {
    this.#saved = now
  }
}
