import {
  at,
  BITS,
  COUNTS,
  lengthOf,
  MEMORIES,
  placesOf,
  putLength,
  SHORTS,
  SIZE,
  SIZES,
  STAMPS,
  WORDS,
  word,
} from './desk'
import { marksOf } from './rings'

/**
 * The twin of the ladder's `open`: the places of a row's memories, in order; and the marks of the shorter rung.
 *
 * Stamps are right among what the longest rung marks: there no two numbers have the same. Sixteen places at a time, and
 * without branches on what they hold.
 */
export function recall(row: i32): void {
  const n = at(COUNTS, row)
  const stamps = STAMPS + <usize>(row * SIZE)
  const marks = marksOf(row)
  const shorter = marks - (WORDS << 2)
  const latest = i8x16.splat(<i8>(<i64>n - 1))
  const rung = i8x16.splat(<i8>word(SIZES, SHORTS))
  const short = i8x16.splat(<i8>word(SIZES, SHORTS - 1))
  let young = placesOf(SHORTS - 1)
  let middle = placesOf(SHORTS)
  let old = placesOf(SHORTS + 1)
  let first = i16x8.splat(0)
  for (let i = 0; i < SIZE; i += 16) {
    const ages = i8x16.sub(latest, v128.load(stamps + i))
    const marked = <i32>load<u16>(marks + (i >> 3))
    const inRung = i8x16.bitmask(i8x16.lt_u(ages, rung)) & marked
    const inShort = i8x16.bitmask(i8x16.lt_u(ages, short)) & marked
    store<u16>(shorter + (i >> 3), <u16>inRung)
    young = list(inShort, first, young)
    middle = list(inRung, first, middle)
    old = list(marked, first, old)
    first = i16x8.add(first, i16x8.splat(16))
  }
  putLength(SHORTS - 1, <i32>((young - placesOf(SHORTS - 1)) >> 1))
  putLength(SHORTS, <i32>((middle - placesOf(SHORTS)) >> 1))
  putLength(SHORTS + 1, <i32>((old - placesOf(SHORTS + 1)) >> 1))
  putLength(MEMORIES - 1, n < SIZE ? <i32>n : SIZE)
  for (let memory = SHORTS - 2; memory >= 0; memory--) pickYoung(stamps, <i64>n - 1, memory)
}

/** Writes the places of all bits that are set among sixteen, of which bit 0 is `first`; returns where the next is written. */
function list(bits: i32, first: v128, out: usize): usize {
  const low = bits & 255
  const high = bits >>> 8
  const next = out + ((<usize>popcnt(low)) << 1)
  v128.store(out, i16x8.add(v128.load(BITS + ((<usize>low) << 4)), first))
  v128.store(next, i16x8.add(i16x8.add(v128.load(BITS + ((<usize>high) << 4)), first), i16x8.splat(8)))
  return out + ((<usize>popcnt(bits)) << 1)
}

/** A short memory out of the next longer one. */
function pickYoung(stamps: usize, latest: i64, memory: i32): void {
  const from = placesOf(memory + 1)
  const held = lengthOf(memory + 1)
  const limit = word(SIZES, memory)
  const out = placesOf(memory)
  let kept = 0
  for (let i = 0; i < held; i++) {
    const place = load<u16>(from + (i << 1))
    const age = (<i32>latest - <i32>load<u8>(stamps + place)) & 255
    store<u16>(out + (kept << 1), place)
    kept += i32(age < limit)
  }
  putLength(memory, kept)
}
