import {
  at,
  COUNTS,
  put,
  putWord,
  RUNGS,
  SHORTS,
  SIZE,
  SIZES,
  STAMPS,
  VALUES,
  WORDS,
  word,
  YOUNG,
} from './desk'
import { slideBits, slideBytes, slideNumbers } from './slide'

/**
 * The twin of `pushNumber`: the number replaces the oldest one, where the ring is full.
 *
 * Of the marks only those of the longest rung are right afterwards: `recall` makes the others from stamps. No branch
 * depends on where numbers stand: wrong guesses would cost more than the rest.
 */
export function push(row: i32, value: f64): void {
  const n = at(COUNTS, row)
  const time = <i64>n
  const values = VALUES + ((<usize>(row * SIZE)) << 3)
  const stamps = STAMPS + <usize>(row * SIZE)
  const marks = marksOf(row)
  const rung = word(SIZES, SHORTS + RUNGS - 1)
  if (n >= rung) clearBit(marks, find(stamps, time - rung, marks, 0))
  const full = n >= SIZE
  const from = full ? find(stamps, time - SIZE, marks, -1) : <i32>n
  const below = countBelow(values, full ? SIZE : <i32>n, value)
  const to = below - i32(below > from)
  slideNumbers(values, from, to)
  slideBytes(stamps, from, to)
  slideBits(marks, from, to)
  put(values, to, value)
  store<u8>(stamps + to, <u8>time)
  setBit(marks, to)
  put(COUNTS, row, n + 1)
}

/** The marks of a row's longest rung. */
export function marksOf(row: i32): usize {
  return YOUNG + ((<usize>((row * RUNGS + RUNGS - 1) * WORDS)) << 2)
}

/** The place of the number that came at a time and that is marked; that is not marked, where `flip` is −1. */
function find(stamps: usize, time: i64, marks: usize, flip: i32): i32 {
  const sought = i8x16.splat(<i8>time)
  let place = 0
  for (let i = 0; i < SIZE; i += 16) {
    const hits = i8x16.bitmask(i8x16.eq(v128.load(stamps + i), sought)) & (load<u16>(marks + (i >> 3)) ^ flip)
    place = select(i + ctz(hits), place, hits !== 0)
  }
  return place
}

/** How many of the numbers are < x. */
function countBelow(s: usize, n: i32, x: f64): i32 {
  let from = 0
  let left = n
  while (left > 1) {
    const half = left >> 1
    from = select(from + half, from, at(s, from + half - 1) < x)
    left -= half
  }
  return left === 1 ? from + i32(at(s, from) < x) : 0
}

function setBit(bits: usize, place: i32): void {
  putWord(bits, place >> 5, word(bits, place >> 5) | (1 << (place & 31)))
}

function clearBit(bits: usize, place: i32): void {
  putWord(bits, place >> 5, word(bits, place >> 5) & ~(1 << (place & 31)))
}
