/**
 * Sets of places as bits: place i of the row that starts at word `at` is bit i mod 32 of word `at` + ⌊i/32⌋.
 *
 * When a number leaves one place and another comes to a second, all places between move by one: a word at a time.
 */

export function hasBit(bits: Int32Array, at: number, place: number): boolean {
  return ((bits[at + (place >> 5)] >> (place & 31)) & 1) === 1
}

export function setBit(bits: Int32Array, at: number, place: number): void {
  bits[at + (place >> 5)] |= 1 << (place & 31)
}

export function clearBit(bits: Int32Array, at: number, place: number): void {
  bits[at + (place >> 5)] &= ~(1 << (place & 31))
}

/** The bit at `from` goes, those between move one place towards it, and the place `to` becomes free: its bit is left as it was. */
export function slideBits(bits: Int32Array, at: number, from: number, to: number): void {
  if (to > from) slideDown(bits, at, from, to)
  else slideUp(bits, at, to, from)
}

/** Bits low + 1 … high move to low … high − 1. */
function slideDown(bits: Int32Array, at: number, low: number, high: number): void {
  const last = high >> 5
  for (let w = low >> 5; w <= last; w++) {
    const word = bits[at + w]
    const next = w < last ? bits[at + w + 1] : 0
    const mask = places(w, low, high - 1)
    bits[at + w] = (word & ~mask) | (((word >>> 1) | (next << 31)) & mask)
  }
}

/** Bits low … high − 1 move to low + 1 … high. */
function slideUp(bits: Int32Array, at: number, low: number, high: number): void {
  const first = low >> 5
  for (let w = high >> 5; w >= first; w--) {
    const word = bits[at + w]
    const before = w > first ? bits[at + w - 1] : 0
    const mask = places(w, low + 1, high)
    bits[at + w] = (word & ~mask) | (((word << 1) | (before >>> 31)) & mask)
  }
}

/** Which bits of word w are the places from … to, both included. */
function places(w: number, from: number, to: number): number {
  const low = from - 32 * w
  const high = 31 - (to - 32 * w)
  if (low > 31 || high > 31) return 0
  return (low > 0 ? -1 << low : -1) & (high > 0 ? -1 >>> high : -1)
}
