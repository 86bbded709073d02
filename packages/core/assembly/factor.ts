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

/**
 * The first blocks come last in every sum: their terms are the large ones when the kernel is nearly of low rank, and
 * what is added before them is rounded at its own small size.
 */
export const LATE: i32 = 4

export function sum(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1)
}

/** Both lanes of a summed, beside those of b. */
function sums(a: v128, b: v128): v128 {
  return f64x2.add(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3))
}

/** L_bb⁻¹ t, the inverse stored by columns: the first two entries, and the last two. */
function upper(inverse: usize, t: v128): v128 {
  return f64x2.add(
    f64x2.mul(v128.load(inverse), v128.shuffle<f64>(t, t, 0, 0)),
    f64x2.mul(v128.load(inverse, 32), v128.shuffle<f64>(t, t, 1, 1)),
  )
}
function lower(inverse: usize, t: v128, u: v128): v128 {
  const a = f64x2.add(
    f64x2.mul(v128.load(inverse, 16), v128.shuffle<f64>(t, t, 0, 0)),
    f64x2.mul(v128.load(inverse, 48), v128.shuffle<f64>(t, t, 1, 1)),
  )
  const b = f64x2.add(
    f64x2.mul(v128.load(inverse, 80), v128.shuffle<f64>(u, u, 0, 0)),
    f64x2.mul(v128.load(inverse, 112), v128.shuffle<f64>(u, u, 1, 1)),
  )
  return f64x2.add(a, b)
}

/** One block of forward substitution: v_b ← L_bb⁻¹ (v_b − Σ L_bc v_c). */
export function solveBlock(rows: usize, b: i32, v: usize): void {
  const first: usize = load<u32>(rows + ((<usize>b) << 2))
  const late = (<usize>min(b, LATE)) << 5
  let p = first + (late << 2)
  let x = v + late
  let end = v + ((<usize>b) << 5)
  let a0 = f64x2.splat(0)
  let a1 = a0
  let a2 = a0
  let a3 = a0
  for (let pass = 0; pass < 2; pass++) {
    while (x < end) {
      const x0 = v128.load(x)
      const x1 = v128.load(x, 16)
      a0 = f64x2.add(f64x2.add(a0, f64x2.mul(v128.load(p), x0)), f64x2.mul(v128.load(p, 64), x1))
      a1 = f64x2.add(f64x2.add(a1, f64x2.mul(v128.load(p, 16), x0)), f64x2.mul(v128.load(p, 80), x1))
      a2 = f64x2.add(f64x2.add(a2, f64x2.mul(v128.load(p, 32), x0)), f64x2.mul(v128.load(p, 96), x1))
      a3 = f64x2.add(f64x2.add(a3, f64x2.mul(v128.load(p, 48), x0)), f64x2.mul(v128.load(p, 112), x1))
      p += 128
      x += 32
    }
    if (pass === 0) {
      p = first
      x = v
      end = v + late
    }
  }
  p = first + ((<usize>b) << 7)
  x = v + ((<usize>b) << 5)
  const t = f64x2.sub(v128.load(x), sums(a0, a1))
  const u = f64x2.sub(v128.load(x, 16), sums(a2, a3))
  v128.store(x, upper(p, t))
  v128.store(x, lower(p, t, u), 16)
}

/** v ← L⁻¹ v over the first `blocks` blocks. */
export function solve(rows: usize, blocks: i32, v: usize): void {
  for (let b = 0; b < blocks; b++) solveBlock(rows, b, v)
}

/** P_c ← (P_c − Σ P_q L_cqᵀ) L_cc⁻ᵀ over q < c, for two of the four rows of the row block at p. */
function reducePair(p: usize, l: usize, end: usize): void {
  let s00 = f64x2.splat(0)
  let s01 = s00
  let s02 = s00
  let s03 = s00
  let s10 = s00
  let s11 = s00
  let s12 = s00
  let s13 = s00
  const startP = p
  const startL = l
  const late = min(end - l, (<usize>LATE) << 7)
  let stop = end
  p += late
  l += late
  for (let pass = 0; pass < 2; pass++) {
    while (l < stop) {
      const x0 = v128.load(p)
      const x1 = v128.load(p, 16)
      let y = v128.load(l)
      s00 = f64x2.add(s00, f64x2.mul(y, x0))
      s10 = f64x2.add(s10, f64x2.mul(y, x1))
      y = v128.load(l, 16)
      s01 = f64x2.add(s01, f64x2.mul(y, x0))
      s11 = f64x2.add(s11, f64x2.mul(y, x1))
      y = v128.load(l, 32)
      s02 = f64x2.add(s02, f64x2.mul(y, x0))
      s12 = f64x2.add(s12, f64x2.mul(y, x1))
      y = v128.load(l, 48)
      s03 = f64x2.add(s03, f64x2.mul(y, x0))
      s13 = f64x2.add(s13, f64x2.mul(y, x1))
      p += 64
      l += 64
    }
    if (pass === 0) {
      p = startP
      l = startL
      stop = startL + late
    }
  }
  p = startP + (end - startL)
  l = end
  const t0 = f64x2.sub(v128.load(p), sums(s00, s01))
  const u0 = f64x2.sub(v128.load(p, 64), sums(s02, s03))
  v128.store(p, upper(l, t0))
  v128.store(p, lower(l, t0, u0), 64)
  const t1 = f64x2.sub(v128.load(p, 16), sums(s10, s11))
  const u1 = f64x2.sub(v128.load(p, 80), sums(s12, s13))
  v128.store(p, upper(l, t1), 16)
  v128.store(p, lower(l, t1, u1), 80)
}

/** Four solves at once: the row block at p becomes P L⁻ᵀ over the first `blocks` blocks of L. */
export function reduce(p: usize, rows: usize, blocks: i32): void {
  for (let c = 0; c < blocks; c++) reduceBy(p, rows, c)
}

/** The step of it that block c makes. */
export function reduceBy(p: usize, rows: usize, c: i32): void {
  const l: usize = load<u32>(rows + ((<usize>c) << 2))
  const end = l + ((<usize>c) << 7)
  reducePair(p, l, end)
  reducePair(p + 32, l, end)
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

/** Row r of the inverse, by columns, of a diagonal block whose row of L is (v_0 … v_{r−1}, √pivot). */
export function closeRow(inverse: usize, r: i32, v: usize, pivot: f64): void {
  const reciprocal = 1 / sqrt(pivot)
  for (let j = 0; j < r; j++) {
    const column = inverse + ((<usize>j) << 5)
    let s: f64 = 0
    for (let q = j; q < r; q++) s += load<f64>(v + ((<usize>q) << 3)) * load<f64>(column + ((<usize>q) << 3))
    store<f64>(column + ((<usize>r) << 3), -s * reciprocal)
  }
  store<f64>(inverse + <usize>r * 40, reciprocal)
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
