import { hasBit } from './bitRows.ts'
import { replaceInOrder } from './replaceInOrder.ts'
import { type RingShape, ringShape, type SortedRings } from './sortedRings.ts'

/**
 * The memories of one series at work: for each size W the last W numbers, in increasing order. Scratch.
 *
 * The longest is read where it stands; those with a rung are picked out by its bits, shorter ones by their stamps. As long
 * as no other series is asked for they follow it: a third of the time.
 */
export class Ladder {
  /** Increasing. */
  readonly sizes: readonly number[]
  readonly shape: RingShape
  /** In which array each memory stands, from where on, and how many numbers it holds. */
  readonly sorted: Float64Array[]
  readonly starts: Int32Array
  readonly lengths: Int32Array
  readonly #ages: readonly Uint8Array[]
  /** The shortest memory that is picked out by bits. */
  readonly #firstRung: number
  /** The last numbers by time, once there is a series to follow: number n in slot n mod size. */
  readonly #past: Float64Array
  #hasPast = false
  #rings: SortedRings | null = null
  #series = 0
  #count = 0

  constructor(sizes: readonly number[]) {
    this.sizes = sizes
    this.shape = ringShape(sizes)
    // With room for one more: what is too old is written, and then written over.
    this.sorted = sizes.map((size) => new Float64Array(size + 1))
    this.#ages = sizes.map((size) => new Uint8Array(size + 1))
    this.starts = new Int32Array(sizes.length)
    this.lengths = new Int32Array(sizes.length)
    this.#past = new Float64Array(this.shape.size)
    this.#firstRung = sizes.length - 1 - this.shape.rungs.length
  }

  /** Turns to one series. */
  open(rings: SortedRings, series: number): void {
    const n = rings.counts[series]
    if (this.#isAt(rings, series)) return
    const { size, rungs, words } = this.shape
    const top = this.sizes.length - 1
    const first = this.#firstRung
    this.sorted[top] = rings.values
    this.starts[top] = series * size
    this.lengths[top] = n < size ? n : size
    for (let k = top - 1, r = rungs.length - 1; r >= 0; k--, r--) {
      this.lengths[k] = pick(rings, series * size, (series * rungs.length + r) * words, words, this.sorted[k])
    }
    if (rungs.length > 0) {
      readAges(rings, series * size, series * rungs.length * words, words, n, this.#ages[first])
    } else {
      for (let i = 0; i < this.lengths[top]; i++) {
        this.#ages[top][i] = (n - 1 - rings.stamps[series * size + i]) & 255
      }
    }
    for (let k = first - 1; k >= 0; k--) this.#pickYoung(k + 1, k)
    this.#rings = rings
    this.#series = series
    this.#count = n
    this.#hasPast = false
  }

  /** Follows the number that a series is about to be given; must be called before the rings take it. */
  follow(rings: SortedRings, series: number, value: number): void {
    if (!this.#isAt(rings, series)) return
    const { sizes, sorted, lengths } = this
    const { size } = this.shape
    const past = this.#past
    const n = this.#count
    if (!this.#hasPast) this.#readPast(rings)
    const slot = (n % size) | 0
    const top = sizes.length - 1
    for (let k = 0; k < top; k++) {
      const full = n >= sizes[k]
      const at = slot - sizes[k]
      const old = full ? past[at + (size & (at >> 31))] : Infinity
      if (old !== value) replaceInOrder(sorted[k], lengths[k], old, value)
      if (!full) lengths[k]++
    }
    if (n < size) lengths[top]++
    past[slot] = value
    this.#count = n + 1
  }

  /** Forgets which series it is at: for those who write into rings themselves. */
  close(): void {
    this.#rings = null
  }

  #isAt(rings: SortedRings, series: number): boolean {
    return rings === this.#rings && series === this.#series && rings.counts[series] === this.#count
  }

  #readPast({ values, stamps, young }: SortedRings): void {
    const { size, rungs, words } = this.shape
    const n = this.#count
    const longest = rungs.length > 0 ? rungs[rungs.length - 1] : 0
    const bits = (this.#series * rungs.length + rungs.length - 1) * words
    for (let i = 0; i < this.lengths[this.sizes.length - 1]; i++) {
      const at = this.#series * size + i
      const since = (n - 1 - stamps[at]) & 255
      const isYoung = since >= longest || hasBit(young, bits, i)
      const age = isYoung ? since : since + 256
      this.#past[(n - 1 - age) % size] = values[at]
    }
    this.#hasPast = true
  }

  /** Without branches: whether a number is young enough cannot be guessed, and wrong guesses cost more than the rest. */
  #pickYoung(from: number, to: number): void {
    const numbers = this.sorted[from]
    const start = this.starts[from]
    const ages = this.#ages[from]
    const out = this.sorted[to]
    const outAges = this.#ages[to]
    const held = this.lengths[from]
    const limit = this.sizes[to]
    let kept = 0
    for (let i = 0; i < held; i++) {
      const age = ages[i]
      out[kept] = numbers[start + i]
      outAges[kept] = age
      kept -= (age - limit) >> 31
    }
    this.lengths[to] = kept
  }
}

/** The numbers whose bits are set; returns how many. */
function pick(
  { values, young }: SortedRings,
  base: number,
  at: number,
  words: number,
  out: Float64Array,
): number {
  let kept = 0
  for (let w = 0; w < words; w++) {
    const end = base + 32 * w + 31
    for (let word = young[at + w]; word !== 0; word &= word - 1) {
      out[kept++] = values[end - Math.clz32(word & -word)]
    }
  }
  return kept
}

/** How many rounds ago the numbers came whose bits are set. */
function readAges(
  { stamps, young }: SortedRings,
  base: number,
  at: number,
  words: number,
  n: number,
  out: Uint8Array,
): void {
  let kept = 0
  for (let w = 0; w < words; w++) {
    const end = base + 32 * w + 31
    for (let word = young[at + w]; word !== 0; word &= word - 1) {
      out[kept++] = n - 1 - stamps[end - Math.clz32(word & -word)]
    }
  }
}
