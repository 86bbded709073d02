/**
 * A lower Cholesky factor in row blocks of four. Block b holds b tile pairs (4 rows × 4 columns each, stored as two
 * 4 × 2 tiles, so that one stream feeds four rows) and then, instead of its diagonal block, the inverse of it.
 * `rows` is a table of the blocks' addresses. Every routine sums in the same order, so that a row comes out
 * bit for bit the same whether it is solved alone or four at a time.
 */

/** Bytes of row block b, and where it starts when blocks are packed one after another. */
export function blockSize(b: i32): usize {
  return (<usize>(b + 1)) << 7
}
export function blockStart(b: i32): usize {
  return (<usize>(b * (b + 1))) << 6
}

export function sum(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1)
}

/** One block of forward substitution: v_b ← L_bb⁻¹ (v_b − Σ L_bc v_c). */
export function solveBlock(rows: usize, b: i32, v: usize): void {
  let p: usize = load<u32>(rows + ((<usize>b) << 2))
  let x = v
  const end = v + ((<usize>b) << 5)
  let a0 = f64x2.splat(0)
  let a1 = a0
  let a2 = a0
  let a3 = a0
  while (x < end) {
    const x0 = v128.load(x)
    const x1 = v128.load(x, 16)
    a0 = f64x2.add(a0, f64x2.add(f64x2.mul(v128.load(p), x0), f64x2.mul(v128.load(p, 64), x1)))
    a1 = f64x2.add(a1, f64x2.add(f64x2.mul(v128.load(p, 16), x0), f64x2.mul(v128.load(p, 80), x1)))
    a2 = f64x2.add(a2, f64x2.add(f64x2.mul(v128.load(p, 32), x0), f64x2.mul(v128.load(p, 96), x1)))
    a3 = f64x2.add(a3, f64x2.add(f64x2.mul(v128.load(p, 48), x0), f64x2.mul(v128.load(p, 112), x1)))
    p += 128
    x += 32
  }
  const t0 = load<f64>(x) - sum(a0)
  const t1 = load<f64>(x, 8) - sum(a1)
  const t2 = load<f64>(x, 16) - sum(a2)
  const t3 = load<f64>(x, 24) - sum(a3)
  store<f64>(x, load<f64>(p) * t0)
  store<f64>(x, load<f64>(p, 32) * t0 + load<f64>(p, 40) * t1, 8)
  store<f64>(x, load<f64>(p, 64) * t0 + load<f64>(p, 72) * t1 + load<f64>(p, 80) * t2, 16)
  store<f64>(
    x,
    load<f64>(p, 96) * t0 + load<f64>(p, 104) * t1 + (load<f64>(p, 112) * t2 + load<f64>(p, 120) * t3),
    24,
  )
}

/** v ← L⁻¹ v over the first `blocks` blocks. */
export function solve(rows: usize, blocks: i32, v: usize): void {
  for (let b = 0; b < blocks; b++) solveBlock(rows, b, v)
}

const SUMS: usize = memory.data(128)

/** Σ P_q L_cqᵀ over q < c for two of the four rows at p, and the four rows of block c at l. */
function products(p: usize, l: usize, end: usize, out: usize): void {
  let s00 = f64x2.splat(0)
  let s01 = s00
  let s02 = s00
  let s03 = s00
  let s10 = s00
  let s11 = s00
  let s12 = s00
  let s13 = s00
  while (l < end) {
    const x0 = v128.load(p)
    const x1 = v128.load(p, 16)
    const u0 = v128.load(p, 64)
    const u1 = v128.load(p, 80)
    let y = v128.load(l)
    let z = v128.load(l, 64)
    s00 = f64x2.add(s00, f64x2.add(f64x2.mul(y, x0), f64x2.mul(z, u0)))
    s10 = f64x2.add(s10, f64x2.add(f64x2.mul(y, x1), f64x2.mul(z, u1)))
    y = v128.load(l, 16)
    z = v128.load(l, 80)
    s01 = f64x2.add(s01, f64x2.add(f64x2.mul(y, x0), f64x2.mul(z, u0)))
    s11 = f64x2.add(s11, f64x2.add(f64x2.mul(y, x1), f64x2.mul(z, u1)))
    y = v128.load(l, 32)
    z = v128.load(l, 96)
    s02 = f64x2.add(s02, f64x2.add(f64x2.mul(y, x0), f64x2.mul(z, u0)))
    s12 = f64x2.add(s12, f64x2.add(f64x2.mul(y, x1), f64x2.mul(z, u1)))
    y = v128.load(l, 48)
    z = v128.load(l, 112)
    s03 = f64x2.add(s03, f64x2.add(f64x2.mul(y, x0), f64x2.mul(z, u0)))
    s13 = f64x2.add(s13, f64x2.add(f64x2.mul(y, x1), f64x2.mul(z, u1)))
    p += 128
    l += 128
  }
  store<f64>(out, sum(s00))
  store<f64>(out, sum(s01), 8)
  store<f64>(out, sum(s02), 16)
  store<f64>(out, sum(s03), 24)
  store<f64>(out, sum(s10), 32)
  store<f64>(out, sum(s11), 40)
  store<f64>(out, sum(s12), 48)
  store<f64>(out, sum(s13), 56)
}

