import type { Curves } from './experiment.ts'

/** How many points of a curve are kept: more than a figure has pixels for is of no use. */
const POINTS = 240

/** Writes down curves at about 240 rounds of a stream, the last among them: evenly spaced, or dense at the start. */
export class Recorder {
  readonly #rounds: number[]
  readonly #curves: Record<string, number[]> = {}
  #next = 0

  constructor(length: number, spacing: 'even' | 'log' = 'even') {
    const count = Math.min(length, POINTS)
    const at = (i: number): number =>
      spacing === 'even' ? ((i + 1) * length) / count : length ** (i / (count - 1))
    this.#rounds = [...new Set(Array.from({ length: count }, (_, i) => Math.round(at(i))))]
  }

  /** Whether round t is one of those; ask once a round, in order. */
  wants(t: number): boolean {
    if (this.#rounds[this.#next] !== t) return false
    this.#next++
    return true
  }

  add(name: string, value: number): void {
    this.#curves[name] ??= []
    this.#curves[name].push(value)
  }

  /** One curve for each entry, named by its index after the prefix. */
  addEach(values: ArrayLike<number>, prefix: string = ''): void {
    for (let k = 0; k < values.length; k++) this.add(`${prefix}${k}`, values[k])
  }

  get curves(): Curves {
    return { x: this.#rounds, y: this.#curves }
  }
}
