import { HEAD, sums } from './factor'

/**
 * y ← y − C v for row blocks of four, `width` bytes apart, of `blocks` tile pairs each. Two blocks at once: v is read half as
 * often, and while one stream of memory waits the other flows.
 */
export function multiply(c: usize, width: usize, rowBlocks: i32, blocks: i32, v: usize, y: usize): void {
  let b = 0
  for (; b + 1 < rowBlocks; b += 2) {
    multiplyTwo(c + <usize>b * width, width, blocks, v, y)
    y += 64
  }
  if (b < rowBlocks) multiplyOne(c + <usize>b * width, blocks, v, y)
}

function multiplyTwo(p: usize, width: usize, blocks: i32, v: usize, y: usize): void {
  const goal = v + ((<usize>blocks) << 5)
  let end = v + ((<usize>min(blocks, HEAD)) << 5)
  let q = p + width
  for (let pass = 0; pass < 2; pass++) {
    let a0 = f64x2.splat(0)
    let a1 = a0
    let a2 = a0
    let a3 = a0
    let b0 = a0
    let b1 = a0
    let b2 = a0
    let b3 = a0
    while (v < end) {
      const x0 = v128.load(v)
      const x1 = v128.load(v, 16)
      a0 = f64x2.add(f64x2.add(a0, f64x2.mul(v128.load(p), x0)), f64x2.mul(v128.load(p, 64), x1))
      b0 = f64x2.add(f64x2.add(b0, f64x2.mul(v128.load(q), x0)), f64x2.mul(v128.load(q, 64), x1))
      a1 = f64x2.add(f64x2.add(a1, f64x2.mul(v128.load(p, 16), x0)), f64x2.mul(v128.load(p, 80), x1))
      b1 = f64x2.add(f64x2.add(b1, f64x2.mul(v128.load(q, 16), x0)), f64x2.mul(v128.load(q, 80), x1))
      a2 = f64x2.add(f64x2.add(a2, f64x2.mul(v128.load(p, 32), x0)), f64x2.mul(v128.load(p, 96), x1))
      b2 = f64x2.add(f64x2.add(b2, f64x2.mul(v128.load(q, 32), x0)), f64x2.mul(v128.load(q, 96), x1))
      a3 = f64x2.add(f64x2.add(a3, f64x2.mul(v128.load(p, 48), x0)), f64x2.mul(v128.load(p, 112), x1))
      b3 = f64x2.add(f64x2.add(b3, f64x2.mul(v128.load(q, 48), x0)), f64x2.mul(v128.load(q, 112), x1))
      p += 128
      q += 128
      v += 32
    }
    subtract(y, a0, a1, a2, a3)
    subtract(y + 32, b0, b1, b2, b3)
    end = goal
  }
}

function multiplyOne(p: usize, blocks: i32, v: usize, y: usize): void {
  const goal = v + ((<usize>blocks) << 5)
  let end = v + ((<usize>min(blocks, HEAD)) << 5)
  for (let pass = 0; pass < 2; pass++) {
    let a0 = f64x2.splat(0)
    let a1 = a0
    let a2 = a0
    let a3 = a0
    while (v < end) {
      const x0 = v128.load(v)
      const x1 = v128.load(v, 16)
      a0 = f64x2.add(f64x2.add(a0, f64x2.mul(v128.load(p), x0)), f64x2.mul(v128.load(p, 64), x1))
      a1 = f64x2.add(f64x2.add(a1, f64x2.mul(v128.load(p, 16), x0)), f64x2.mul(v128.load(p, 80), x1))
      a2 = f64x2.add(f64x2.add(a2, f64x2.mul(v128.load(p, 32), x0)), f64x2.mul(v128.load(p, 96), x1))
      a3 = f64x2.add(f64x2.add(a3, f64x2.mul(v128.load(p, 48), x0)), f64x2.mul(v128.load(p, 112), x1))
      p += 128
      v += 32
    }
    subtract(y, a0, a1, a2, a3)
    end = goal
  }
}

/** Four numbers less the sums of the lanes. */
function subtract(y: usize, a0: v128, a1: v128, a2: v128, a3: v128): void {
  v128.store(y, f64x2.sub(v128.load(y), sums(a0, a1)))
  v128.store(y, f64x2.sub(v128.load(y, 16), sums(a2, a3)), 16)
}

