/**
 * A lower Cholesky factor in row blocks of four. Block b holds b tile pairs (4 rows × 4 columns each, stored as two
 * 4 × 2 tiles, so that one stream feeds four rows) and then its diagonal block by columns, with 1/Lᵢᵢ on the diagonal
 * (not the block's inverse: that loses digits where neighbours are nearly equal). `rows` is a table of the blocks'
 * addresses. Every routine sums in the same order, so that a row comes out bit for bit the same whether it is solved
 * alone or four at a time, here or in `src/gp/fast/order.ts`.
 */

/** Bytes of row block b, and where it starts when blocks are packed one after another. */
export function blockSize(b: i32): usize {
  return (<usize>(b + 1)) << 7
}
export function blockStart(b: i32): usize {
  return (<usize>(b * (b + 1))) << 6
}

/**
 * The first blocks of a row are summed, and subtracted, by themselves: their terms are the large ones when the kernel is
 * nearly of low rank, and the others are then rounded at their own small size.
 */
export const HEAD: i32 = 4

export function sum(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1)
}

/** Both lanes of a summed, beside those of b. */
export function sums(a: v128, b: v128): v128 {
  return f64x2.add(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3))
}

/** One block of forward substitution: v_b ← L_bb⁻¹ (v_b − Σ L_bc v_c). */
export function solveBlock(rows: usize, b: i32, v: usize): void {
  const goal = v + ((<usize>b) << 5)
  let p: usize = load<u32>(rows + ((<usize>b) << 2))
  let x = v
  let end = v + ((<usize>min(b, HEAD)) << 5)
  let t = v128.load(goal)
  let u = v128.load(goal, 16)
  for (let pass = 0; pass < 2; pass++) {
    let a0 = f64x2.splat(0)
    let a1 = a0
    let a2 = a0
    let a3 = a0
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
    t = f64x2.sub(t, sums(a0, a1))
    u = f64x2.sub(u, sums(a2, a3))
    end = goal
  }
  const y0 = f64x2.extract_lane(t, 0) * load<f64>(p)
  const y1 = (f64x2.extract_lane(t, 1) - load<f64>(p, 8) * y0) * load<f64>(p, 40)
  const y2 = (f64x2.extract_lane(u, 0) - load<f64>(p, 16) * y0 - load<f64>(p, 48) * y1) * load<f64>(p, 80)
  const y3 =
    (f64x2.extract_lane(u, 1) - load<f64>(p, 24) * y0 - load<f64>(p, 56) * y1 - load<f64>(p, 88) * y2) *
    load<f64>(p, 120)
  store<f64>(goal, y0)
  store<f64>(goal, y1, 8)
  store<f64>(goal, y2, 16)
  store<f64>(goal, y3, 24)
}

/** v ← L⁻¹ v over the first `blocks` blocks. */
export function solve(rows: usize, blocks: i32, v: usize): void {
  for (let b = 0; b < blocks; b++) solveBlock(rows, b, v)
}

/**
 * Inner products of two rows of the row block at p with the four rows of that at l, over the tiles before `end`: 2 × 4 of
 * the head, then 2 × 4 of the rest.
 */
function correlatePair(p: usize, l: usize, end: usize, out: usize): void {
  let stop = min(end, l + ((<usize>HEAD) << 7))
  for (let pass = 0; pass < 2; pass++) {
    let s00 = f64x2.splat(0)
    let s01 = s00
    let s02 = s00
    let s03 = s00
    let s10 = s00
    let s11 = s00
    let s12 = s00
    let s13 = s00
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
    v128.store(out, sums(s00, s01))
    v128.store(out, sums(s02, s03), 16)
    v128.store(out, sums(s10, s11), 32)
    v128.store(out, sums(s12, s13), 48)
    out += 64
    stop = end
  }
}

/**
 * Inner products of the rows of block b among each other, the diagonal block left out: for each pair of rows 2 × 4 of the
 * head, then 2 × 4 of the rest.
 */
export function correlate(rows: usize, b: i32, out: usize): void {
  const block: usize = load<u32>(rows + ((<usize>b) << 2))
  const end = block + ((<usize>b) << 7)
  correlatePair(block, block, end, out)
  correlatePair(block + 32, block, end, out + 128)
}

const products: usize = memory.data(128, 16)

function subtractProducts(x: v128, at: usize): v128 {
  return f64x2.sub(f64x2.sub(x, v128.load(products + at)), v128.load(products + at, 64))
}

