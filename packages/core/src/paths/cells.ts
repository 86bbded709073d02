/**
 * Places for the open entries (origin, step) of paths that are h steps long: about h(h + 1)/2 of them, not h².
 *
 * Entry (o, k) lives from row o, when the path is issued, to row o + k − 1, when its outcome comes. Step k ≤ (h + 1)/2 of
 * origin o leaves its place to step h + 1 − k of origin o + k, which leaves it to step k of origin o + h + 1.
 */
export class Cells {
  /** How many places there are. */
  readonly size: number
  /** Rows after which a place is used by the same step again. */
  readonly period: number
  readonly #half: number

  constructor(steps: number) {
    this.period = steps + 1
    this.#half = Math.ceil(steps / 2)
    this.size = this.period * this.#half
  }

  /** The place of a step, from 1, of the path that was issued before row `origin`. */
  at(origin: number, step: number): number {
    const other = this.period - step
    if (step <= other) return (origin % this.period) * this.#half + step - 1
    return ((origin + step) % this.period) * this.#half + other - 1
  }
}
