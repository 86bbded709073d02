import { Groups } from './groups.ts'
import type { List } from './list.ts'
import type { Shelf } from './shelf.ts'

/** Plain data on a shelf by place: put there in any order, read in theirs. */
export class Slots<T> implements List<T> {
  readonly #values: Groups<T, T[]>
  /** The value that was put or read last: of few large ones, each is asked for many times. */
  #last: { readonly i: number; readonly value: T | undefined } = { i: -1, value: undefined }
  length = 0

  constructor(shelf: Shelf) {
    this.#values = Groups.values(shelf)
  }

  set(i: number, value: T): void {
    this.#values.add(i, value)
    this.length = Math.max(this.length, i + 1)
    this.#last = { i, value }
  }

  at(i: number): T | undefined {
    if (this.#last.i !== i) this.#last = { i, value: this.#values.of(i)[0] }
    return this.#last.value
  }

  *[Symbol.iterator](): Generator<T, void, void> {
    for (let i = 0; i < this.length; i++) yield this.at(i) as T
  }
}