/** P_c ← (P_c − Σ P_q L_cqᵀ) L_cc⁻ᵀ over q < c, for two of the four rows of the row block at p. */
function reducePair(p: usize, l: usize, end: usize): void {
  correlatePair(p, l, end, products)
  p += end - l
  const t0 = subtractProducts(v128.load(p), 0)
  const u0 = subtractProducts(v128.load(p, 64), 16)
  const t1 = subtractProducts(v128.load(p, 16), 32)
  const u1 = subtractProducts(v128.load(p, 80), 48)
  const y0 = f64x2.mul(v128.shuffle<f64>(t0, t1, 0, 2), v128.load64_splat(end))
  let y1 = f64x2.sub(v128.shuffle<f64>(t0, t1, 1, 3), f64x2.mul(v128.load64_splat(end, 8), y0))
  y1 = f64x2.mul(y1, v128.load64_splat(end, 40))
  let y2 = f64x2.sub(v128.shuffle<f64>(u0, u1, 0, 2), f64x2.mul(v128.load64_splat(end, 16), y0))
  y2 = f64x2.mul(f64x2.sub(y2, f64x2.mul(v128.load64_splat(end, 48), y1)), v128.load64_splat(end, 80))
  let y3 = f64x2.sub(v128.shuffle<f64>(u0, u1, 1, 3), f64x2.mul(v128.load64_splat(end, 24), y0))
  y3 = f64x2.sub(y3, f64x2.mul(v128.load64_splat(end, 56), y1))
  y3 = f64x2.mul(f64x2.sub(y3, f64x2.mul(v128.load64_splat(end, 88), y2)), v128.load64_splat(end, 120))
  v128.store(p, v128.shuffle<f64>(y0, y1, 0, 2))
  v128.store(p, v128.shuffle<f64>(y0, y1, 1, 3), 16)
  v128.store(p, v128.shuffle<f64>(y2, y3, 0, 2), 64)
  v128.store(p, v128.shuffle<f64>(y2, y3, 1, 3), 80)
}

/** Four solves at once: the row block at p becomes P L⁻ᵀ over blocks `from` … `to` − 1 of L, those before being done. */
export function reduce(p: usize, rows: usize, from: i32, to: i32): void {
  for (let c = from; c < to; c++) reduceBy(p, rows, c)
}

/** The step of it that block c makes. */
export function reduceBy(p: usize, rows: usize, c: i32): void {
  const l: usize = load<u32>(rows + ((<usize>c) << 2))
  const end = l + ((<usize>c) << 7)
  reducePair(p, l, end)
  reducePair(p + 32, l, end)
}

/** Pairs of columns of one row, `step` bytes apart from p on, laid out straight at v, `blocks` blocks of four; and back. */
export function unpackPairs(p: usize, step: usize, blocks: i32, v: usize): void {
  for (const end = v + ((<usize>blocks) << 5); v < end; v += 16) {
    v128.store(v, v128.load(p))
    p += step
  }
}
export function packPairs(v: usize, p: usize, step: usize, blocks: i32): void {
  for (const end = v + ((<usize>blocks) << 5); v < end; v += 16) {
    v128.store(p, v128.load(v))
    p += step
  }
}

/** Row r of the tiles at p, likewise. */
export function unpackRow(p: usize, r: i32, blocks: i32, v: usize): void {
  unpackPairs(p + ((<usize>r) << 4), 64, blocks, v)
}
export function packRow(v: usize, p: usize, r: i32, blocks: i32): void {
  packPairs(v, p + ((<usize>r) << 4), 64, blocks)
}

/** Row r of a diagonal block: (v_0 … v_{r−1}, √pivot). */
export function closeRow(diagonal: usize, r: i32, v: usize, pivot: f64): void {
  for (let j = 0; j < r; j++) {
    store<f64>(diagonal + ((<usize>j) << 5) + ((<usize>r) << 3), load<f64>(v + ((<usize>j) << 3)))
  }
  store<f64>(diagonal + <usize>r * 40, 1 / sqrt(pivot))
}

/** v·v, v·z and v·o over whole blocks, written one after another. */
export function dots(v: usize, z: usize, o: usize, blocks: i32, out: usize): void {
  const toZ = z - v
  const toO = o - v
  const goal = v + ((<usize>blocks) << 5)
  let end = v + ((<usize>min(blocks, HEAD)) << 5)
  let vv: f64 = 0
  let vz: f64 = 0
  let vo: f64 = 0
  for (let pass = 0; pass < 2; pass++) {
    let a = f64x2.splat(0)
    let b = a
    let c = a
    for (; v < end; v += 16) {
      const x = v128.load(v)
      a = f64x2.add(a, f64x2.mul(x, x))
      b = f64x2.add(b, f64x2.mul(x, v128.load(v + toZ)))
      c = f64x2.add(c, f64x2.mul(x, v128.load(v + toO)))
    }
    vv += sum(a)
    vz += sum(b)
    vo += sum(c)
    end = goal
  }
  store<f64>(out, vv)
  store<f64>(out, vz, 8)
  store<f64>(out, vo, 16)
}
