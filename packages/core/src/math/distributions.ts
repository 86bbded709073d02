import { type Rng, uniform } from './xoroshiro.ts'

/**
 * Standard normal, by Marsaglia's polar method.
 *
 *     u √(−2 log w / w),   (u, v) uniform in the disc,  w = u² + v²
 *
 * The second variate is not kept: the stream's four words stay its whole state.
 */
export function normal(rng: Rng): number {
  for (;;) {
    const u = 2 * uniform(rng) - 1
    const v = 2 * uniform(rng) - 1
    const w = u * u + v * v
    if (w < 1 && w > 0) return u * Math.sqrt((-2 * Math.log(w)) / w)
  }
}

/** Exponential with mean 1. */
export function exponential(rng: Rng): number {
  return -Math.log1p(-uniform(rng))
}

/**
 * Student's t with any degrees of freedom ν > 0, by Bailey's (1994) polar method.
 *
 *     u √(ν (w^(−2/ν) − 1) / w),   (u, v) uniform in the disc,  w = u² + v²
 *
 * No χ² that could underflow when ν is small; it tends to `normal`, draw by draw, when ν is large.
 */
export function studentT(rng: Rng, degrees: number): number {
  if (degrees === Infinity) return normal(rng)
  if (!(degrees > 0)) return NaN
  for (;;) {
    const u = 2 * uniform(rng) - 1
    const v = 2 * uniform(rng) - 1
    const w = u * u + v * v
    if (w < 1 && w > 0) {
      const power = Math.log(w) / degrees
      // w^(−2/ν) taken out of the root, where it would overflow long before the result does.
      return u * Math.exp(-power) * Math.sqrt((-degrees * Math.expm1(2 * power)) / w)
    }
  }
}

/**
 * Gamma with the given shape and scale 1, by Marsaglia & Tsang (2000).
 *
 * Shapes below 1 come from shape + 1 times u^(1/shape), and underflow to 0 where they must.
 */
export function gamma(rng: Rng, shape: number): number {
  if (!(shape > 0 && shape < Infinity)) return NaN
  if (shape < 1) return gamma(rng, shape + 1) * Math.exp(Math.log1p(-uniform(rng)) / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normal(rng)
    const t = 1 + c * x
    if (t <= 0) continue
    const v = t * t * t
    const u = 1 - uniform(rng)
    // The squeeze spares most draws both logarithms.
    if (u < 1 - 0.0331 * x * x * x * x) return d * v
    if (Math.log(u) < 0.5 * x * x + d * (1 - v + Math.log(v))) return d * v
  }
}

/** Poisson with the given mean: by inversion below 10, by Hörmann's (1993) PTRS from there on. */
export function poisson(rng: Rng, mean: number): number {
  if (!(mean >= 0 && mean < Infinity)) return NaN
  return mean < 10 ? poissonByInversion(rng, mean) : poissonByRejection(rng, mean)
}

function poissonByInversion(rng: Rng, mean: number): number {
  const u = uniform(rng)
  let k = 0
  let p = Math.exp(-mean)
  let sum = p
  while (u >= sum) {
    p *= mean / ++k
    // The terms may sum to less than the largest u: past their last digit, stop.
    if (sum + p === sum) break
    sum += p
  }
  return k
}

function poissonByRejection(rng: Rng, mean: number): number {
  const b = 0.931 + 2.53 * Math.sqrt(mean)
  const a = -0.059 + 0.02483 * b
  const inverseAlpha = 1.1239 + 1.1328 / (b - 3.4)
  const squeeze = 0.9277 - 3.6224 / (b - 2)
  for (;;) {
    const u = uniform(rng) - 0.5
    const v = 1 - uniform(rng)
    const s = 0.5 - Math.abs(u)
    const k = Math.floor(((2 * a) / s + b) * u + mean + 0.43)
    if (s >= 0.07 && v <= squeeze) return k
    if (k < 0 || (s < 0.013 && v > s)) continue
    if (Math.log((v * inverseAlpha) / (a / (s * s) + b)) <= logPoisson(k, mean)) return k
  }
}

// log(e^−μ μᵏ / k!), with Stirling's series joined to k log μ − μ before anything large is formed.
function logPoisson(k: number, mean: number): number {
  if (k < 10) {
    let factorial = 1
    for (let i = 2; i <= k; i++) factorial *= i
    return k * Math.log(mean) - mean - Math.log(factorial)
  }
  const x = (mean - k) / k
  const r = 1 / (k * k)
  const stirling = (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r / 1188)))) / k
  return k * (Math.log1p(x) - x) - stirling - 0.5 * Math.log(2 * Math.PI * k)
}
