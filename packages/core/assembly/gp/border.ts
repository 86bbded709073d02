import { HEAD, packPairs, sums, unpackPairs } from './factor'

/**
 * C, the rows of the newer stack against the older one, in bands of eight rows: pairs of columns one after another, 8 × 2
 * numbers each. The columns still in use are the first ones. A product reads each band as one stream of memory: a break in a
 * stream costs as much as several kB of it.
 */

/** Bytes of a band of `columns` columns. */
export function bandSize(columns: i32): usize {
  return (<usize>((columns + 3) >> 2)) << 8
}

/** Where row i begins, bands being `width` bytes apart; two columns on, it goes on 128 bytes later. */
function rowOf(c: usize, width: usize, i: i32): usize {
  return c + <usize>(i >> 3) * width + ((<usize>(i & 7)) << 4)
}

/** Writes v, `blocks` blocks of four, as row i; and back. */
export function writeRow(c: usize, width: usize, i: i32, v: usize, blocks: i32): void {
  packPairs(v, rowOf(c, width, i), 128, blocks)
}
export function readRow(c: usize, width: usize, i: i32, v: usize, blocks: i32): void {
  unpackPairs(rowOf(c, width, i), 128, blocks, v)
}

/** Reads column j of the first `rows` rows into w. */
export function readColumn(c: usize, width: usize, rows: i32, j: i32, w: usize): void {
  const offset = ((<usize>(j >> 1)) << 7) + ((<usize>(j & 1)) << 3)
  for (let i = 0; i < rows; i++) store<f64>(w + ((<usize>i) << 3), load<f64>(rowOf(c, width, i) + offset))
}

/** y ← y − C v for `rows` rows, y padded to whole bands. */
export function multiply(c: usize, width: usize, rows: i32, blocks: i32, v: usize, y: usize): void {
  for (let i = 0; i < rows; i += 8) {
    multiplyBand(c, blocks, v, y)
    c += width
    y += 64
  }
}

function multiplyBand(p: usize, blocks: i32, v: usize, y: usize): void {
  const goal = v + ((<usize>blocks) << 5)
  let end = v + ((<usize>min(blocks, HEAD)) << 5)
  for (let pass = 0; pass < 2; pass++) {
    let a0 = f64x2.splat(0)
    let a1 = a0
    let a2 = a0
    let a3 = a0
    let a4 = a0
    let a5 = a0
    let a6 = a0
    let a7 = a0
    while (v < end) {
      const x = v128.load(v)
      const z = v128.load(v, 16)
      a0 = f64x2.add(f64x2.add(a0, f64x2.mul(v128.load(p), x)), f64x2.mul(v128.load(p, 128), z))
      a1 = f64x2.add(f64x2.add(a1, f64x2.mul(v128.load(p, 16), x)), f64x2.mul(v128.load(p, 144), z))
      a2 = f64x2.add(f64x2.add(a2, f64x2.mul(v128.load(p, 32), x)), f64x2.mul(v128.load(p, 160), z))
      a3 = f64x2.add(f64x2.add(a3, f64x2.mul(v128.load(p, 48), x)), f64x2.mul(v128.load(p, 176), z))
      a4 = f64x2.add(f64x2.add(a4, f64x2.mul(v128.load(p, 64), x)), f64x2.mul(v128.load(p, 192), z))
      a5 = f64x2.add(f64x2.add(a5, f64x2.mul(v128.load(p, 80), x)), f64x2.mul(v128.load(p, 208), z))
      a6 = f64x2.add(f64x2.add(a6, f64x2.mul(v128.load(p, 96), x)), f64x2.mul(v128.load(p, 224), z))
      a7 = f64x2.add(f64x2.add(a7, f64x2.mul(v128.load(p, 112), x)), f64x2.mul(v128.load(p, 240), z))
      p += 256
      v += 32
    }
    v128.store(y, f64x2.sub(v128.load(y), sums(a0, a1)))
    v128.store(y, f64x2.sub(v128.load(y, 16), sums(a2, a3)), 16)
    v128.store(y, f64x2.sub(v128.load(y, 32), sums(a4, a5)), 32)
    v128.store(y, f64x2.sub(v128.load(y, 48), sums(a6, a7)), 48)
    end = goal
  }
}
