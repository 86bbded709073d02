import { blockStart } from './factor'

/**
 * M, unit lower, in row blocks of four: a block's columns one after another, four numbers each, as many as it has up to the
 * diagonal's. A row goes to the end, and a pass over M is one stream of memory.
 */

/** Row m of M: entries r_j / D_j, j < m. */
export function appendRow(base: usize, m: i32, r: usize, inverses: usize): void {
  let q = base + blockStart(m >> 2) + ((<usize>(m & 3)) << 3)
  for (let o: usize = 0; o < (<usize>m) << 3; o += 8) {
    store<f64>(q, load<f64>(r + o) * load<f64>(inverses + o))
    q += 32
  }
}

/** r ← M⁻¹ r, M of order m; r padded to whole blocks. */
export function substitute(base: usize, m: i32, r: usize): void {
  let q = base
  for (let p = r; p < r + ((<usize>m) << 3); p += 32) {
    let y = v128.load(p)
    let z = v128.load(p, 16)
    for (let x = r; x < p; x += 8) {
      const v = v128.load64_splat(x)
      y = f64x2.sub(y, f64x2.mul(v128.load(q), v))
      z = f64x2.sub(z, f64x2.mul(v128.load(q, 16), v))
      q += 32
    }
    const r0 = f64x2.extract_lane(y, 0)
    const r1 = f64x2.extract_lane(y, 1) - load<f64>(q, 8) * r0
    const r2 = f64x2.extract_lane(z, 0) - load<f64>(q, 16) * r0 - load<f64>(q, 48) * r1
    const r3 =
      f64x2.extract_lane(z, 1) - load<f64>(q, 24) * r0 - load<f64>(q, 56) * r1 - load<f64>(q, 88) * r2
    store<f64>(p, r0)
    store<f64>(p, r1, 8)
    store<f64>(p, r2, 16)
    store<f64>(p, r3, 24)
    q += 128
  }
}

/** The chains of the rank-one update at hand: β, what is left of the dropped point's z and o. */
let beta: f64 = 1
let inverseBeta: f64 = 1
let restZ: f64 = 0
let restO: f64 = 0

/** Two columns' share of the rank-one update: moves their D, D⁻¹, z, o at d, `step` bytes apart; returns their e. */
function pivots(d: usize, step: usize, p: v128): v128 {
  const inverse = d + step
  const z = inverse + step
  const o = z + step
  const scaled = f64x2.mul(p, v128.load(inverse))
  const added = f64x2.mul(p, scaled)
  const first = beta + f64x2.extract_lane(added, 0)
  beta = first + f64x2.extract_lane(added, 1)
  const inverses = f64x2.div(f64x2.splat(1), f64x2.replace_lane(f64x2.splat(first), 1, beta))
  const before = v128.shuffle<f64>(f64x2.splat(inverseBeta), inverses, 0, 2)
  inverseBeta = f64x2.extract_lane(inverses, 1)
  // Not D⁻¹ − e·scaled, which cancels where a repeated input loses its twin and D leaps.
  const fresh = f64x2.add(v128.load(d), f64x2.mul(f64x2.mul(p, p), before))
  v128.store(d, fresh)
  v128.store(inverse, f64x2.div(f64x2.splat(1), fresh))
  const e = f64x2.mul(scaled, inverses)
  restZ = moveRest(z, p, e, restZ)
  restO = moveRest(o, p, e, restO)
  return e
}

/** Moves two entries of z or of o; returns what is left of the dropped point's. */
function moveRest(z: usize, p: v128, e: v128, rest: f64): f64 {
  const old = v128.load(z)
  const lost = f64x2.mul(p, old)
  const first = rest - f64x2.extract_lane(lost, 0)
  const second = first - f64x2.extract_lane(lost, 1)
  const rests = f64x2.replace_lane(f64x2.splat(first), 1, second)
  v128.store(z, f64x2.add(old, f64x2.mul(e, rests)))
  return second
}