/** Four solves at once: the row block at p becomes P L⁻ᵀ over the first `blocks` blocks of L. */
export function reduce(p: usize, rows: usize, blocks: i32): void {
  for (let c = 0; c < blocks; c++) {
    const l: usize = load<u32>(rows + ((<usize>c) << 2))
    const inverse = l + ((<usize>c) << 7)
    products(p, l, inverse, SUMS)
    products(p + 32, l, inverse, SUMS + 64)
    const block = p + ((<usize>c) << 7)
    for (let r: usize = 0; r < 4; r++) {
      const q = block + (r << 4)
      const s = SUMS + (r << 5)
      const t0 = load<f64>(q) - load<f64>(s)
      const t1 = load<f64>(q, 8) - load<f64>(s, 8)
      const t2 = load<f64>(q, 64) - load<f64>(s, 16)
      const t3 = load<f64>(q, 72) - load<f64>(s, 24)
      store<f64>(q, load<f64>(inverse) * t0)
      store<f64>(q, load<f64>(inverse, 32) * t0 + load<f64>(inverse, 40) * t1, 8)
      store<f64>(
        q,
        load<f64>(inverse, 64) * t0 + load<f64>(inverse, 72) * t1 + load<f64>(inverse, 80) * t2,
        64,
      )
      store<f64>(
        q,
        load<f64>(inverse, 96) * t0 +
          load<f64>(inverse, 104) * t1 +
          (load<f64>(inverse, 112) * t2 + load<f64>(inverse, 120) * t3),
        72,
      )
    }
  }
}

/** Row r of the tiles at p, `blocks` blocks of four, laid out straight at v; and back. */
export function unpackRow(p: usize, r: i32, blocks: i32, v: usize): void {
  let q = p + ((<usize>r) << 4)
  for (const end = v + ((<usize>blocks) << 5); v < end; v += 16) {
    v128.store(v, v128.load(q))
    q += 64
  }
}
export function packRow(v: usize, p: usize, r: i32, blocks: i32): void {
  let q = p + ((<usize>r) << 4)
  for (const end = v + ((<usize>blocks) << 5); v < end; v += 16) {
    v128.store(q, v128.load(v))
    q += 64
  }
}

/** Row r of the inverse of a diagonal block whose row of L is (v_0 … v_{r−1}, √pivot). */
export function closeRow(inverse: usize, r: i32, v: usize, pivot: f64): void {
  const reciprocal = 1 / sqrt(pivot)
  const row = inverse + ((<usize>r) << 5)
  for (let j = 0; j < r; j++) {
    let s: f64 = 0
    for (let q = j; q < r; q++) {
      s += load<f64>(v + ((<usize>q) << 3)) * load<f64>(inverse + ((<usize>q) << 5) + ((<usize>j) << 3))
    }
    store<f64>(row + ((<usize>j) << 3), -s * reciprocal)
  }
  store<f64>(row + ((<usize>r) << 3), reciprocal)
}

/** v·z over whole blocks. */
export function dot(v: usize, z: usize, blocks: i32): f64 {
  let a = f64x2.splat(0)
  for (const end = v + ((<usize>blocks) << 5); v < end; v += 32) {
    a = f64x2.add(
      a,
      f64x2.add(f64x2.mul(v128.load(v), v128.load(z)), f64x2.mul(v128.load(v, 16), v128.load(z, 16))),
    )
    z += 32
  }
  return sum(a)
}
