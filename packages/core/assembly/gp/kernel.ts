import { State } from './state'

/** exp(x) for x ≤ 0, two lanes, relative error 1.5e-16; below −708 it stays at 3e-308. */
function exp2x(x: v128): v128 {
  x = f64x2.max(x, f64x2.splat(-708))
  const shifted = f64x2.add(f64x2.mul(x, f64x2.splat(Math.LOG2E)), f64x2.splat(6755399441055744.0))
  const n = f64x2.sub(shifted, f64x2.splat(6755399441055744.0))
  let r = f64x2.sub(x, f64x2.mul(n, f64x2.splat(6.9314718036912382e-1)))
  r = f64x2.sub(r, f64x2.mul(n, f64x2.splat(1.9082149292705877e-10)))
  let p = f64x2.splat(1.0 / 6227020800.0)
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 479001600.0))
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 39916800.0))
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 3628800.0))
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 362880.0))
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 40320.0))
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 5040.0))
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 720.0))
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 120.0))
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 24.0))
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 6.0))
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(0.5))
  p = f64x2.add(f64x2.mul(p, f64x2.mul(r, r)), r)
  return i64x2.add(f64x2.add(p, f64x2.splat(1)), i64x2.shl(shifted, 52))
}

/**
 * The squared-exponential rows exp(−a² Σⱼ sⱼ²(xⱼ − xᵢⱼ)²) of x against `count` stored points, one row per kind; kinds
 * that share a scaling share the distances.
 */
export function kernelRows(s: State, count: i32, x: usize, rows: usize): void {
  const padded = (<usize>((count + 3) & ~3)) << 3
  const width = (<usize>s.d) << 3
  const stride = s.stride
  const points = s.points
  let scaling = s.squares
  let a = s.bandwidths
  let row = rows
  for (let g = 0; g < s.groups; g++) {
    const size = <usize>load<f64>(s.sizes + ((<usize>g) << 3))
    for (let o: usize = 0; o < padded; o += 16) {
      let distance = f64x2.splat(0)
      let p = points + o
      for (let j: usize = 0; j < width; j += 8) {
        const z = f64x2.sub(v128.load(p), v128.load64_splat(x + j))
        distance = f64x2.add(distance, f64x2.mul(f64x2.mul(z, z), v128.load64_splat(scaling + j)))
        p += stride
      }
      let out = row + o
      for (let i: usize = 0; i < size << 3; i += 8) {
        v128.store(out, exp2x(f64x2.neg(f64x2.mul(distance, v128.load64_splat(a + i)))))
        out += stride
      }
    }
    for (let i: usize = 0; i < size; i++) {
      for (let o = (<usize>count) << 3; o < padded; o += 8) store<f64>(row + i * stride + o, 0)
    }
    scaling += width
    a += size << 3
    row += size * stride
  }
}