/**
 * M, unit lower, lies in panels of four columns: tiles of 2 rows × 4 columns from the diagonal down, one stream.
 * Where panel j/4 starts, in bytes, if there is room for `size` rows, a multiple of four.
 */
export function panelStart(size: i32, j: i32): usize {
  const b = j >> 2
  return (<usize>(b * size - 2 * b * (b - 1))) << 5
}

/** Row m of M: entries r_j / D_j, j < m. */
export function appendRow(base: usize, size: i32, m: i32, r: usize, inverses: usize): void {
  const side = (<usize>(m & 1)) << 3
  for (let j = 0; j < m; j += 4) {
    const q = base + panelStart(size, j) + ((<usize>((m - j) >> 1)) << 6) + side
    const o = (<usize>j) << 3
    store<f64>(q, load<f64>(r + o) * load<f64>(inverses + o))
    store<f64>(q, load<f64>(r + o, 8) * load<f64>(inverses + o, 8), 16)
    store<f64>(q, load<f64>(r + o, 16) * load<f64>(inverses + o, 16), 32)
    store<f64>(q, load<f64>(r + o, 24) * load<f64>(inverses + o, 24), 48)
  }
}

/** r ← M⁻¹ r, M of order m. */
export function substitute(base: usize, size: i32, m: i32, r: usize): void {
  const end = r + ((<usize>m) << 3)
  let p = r
  for (let j = 0; j < m; j += 4) {
    let q = base + panelStart(size, j)
    const r0 = load<f64>(p)
    const r1 = load<f64>(p, 8) - load<f64>(q, 8) * r0
    const r2 = load<f64>(p, 16) - load<f64>(q, 64) * r0 - load<f64>(q, 80) * r1
    const r3 = load<f64>(p, 24) - load<f64>(q, 72) * r0 - load<f64>(q, 88) * r1 - load<f64>(q, 104) * r2
    store<f64>(p, r1, 8)
    store<f64>(p, r2, 16)
    store<f64>(p, r3, 24)
    const v0 = f64x2.splat(r0)
    const v1 = f64x2.splat(r1)
    const v2 = f64x2.splat(r2)
    const v3 = f64x2.splat(r3)
    const next = p + 32
    q += 128
    for (p = next; p < end; p += 16) {
      let y = f64x2.sub(v128.load(p), f64x2.mul(v128.load(q), v0))
      y = f64x2.sub(y, f64x2.mul(v128.load(q, 16), v1))
      y = f64x2.sub(y, f64x2.mul(v128.load(q, 32), v2))
      v128.store(p, f64x2.sub(y, f64x2.mul(v128.load(q, 48), v3)))
      q += 64
    }
    p = next
  }
}

let beta: f64 = 1
let inverseBeta: f64 = 1
let restZ: f64 = 0
let restO: f64 = 0

/** A column's share of the rank-one update: moves D, D⁻¹, z, o at d, `step` bytes apart; returns its e. */
function pivot(d: usize, step: usize, p: f64): f64 {
  const inverse = d + step
  const z = inverse + step
  const o = z + step
  const scaled = p * load<f64>(inverse)
  // Not D⁻¹ − e·scaled, which cancels where a repeated input loses its twin and D leaps.
  const fresh = load<f64>(d) + p * p * inverseBeta
  store<f64>(d, fresh)
  store<f64>(inverse, 1 / fresh)
  beta += p * scaled
  inverseBeta = 1 / beta
  const e = scaled * inverseBeta
  restZ -= p * load<f64>(z)
  restO -= p * load<f64>(o)
  store<f64>(z, load<f64>(z) + e * restZ)
  store<f64>(o, load<f64>(o) + e * restO)
  return e
}

/**
 * M D Mᵀ ← M D Mᵀ + w wᵀ together with r ← M⁻¹ r: what dropping a point does to the Schur complement, fused with the
 * next solve. The same arithmetic as updating first and calling `substitute` afterwards. w is destroyed.
 *
 *     βⱼ₊₁ = βⱼ + pⱼ²/Dⱼ,  eⱼ = pⱼ/(Dⱼ βⱼ₊₁),  Dⱼ ← Dⱼ + pⱼ²/βⱼ,  w ← w − pⱼ Mⱼ,  Mⱼ ← Mⱼ + eⱼ w,  β₀ = 1
 *
 * @param schur D, D⁻¹, z, o of the expert, `step` bytes apart
 */
