import { WORDS } from './desk'

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

/** The bit at `to` is left as it was. */
export function slideBits(bits: usize, from: i32, to: i32): void {
  const down = to > from
  const low = down ? from : to + 1
  const high = down ? to : from + 1
  let before: i32 = 0
  let own = load<i32>(bits)
  for (let w = 0; w < WORDS; w++) {
    const cell = bits + ((<usize>w) << 2)
    const next = w < WORDS - 1 ? load<i32>(cell, 4) : 0
    const mask = below(high - 32 * w) & ~below(low - 32 * w)
    const moved = select((own >>> 1) | (next << 31), (own << 1) | (before >>> 31), down)
    store<i32>(cell, (own & ~mask) | (moved & mask))
    before = own
    own = next
  }
}

/** The bits of a word below place n, which may be any number. */
function below(n: i32): i32 {
  const clamped = max(0, min(32, n))
  return <i32>((<u64>1 << clamped) - 1)
}
