import { normalLogPdf } from '../../math/normal.ts'
import { type Rng, seededRng } from '../../math/rng.ts'

/** One round of a synthetic stream, with the truth that real data hide. */
export interface Example {
  readonly x: Float64Array
  readonly y: number
  /** E[y | x] at this round. */
  readonly mean: number
}

/** A seeded stream: iterating again gives the same examples again, each with arrays of its own. */
export interface Synthetic<E extends Example = Example> extends Iterable<E> {
  readonly length: number
  /** log p*(y | x), the true conditional density at the example's round, at any y. */
  logDensity(example: E, y: number): number
}

export interface SyntheticOptions {
  /** @default 1 */
  readonly seed?: number | undefined
  /** Number of rounds T. */
  readonly length?: number | undefined
}

/** `draw` is called for t = 1 … length with the stream's own generator, and made anew for each iteration. */
export function synthetic<E extends Example>(
  length: number,
  seed: number,
  drawing: () => (t: number, rng: Rng) => E,
  logDensity: (example: E, y: number) => number,
): Synthetic<E> {
  return {
    length,
    logDensity,
    *[Symbol.iterator]() {
      const rng = seededRng(seed)
      const draw = drawing()
      for (let t = 1; t <= length; t++) yield draw(t, rng)
    },
  }
}

/** log N(y; mean, sd²). */
export function logNormal(y: number, mean: number, sd: number): number {
  return normalLogPdf((y - mean) / sd) - Math.log(sd)
}

/** Which of `count` equal blocks of the stream round t lies in, from 0. */
export function blockOf(t: number, length: number, count: number): number {
  return Math.floor(((t - 1) * count) / length)
}
