import type { Fold } from '../base/fold.ts'
import type { Entry } from './entry.ts'

/** Milliseconds before a changed mark is written by itself. */
const DELAY = 500

/** The keys whose mark in the journal is not what it should be. It goes along with their next event, or after a while. */
export class Marks<State> {
  readonly #fold: Fold<State>
  readonly #changed = new Set<string>()
  readonly #due: () => void
  #timer: NodeJS.Timeout | undefined

  /** @param due called when marks have waited long enough */
  constructor(fold: Fold<State>, due: () => void) {
    this.#fold = fold
    this.#due = due
  }

  of({ state }: Entry<State>): number {
    return this.#fold.mark?.(state) ?? 0
  }

  /** The mark to write; undefined if the journal has it. */
  changed(entry: Entry<State>): number | undefined {
    return this.#changed.has(entry.key) ? this.of(entry) : undefined
  }

  /** After an event. */
  note(entry: Entry<State>): void {
    if (this.of(entry) === entry.mark) return
    this.#changed.add(entry.key)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#due()
    }, DELAY).unref()
  }

  written(entry: Entry<State>, mark: number): void {
    entry.mark = mark
    this.#changed.delete(entry.key)
  }

  /** All of them, once. */
  take(): string[] {
    const keys = [...this.#changed]
    this.#changed.clear()
    return keys
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
