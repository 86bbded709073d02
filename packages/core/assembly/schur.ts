import { sum } from './factor'

/** y ← y − C v for row blocks of four, `width` bytes apart, of `blocks` tile pairs each. */
export function multiply(c: usize, width: usize, rowBlocks: i32, blocks: i32, v: usize, y: usize): void {
  for (let b = 0; b < rowBlocks; b++) {
    let p = c + <usize>b * width
    let x = v
    const end = v + ((<usize>blocks) << 5)
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
    const o = y + ((<usize>b) << 5)
    store<f64>(o, load<f64>(o) - sum(a0))
    store<f64>(o, load<f64>(o, 8) - sum(a1), 8)
    store<f64>(o, load<f64>(o, 16) - sum(a2), 16)
    store<f64>(o, load<f64>(o, 24) - sum(a3), 24)
  }
}

/** Where column j of a packed unit lower triangle of `size` starts: entries (j+1, j), (j+2, j), … */
export function column(base: usize, size: i32, j: i32): usize {
  return base + ((<usize>(j * size - ((j * (j + 1)) >> 1))) << 3)
}

/** r ← M⁻¹ r, M unit lower of order m. */
export function substitute(base: usize, size: i32, m: i32, r: usize): void {
  const end = r + ((<usize>m) << 3)
  let j = 0
  for (; j + 4 <= m; j += 4) {
    let q0 = column(base, size, j)
    let q1 = column(base, size, j + 1)
    let q2 = column(base, size, j + 2)
    let q3 = column(base, size, j + 3)
    let p = r + ((<usize>j) << 3)
    const r0 = load<f64>(p)
    const r1 = load<f64>(p, 8) - load<f64>(q0) * r0
    const r2 = load<f64>(p, 16) - load<f64>(q0, 8) * r0 - load<f64>(q1) * r1
    const r3 = load<f64>(p, 24) - load<f64>(q0, 16) * r0 - load<f64>(q1, 8) * r1 - load<f64>(q2) * r2
    store<f64>(p, r1, 8)
    store<f64>(p, r2, 16)
    store<f64>(p, r3, 24)
    const v0 = f64x2.splat(r0)
    const v1 = f64x2.splat(r1)
    const v2 = f64x2.splat(r2)
    const v3 = f64x2.splat(r3)
    p += 32
    q0 += 24
    q1 += 16
    q2 += 8
    while (p < end) {
      let x = f64x2.sub(v128.load(p), f64x2.mul(v128.load(q0), v0))
      x = f64x2.sub(x, f64x2.mul(v128.load(q1), v1))
      x = f64x2.sub(x, f64x2.mul(v128.load(q2), v2))
      x = f64x2.sub(x, f64x2.mul(v128.load(q3), v3))
      v128.store(p, x)
      p += 16
      q0 += 16
      q1 += 16
      q2 += 16
      q3 += 16
    }
  }
  for (; j < m; j++) {
    let q = column(base, size, j)
    let p = r + ((<usize>j) << 3)
    const v = load<f64>(p)
    for (p += 8; p < end; p += 8) {
      store<f64>(p, load<f64>(p) - load<f64>(q) * v)
      q += 8
    }
  }
}

let alpha: f64 = 1
let restZ: f64 = 0
let restO: f64 = 0

/** One column's share of the rank-one update: moves D, D⁻¹, z, o at offset `at`, returns e = α p / D'. */
function pivot(schur: usize, step: usize, at: usize, p: f64): f64 {
  const d = schur + at
  const old = load<f64>(d)
  const ap = alpha * p
  const fresh = old + ap * p
  const inverse = 1 / fresh
  const e = ap * inverse
  alpha = alpha * old * inverse
  store<f64>(d, fresh)
  store<f64>(d + step, inverse)
  const z = d + 2 * step
  const o = z + step
  restZ -= p * load<f64>(z)
  restO -= p * load<f64>(o)
  store<f64>(z, load<f64>(z) + e * restZ)
  store<f64>(o, load<f64>(o) + e * restO)
  return e
}

