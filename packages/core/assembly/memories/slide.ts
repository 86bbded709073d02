import { SIZE } from './desk'

/**
 * What stands at `from` goes, and all between moves one place towards it: numbers, bytes or bits of a row.
 *
 * The last vector of a move is loaded first and stored last. So there is no rest of single places to be moved.
 */
export function slideNumbers(s: usize, from: i32, to: i32): void {
  const start = s + ((<usize>from) << 3)
  const end = s + ((<usize>to) << 3)
  if (to > from) slideDown(start, end)
  else slideUp(end, start)
}

/** Numbers from `low` + 1 to `high` move down by one. */
function slideDown(low: usize, high: usize): void {
  let i = low
  if (high - low < 32) {
    for (; i < high; i += 8) store<f64>(i, load<f64>(i, 8))
    return
  }
  const a = v128.load(high - 24)
  const b = v128.load(high - 8)
  for (; i < high - 32; i += 32) {
    const c = v128.load(i, 8)
    const d = v128.load(i, 24)
    v128.store(i, c)
    v128.store(i, d, 16)
  }
  v128.store(high - 32, a)
  v128.store(high - 16, b)
}

/** Numbers from `low` to `high` − 1 move up by one. */
function slideUp(low: usize, high: usize): void {
  let i = high
  if (high - low < 32) {
    for (; i > low; i -= 8) store<f64>(i, load<f64>(i - 8))
    return
  }
  const a = v128.load(low)
  const b = v128.load(low, 16)
  for (; i > low + 32; i -= 32) {
    const c = v128.load(i - 16)
    const d = v128.load(i - 32)
    v128.store(i - 8, c)
    v128.store(i - 24, d)
  }
  v128.store(low, a, 8)
  v128.store(low, b, 24)
}

export function slideBytes(s: usize, from: i32, to: i32): void {
  const start = s + <usize>from
  const end = s + <usize>to
  if (to > from) {
    let i = start
    if (to - from < 16) {
      for (; i < end; i++) store<u8>(i, load<u8>(i, 1))
      return
    }
    const last = v128.load(end - 15)
    for (; i < end - 16; i += 16) v128.store(i, v128.load(i, 1))
    v128.store(end - 16, last)
  } else {
    let i = start
    if (from - to < 16) {
      for (; i > end; i--) store<u8>(i, load<u8>(i - 1))
      return
    }
    const last = v128.load(end)
    for (; i > end + 16; i -= 16) v128.store(i - 15, v128.load(i - 16))
    v128.store(end, last, 1)
  }
}

/** The bit at `to` is left as it was. What stands behind the row may be read and written as it is. */
export function slideBits(bits: usize, from: i32, to: i32): void {
  const down = to > from
  const low = down ? from : to + 1
  const high = down ? to : from + 1
  let before: u64 = 0
  let own = load<u64>(bits)
  for (let first = 0; first < SIZE; first += 64) {
    const cell = bits + (first >> 3)
    const next = load<u64>(cell, 8)
    const mask = below(high - first) & ~below(low - first)
    const moved = select((own >> 1) | (next << 63), (own << 1) | (before >> 63), down)
    store<u64>(cell, own ^ ((own ^ moved) & mask))
    before = own
    own = next
  }
}

/** The bits of a word below place n, which may be any number. */
function below(n: i32): u64 {
  return select<u64>(-1, ((<u64>1) << (<u64>max(0, n))) - 1, n > 63)
}
