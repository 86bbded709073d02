import { back, storedOf, Window } from './layout'
import { at } from './state'

/** Kernel values out of the ring of slots, in the order in which a stack holds its points. */

/** k at the slots newest, newest − 1, … (`count` of them, `to` zero-padded to whole blocks). */
export function gatherBack(s: Window, k: usize, newest: i32, count: i32, to: usize): void {
  let head = newest + 1
  if (head > count) head = count
  let p = k + ((<usize>newest) << 3)
  const pad = to + ((<usize>((count + 3) & ~3)) << 3)
  for (const end = to + ((<usize>head) << 3); to < end; to += 8) {
    store<f64>(to, load<f64>(p))
    p -= 8
  }
  p += (<usize>s.W) << 3
  for (const end = to + ((<usize>(count - head)) << 3); to < end; to += 8) {
    store<f64>(to, load<f64>(p))
    p -= 8
  }
  for (; to < pad; to += 8) store<f64>(to, 0)
}

/** k at the slots oldest, oldest + 1, … */
export function gatherOn(s: Window, k: usize, oldest: i32, count: i32, to: usize): void {
  const W = s.W
  let slot = oldest
  for (let j = 0; j < count; j++) {
    store<f64>(to, at(k, slot))
    to += 8
    if (++slot === W) slot = 0
  }
}

/** The kernel of points `top` … `top` + 3 of the fresh F with those before them, as tiles. */
export function gatherBlock(s: Window, kind: i32, top: i32, block: usize): void {
  const k = storedOf(s, kind)
  const W = s.W
  const stride = s.stride
  const o0 = (<usize>back(s, s.freshSlot, top)) << 3
  const o1 = (<usize>back(s, s.freshSlot, min(top + 1, W - 1))) << 3
  const o2 = (<usize>back(s, s.freshSlot, min(top + 2, W - 1))) << 3
  const o3 = (<usize>back(s, s.freshSlot, min(top + 3, W - 1))) << 3
  let slot = s.freshSlot
  let q = block
  for (const end = block + ((<usize>top) << 5); q < end; q += 64) {
    const a = k + <usize>slot * stride
    if (--slot < 0) slot += W
    const b = k + <usize>slot * stride
    if (--slot < 0) slot += W
    store<f64>(q, load<f64>(a + o0))
    store<f64>(q, load<f64>(b + o0), 8)
    store<f64>(q, load<f64>(a + o1), 16)
    store<f64>(q, load<f64>(b + o1), 24)
    store<f64>(q, load<f64>(a + o2), 32)
    store<f64>(q, load<f64>(b + o2), 40)
    store<f64>(q, load<f64>(a + o3), 48)
    store<f64>(q, load<f64>(b + o3), 56)
  }
  for (let r = max(0, s.freshF - top); r < 4; r++) clearRow(block + ((<usize>r) << 4), top >> 2)
}

function clearRow(row: usize, blocks: i32): void {
  for (const end = row + ((<usize>blocks) << 7); row < end; row += 64) v128.store(row, f64x2.splat(0))
}