/**
 * M D Mᵀ ← M D Mᵀ + w wᵀ together with r ← M⁻¹ r: what dropping a point does to the Schur complement, fused with the
 * next solve. Same arithmetic as updating first and calling `substitute` afterwards. w is destroyed.
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
  alpha = 1
  restZ = wz
  restO = wo
  const end = r + ((<usize>m) << 3)
  let j = 0
  for (; j + 4 <= m; j += 4) {
    let q0 = column(base, size, j)
    let q1 = column(base, size, j + 1)
    let q2 = column(base, size, j + 2)
    let q3 = column(base, size, j + 3)
    const at = (<usize>j) << 3
    let x = w + at
    let p = r + at
    const p0 = load<f64>(x)
    const e0 = pivot(schur, step, at, p0)
    let l10 = load<f64>(q0)
    let l20 = load<f64>(q0, 8)
    let l30 = load<f64>(q0, 16)
    const p1 = load<f64>(x, 8) - p0 * l10
    l10 += e0 * p1
    let w2 = load<f64>(x, 16) - p0 * l20
    l20 += e0 * w2
    let w3 = load<f64>(x, 24) - p0 * l30
    l30 += e0 * w3
    store<f64>(q0, l10)
    store<f64>(q0, l20, 8)
    store<f64>(q0, l30, 16)
    const e1 = pivot(schur, step, at + 8, p1)
    let l21 = load<f64>(q1)
    let l31 = load<f64>(q1, 8)
    w2 -= p1 * l21
    l21 += e1 * w2
    w3 -= p1 * l31
    l31 += e1 * w3
    store<f64>(q1, l21)
    store<f64>(q1, l31, 8)
    const e2 = pivot(schur, step, at + 16, w2)
    let l32 = load<f64>(q2)
    w3 -= w2 * l32
    l32 += e2 * w3
    store<f64>(q2, l32)
    const e3 = pivot(schur, step, at + 24, w3)
    const r0 = load<f64>(p)
    const r1 = load<f64>(p, 8) - l10 * r0
    const r2 = load<f64>(p, 16) - l20 * r0 - l21 * r1
    const r3 = load<f64>(p, 24) - l30 * r0 - l31 * r1 - l32 * r2
    store<f64>(p, r1, 8)
    store<f64>(p, r2, 16)
    store<f64>(p, r3, 24)
    p += 32
    x += 32
    q0 += 24
    q1 += 16
    q2 += 8
    while (p < end) {
      let u = v128.load(x)
      let y = v128.load(p)
      let l = v128.load(q0)
      u = f64x2.sub(u, f64x2.mul(f64x2.splat(p0), l))
      l = f64x2.add(l, f64x2.mul(f64x2.splat(e0), u))
      v128.store(q0, l)
      y = f64x2.sub(y, f64x2.mul(l, f64x2.splat(r0)))
      l = v128.load(q1)
      u = f64x2.sub(u, f64x2.mul(f64x2.splat(p1), l))
      l = f64x2.add(l, f64x2.mul(f64x2.splat(e1), u))
      v128.store(q1, l)
      y = f64x2.sub(y, f64x2.mul(l, f64x2.splat(r1)))
      l = v128.load(q2)
      u = f64x2.sub(u, f64x2.mul(f64x2.splat(w2), l))
      l = f64x2.add(l, f64x2.mul(f64x2.splat(e2), u))
      v128.store(q2, l)
      y = f64x2.sub(y, f64x2.mul(l, f64x2.splat(r2)))
      l = v128.load(q3)
      u = f64x2.sub(u, f64x2.mul(f64x2.splat(w3), l))
      l = f64x2.add(l, f64x2.mul(f64x2.splat(e3), u))
      v128.store(q3, l)
      y = f64x2.sub(y, f64x2.mul(l, f64x2.splat(r3)))
      v128.store(x, u)
      v128.store(p, y)
      p += 16
      x += 16
      q0 += 16
      q1 += 16
      q2 += 16
      q3 += 16
    }
  }
  for (; j < m; j++) {
    let q = column(base, size, j)
    let x = w + ((<usize>j) << 3)
    let p = r + ((<usize>j) << 3)
    const p0 = load<f64>(x)
    const e0 = pivot(schur, step, (<usize>j) << 3, p0)
    const r0 = load<f64>(p)
    x += 8
    for (p += 8; p < end; p += 8) {
      const u = load<f64>(x) - p0 * load<f64>(q)
      const l = load<f64>(q) + e0 * u
      store<f64>(x, u)
      store<f64>(q, l)
      store<f64>(p, load<f64>(p) - l * r0)
      x += 8
      q += 8
    }
  }
}