export function updateAndSubstitute(
  base: usize,
  size: i32,
  m: i32,
  schur: usize,
  step: usize,
  w: usize,
  wz: f64,
  wo: f64,
  r: usize,
): void {
  beta = inverseBeta = 1
  restZ = wz
  restO = wo
  const end = r + ((<usize>m) << 3)
  const shift = w - r
  let p = r
  for (let j = 0; j < m; j += 4) {
    let q = base + panelStart(size, j)
    const d = schur + ((<usize>j) << 3)
    const x = p + shift
    let l10 = load<f64>(q, 8)
    let l20 = load<f64>(q, 64)
    let l30 = load<f64>(q, 72)
    let l21 = load<f64>(q, 80)
    let l31 = load<f64>(q, 88)
    let l32 = load<f64>(q, 104)
    const p0 = load<f64>(x)
    const e0 = pivot(d, step, p0)
    const p1 = load<f64>(x, 8) - p0 * l10
    const w2 = load<f64>(x, 16) - p0 * l20
    const w3 = load<f64>(x, 24) - p0 * l30
    l10 += e0 * p1
    l20 += e0 * w2
    l30 += e0 * w3
    const e1 = j + 1 < m ? pivot(d + 8, step, p1) : 0
    const p2 = w2 - p1 * l21
    const u3 = w3 - p1 * l31
    l21 += e1 * p2
    l31 += e1 * u3
    const e2 = j + 2 < m ? pivot(d + 16, step, p2) : 0
    const p3 = u3 - p2 * l32
    l32 += e2 * p3
    const e3 = j + 3 < m ? pivot(d + 24, step, p3) : 0
    store<f64>(q, l10, 8)
    store<f64>(q, l20, 64)
    store<f64>(q, l30, 72)
    store<f64>(q, l21, 80)
    store<f64>(q, l31, 88)
    store<f64>(q, l32, 104)
    const r0 = load<f64>(p)
    const r1 = load<f64>(p, 8) - l10 * r0
    const r2 = load<f64>(p, 16) - l20 * r0 - l21 * r1
    const r3 = load<f64>(p, 24) - l30 * r0 - l31 * r1 - l32 * r2
    store<f64>(p, r1, 8)
    store<f64>(p, r2, 16)
    store<f64>(p, r3, 24)
    const next = p + 32
    q += 128
    for (p = next; p < end; p += 16) {
      let u = v128.load(p + shift)
      let y = v128.load(p)
      let l = v128.load(q)
      u = f64x2.sub(u, f64x2.mul(f64x2.splat(p0), l))
      l = f64x2.add(l, f64x2.mul(f64x2.splat(e0), u))
      v128.store(q, l)
      y = f64x2.sub(y, f64x2.mul(l, f64x2.splat(r0)))
      l = v128.load(q, 16)
      u = f64x2.sub(u, f64x2.mul(f64x2.splat(p1), l))
      l = f64x2.add(l, f64x2.mul(f64x2.splat(e1), u))
      v128.store(q, l, 16)
      y = f64x2.sub(y, f64x2.mul(l, f64x2.splat(r1)))
      l = v128.load(q, 32)
      u = f64x2.sub(u, f64x2.mul(f64x2.splat(p2), l))
      l = f64x2.add(l, f64x2.mul(f64x2.splat(e2), u))
      v128.store(q, l, 32)
      y = f64x2.sub(y, f64x2.mul(l, f64x2.splat(r2)))
      l = v128.load(q, 48)
      u = f64x2.sub(u, f64x2.mul(f64x2.splat(p3), l))
      l = f64x2.add(l, f64x2.mul(f64x2.splat(e3), u))
      v128.store(q, l, 48)
      v128.store(p, f64x2.sub(y, f64x2.mul(l, f64x2.splat(r3))))
      v128.store(p + shift, u)
      q += 64
    }
    p = next
  }
}
