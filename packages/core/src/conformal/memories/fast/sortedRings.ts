import { ArgumentError } from '../../../base/errors.ts'
import { expectWhole, misfit } from '../../../base/save/shape.ts'
import { also, bytes, floats, from, ints, type StateShape, shape } from '../../../base/shape.ts'
import { clearBit, hasBit, setBit, slideBits } from './bitRows.ts'
import { countBelow } from './quantiles.ts'

/**
 * The last numbers of one series or of many, in increasing order. Plain data, 9.3 bytes a number.
 *
 * A stamp says when its number came, modulo 256. That is enough: bits say which numbers are among the last 160, and of
 * those that are and of those that are not, no two came 256 rounds apart. So 100,000 series fit into one process, and a
 * round sorts nothing and sweeps nothing.
 */
export interface SortedRings {
  /** How many numbers each series was ever given. */
  readonly counts: Float64Array
  readonly values: Float64Array
  readonly stamps: Uint8Array
  /** For each series and each rung: which of its numbers are among the last so many. */
  readonly young: Int32Array
}

/** What rings are made for. */
export interface RingShape {
  /** How many numbers a series keeps. */
  readonly size: number
  /** The numbers among the last so many are marked by bits: increasing, and below `size`. */
  readonly rungs: readonly number[]
  /** Words of bits for each rung of a series. */
  readonly words: number
}

/** Stamps repeat themselves after so many rounds. */
const STAMPS = 256
/** Shorter memories are picked out of a rung: bits would not be faster. */
const SHORTEST_RUNG = 32

/** @param sizes of the memories that read the rings, increasing */
export function ringShape(sizes: readonly number[]): RingShape {
  const size = sizes[sizes.length - 1]
  const rungs = sizes.filter((rung) => rung > SHORTEST_RUNG && rung < size)
  const longest = rungs.length > 0 ? rungs[rungs.length - 1] : 0
  if (longest > STAMPS || size - longest > STAMPS) {
    throw new ArgumentError(
      `sizes must not be further than ${STAMPS} apart; received ${sizes.join(', ')}`,
      'too-large',
    )
  }
  return { size, rungs, words: (size + 31) >> 5 }
}

export function createRings(series: number, { size, rungs, words }: RingShape): SortedRings {
  return {
    counts: new Float64Array(series),
    values: new Float64Array(series * size),
    stamps: new Uint8Array(series * size),
    young: new Int32Array(series * rungs.length * words),
  }
}

/** The number replaces the oldest one, where the ring is full. */
export function pushNumber(rings: SortedRings, shape: RingShape, series: number, value: number): void {
  const { counts, values, stamps, young } = rings
  const { size, rungs, words } = shape
  const n = counts[series]
  const base = series * size
  const bits = series * rungs.length * words
  for (let r = 0, at = bits; r < rungs.length; r++, at += words) {
    if (n >= rungs[r]) clearBit(young, at, find(rings, base, n - rungs[r], at, true))
  }
  const held = n < size ? n : size
  const last = rungs.length > 0 ? bits + (rungs.length - 1) * words : -1
  const from = n < size ? n : find(rings, base, n - size, last, false)
  const below = countBelow(values, base, held, value)
  const to = below > from ? below - 1 : below
  if (to > from) {
    values.copyWithin(base + from, base + from + 1, base + to + 1)
    stamps.copyWithin(base + from, base + from + 1, base + to + 1)
  } else if (to < from) {
    values.copyWithin(base + to + 1, base + to, base + from)
    stamps.copyWithin(base + to + 1, base + to, base + from)
  }
  values[base + to] = value
  stamps[base + to] = n & (STAMPS - 1)
  for (let r = 0, at = bits; r < rungs.length; r++, at += words) {
    slideBits(young, at, from, to)
    setBit(young, at, to)
  }
  counts[series] = n + 1
}

/** The place of the number that came at a time, and that is marked or not in the bits at `at`; −1 if there are none. */
function find(
  { stamps, young }: SortedRings,
  base: number,
  time: number,
  at: number,
  marked: boolean,
): number {
  const stamp = time & (STAMPS - 1)
  let place = stamps.indexOf(stamp, base) - base
  while (at >= 0 && hasBit(young, at, place) !== marked)
    place = stamps.indexOf(stamp, base + place + 1) - base
  return place
}

/** Rings in order, whose stamps and bits do not contradict each other: a search in others would not end. */
export function ringsOf(series: number, ring: RingShape): StateShape<SortedRings> {
  const { size, rungs, words } = ring
  const fields = shape<SortedRings>({
    counts: floats(series),
    values: floats(series * size),
    stamps: bytes(series * size),
    young: ints(series * rungs.length * words),
  })
  const fresh = from(fields, () => createRings(series, ring))
  return also(fresh, (rings, path) => {
    for (let i = 0; i < series; i++) {
      const count = expectWhole(`${path}.counts[${i}]`, rings.counts[i], 0, Number.MAX_SAFE_INTEGER)
      expectOrder(rings, ring, i, count)
    }
  })
}

function expectOrder(
  { values, stamps, young }: SortedRings,
  { size, rungs, words }: RingShape,
  series: number,
  count: number,
): void {
  const held = Math.min(count, size)
  const longest = rungs.length > 0 ? rungs[rungs.length - 1] : 0
  const seen = new Uint8Array(size)
  const bits = series * rungs.length * words
  const last = rungs.length - 1
  for (let place = 0; place < 32 * words; place++) {
    const at = series * size + place
    const since = (count - 1 - stamps[at]) & (STAMPS - 1)
    const isYoung = since >= longest || hasBit(young, bits + last * words, place)
    const age = isYoung ? since : since + STAMPS
    if (place < held) {
      const isNext = place === 0 ? !Number.isNaN(values[at]) : values[at - 1] <= values[at]
      if (!isNext) misfit('rings.values', 'in order', values[at])
      if (age >= held || seen[age]) misfit('rings.stamps', 'the times of the last numbers', stamps[at])
      seen[age] = 1
    }
    for (let r = 0; r <= last; r++) {
      if (hasBit(young, bits + r * words, place) === (place < held && age < rungs[r])) continue
      misfit('rings.young', 'the last numbers', place)
    }
  }
}