/**
 * M D Mᵀ ← M D Mᵀ + w wᵀ together with r ← M⁻¹ r: what dropping a point does to the Schur complement, fused with the
 * next solve. The same arithmetic as updating first and calling `substitute` afterwards. Rows beyond m, up to a whole block,
 * are moved too; nothing depends on them.
 *
 *     βⱼ₊₁ = βⱼ + pⱼ²/Dⱼ,  eⱼ = pⱼ/(Dⱼ βⱼ₊₁),  Dⱼ ← Dⱼ + pⱼ²/βⱼ,  w ← w − pⱼ Mⱼ,  Mⱼ ← Mⱼ + eⱼ w,  β₀ = 1
 *
 * @param schur D, D⁻¹, z, o of the expert, `step` bytes apart
 * @param done room for pⱼ, eⱼ, rⱼ of the columns that are done, 32 bytes each
 */
export function updateAndSubstitute(
  base: usize,
  m: i32,
  schur: usize,
  step: usize,
  w: usize,
  wz: f64,
  wo: f64,
  done: usize,
  r: usize,
): void {
  beta = inverseBeta = 1
  restZ = wz
  restO = wo
  let q = base
  let end = done
  for (let start: usize = 0; start < (<usize>m) << 3; start += 32) {
    let u = v128.load(w + start)
    let s = v128.load(w + start, 16)
    let y = v128.load(r + start)
    let z = v128.load(r + start, 16)
    for (let x = done; x < end; x += 32) {
      let l = v128.load(q)
      let k = v128.load(q, 16)
      const p = v128.load64_splat(x)
      u = f64x2.sub(u, f64x2.mul(p, l))
      s = f64x2.sub(s, f64x2.mul(p, k))
      const e = v128.load64_splat(x, 8)
      l = f64x2.add(l, f64x2.mul(e, u))
      k = f64x2.add(k, f64x2.mul(e, s))
      v128.store(q, l)
      v128.store(q, k, 16)
      const t = v128.load64_splat(x, 16)
      y = f64x2.sub(y, f64x2.mul(l, t))
      z = f64x2.sub(z, f64x2.mul(k, t))
      q += 32
    }
    let l10 = load<f64>(q, 8)
    let l20 = load<f64>(q, 16)
    let l30 = load<f64>(q, 24)
    let l21 = load<f64>(q, 48)
    let l31 = load<f64>(q, 56)
    let l32 = load<f64>(q, 88)
    const p0 = f64x2.extract_lane(u, 0)
    const p1 = f64x2.extract_lane(u, 1) - p0 * l10
    const w2 = f64x2.extract_lane(s, 0) - p0 * l20
    const w3 = f64x2.extract_lane(s, 1) - p0 * l30
    const p2 = w2 - p1 * l21
    const u3 = w3 - p1 * l31
    const p3 = u3 - p2 * l32
    const d = schur + start
    const e01 = pivots(d, step, f64x2.replace_lane(f64x2.splat(p0), 1, p1))
    const e23 = pivots(d + 16, step, f64x2.replace_lane(f64x2.splat(p2), 1, p3))
    const e0 = f64x2.extract_lane(e01, 0)
    const e1 = f64x2.extract_lane(e01, 1)
    const e2 = f64x2.extract_lane(e23, 0)
    l10 += e0 * p1
    l20 += e0 * w2
    l30 += e0 * w3
    l21 += e1 * p2
    l31 += e1 * u3
    l32 += e2 * p3
    store<f64>(q, l10, 8)
    store<f64>(q, l20, 16)
    store<f64>(q, l30, 24)
    store<f64>(q, l21, 48)
    store<f64>(q, l31, 56)
    store<f64>(q, l32, 88)
    const r0 = f64x2.extract_lane(y, 0)
    const r1 = f64x2.extract_lane(y, 1) - l10 * r0
    const r2 = f64x2.extract_lane(z, 0) - l20 * r0 - l21 * r1
    const r3 = f64x2.extract_lane(z, 1) - l30 * r0 - l31 * r1 - l32 * r2
    note(end, p0, e0, r0)
    note(end + 32, p1, e1, r1)
    note(end + 64, p2, e2, r2)
    note(end + 96, p3, f64x2.extract_lane(e23, 1), r3)
    store<f64>(r + start, r1, 8)
    store<f64>(r + start, r2, 16)
    store<f64>(r + start, r3, 24)
    store<f64>(r + start, r0)
    end += 128
    q += 128
  }
}

function note(to: usize, p: f64, e: f64, r: f64): void {
  store<f64>(to, p)
  store<f64>(to, e, 8)
  store<f64>(to, r, 16)
}
