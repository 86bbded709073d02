/**
 * Where the series at hand stand, one to a row, in the order of the caller's arrays: it copies rows in, and out again.
 *
 * How many memories there are and how long the longest is, is compiled in.
 */

/** Rows that are worked on at once: what they need stays in the second cache. */
export const ROWS: i32 = 32
export const MEMORIES: i32 = 8
/** How many numbers a row keeps: a multiple of 16. */
export const SIZE: i32 = 400
/** Memories that are marked by bits, the longer one last; words of bits for each. */
export const RUNGS: i32 = 2
export const WORDS: i32 = 13
/** Memories that are picked out by stamps. */
export const SHORTS: i32 = MEMORIES - RUNGS - 1
const MOST_EXPERTS: i32 = 32
const MOST_RECORD: i32 = 1 + 2 * (2 + 16)

const BASE: usize = (__heap_base + 63) & ~63
export const VALUES: usize = BASE
export const STAMPS: usize = VALUES + ((ROWS * SIZE) << 3)
export const YOUNG: usize = STAMPS + ROWS * SIZE
export const COUNTS: usize = YOUNG + ((ROWS * RUNGS * WORDS) << 2)
export const WEIGHTS: usize = COUNTS + (ROWS << 3)
export const RECORDS: usize = WEIGHTS + ((ROWS * MOST_EXPERTS) << 3)
/** What each row learns; NaN if nothing. */
export const SCORES: usize = RECORDS + ((ROWS * MOST_RECORD) << 3)
/** The miss level that each row's memories are asked for; 0 if they are not. */
export const LEVELS: usize = SCORES + (ROWS << 3)
/** 2^(j/64), from the plain exp. */
export const ROOTS: usize = LEVELS + (ROWS << 3)
/** How many of the last scores each memory holds, from `MEMORY_SIZES`. */
export const SIZES: usize = ROOTS + (64 << 3)
/**
 * For each series that is at work by itself, and for the one of many that is at hand: the places of every memory's numbers
 * in its row, in order, two bytes each; then how many numbers each memory holds.
 */
export const SLOTS: i32 = 8
const PLACES: usize = SIZES + (MEMORIES << 2)
const PLACES_OF_ONE: i32 = 1024
const SLOT: i32 = MEMORIES * PLACES_OF_ONE + (MEMORIES << 2)
/** For every byte, which of its bits are set: eight numbers of two bytes. */
export const BITS: usize = PLACES + SLOTS * SLOT
/** Thresholds and medians of the experts. */
export const ASKED: usize = BITS + (256 << 4)
/** −∞ and ∞. */
export const LOWEST: usize = ASKED + ((3 * MOST_EXPERTS) << 3)
export const HIGHEST: usize = LOWEST + 8
const END: usize = HIGHEST + 8

/** Takes the memory and writes its tables; the desk is usable if this returns true. */
export function start(): bool {
  const pages = <i32>((END + 65535) >> 16) - memory.size()
  if (pages > 0 && memory.grow(pages) < 0) return false
  for (let byte = 0; byte < 256; byte++) {
    let next = BITS + ((<usize>byte) << 4)
    for (let bit = 0; bit < 8; bit++) {
      store<u16>(next, <u16>bit)
      next += ((byte >> bit) & 1) << 1
    }
  }
  store<f64>(LOWEST, -Infinity)
  store<f64>(HIGHEST, Infinity)
  // The longest memory is the row itself.
  for (let i = 0; i < SLOTS; i++) {
    turnTo(i)
    for (let place = 0; place < SIZE; place++) store<u16>(placesOf(MEMORIES - 1) + (place << 1), <u16>place)
  }
  return true
}

let slot: usize = PLACES

/** Which slot the memories are recalled into, and read from. */
export function turnTo(i: i32): void {
  slot = PLACES + <usize>(i * SLOT)
}

export function placesOf(memory: i32): usize {
  return slot + <usize>(memory * PLACES_OF_ONE)
}

export function lengthOf(memory: i32): i32 {
  return word(slot + MEMORIES * PLACES_OF_ONE, memory)
}

export function putLength(memory: i32, length: i32): void {
  putWord(slot + MEMORIES * PLACES_OF_ONE, memory, length)
}

export function at(address: usize, i: i32): f64 {
  return load<f64>(address + ((<usize>i) << 3))
}

export function put(address: usize, i: i32, value: f64): void {
  store<f64>(address + ((<usize>i) << 3), value)
}

export function word(address: usize, i: i32): i32 {
  return load<i32>(address + ((<usize>i) << 2))
}

export function putWord(address: usize, i: i32, value: i32): void {
  store<i32>(address + ((<usize>i) << 2), value)
}
