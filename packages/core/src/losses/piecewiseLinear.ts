import { logAddExp } from '../math/logSumExp.ts'
import { erfcx, normalCdf, normalLogCdf, normalPdf } from '../math/normal.ts'

/**
 * The integrals of ℓ = above·w₊ + below·(−w)₊ for w ~ N(μ, v): what hinge, pinball and absolute loss share.
 *
 *     mean      (above + below)·E w₊ − below·μ,   E w₊ = μΦ(c) + √v φ(c),   c = μ/√v
 *     annealed  −γ⁻¹ log[ e^{½p² − pc} Φ(c − p) + e^{½q² + qc} Φ(−c − q) ],   p = γ·above·√v, q = γ·below·√v
 */

/** Below this γ·sd(ℓ) the second cumulant is exact to rounding, and the logarithm is not. */
const SMALL = 1e-5

export function linearAt(above: number, below: number, w: number): number {
  return w > 0 ? above * w : -below * w
}

export function linearMean(above: number, below: number, mu: number, v: number): number {
  if (v === 0) return linearAt(above, below, mu)
  return (above + below) * positivePart(mu, Math.sqrt(v)) - below * mu
}

/** ∂L/∂μ for v > 0. */
export function linearSlope(above: number, below: number, mu: number, v: number): number {
  return (above + below) * normalCdf(mu / Math.sqrt(v)) - below
}

/** ∂L/∂v. At v = 0 it is 0, or infinite at the kink; 0 is returned, for the derivative in √v is 0 there. */
export function linearCurvature(above: number, below: number, mu: number, v: number): number {
  if (v === 0) return 0
  const s = Math.sqrt(v)
  return ((above + below) * normalPdf(mu / s)) / (2 * s)
}

export function linearAnnealed(above: number, below: number, mu: number, v: number, rate: number): number {
  if (v === 0) return linearAt(above, below, mu)
  const s = Math.sqrt(v)
  const mean = linearMean(above, below, mu, v)
  const variance = linearVariance(above, below, mu, s, mean)
  if (rate * Math.sqrt(variance) < SMALL) return mean - 0.5 * rate * variance
  const c = mu / s
  const up = logTilted(rate * above * s, c)
  const down = logTilted(rate * below * s, -c)
  // 1 − E e^{−γℓ}, term by term: keeps its digits where the loss is nearly nothing.
  const lost = -tiltedLoss(up, c) - tiltedLoss(down, -c)
  return (lost < 0.5 ? -Math.log1p(-lost) : -logAddExp(up, down)) / rate
}

/** E w₊ for w ~ N(μ, s²). */
function positivePart(mu: number, s: number): number {
  return mu * normalCdf(mu / s) + s * normalPdf(mu / s)
}

function linearVariance(above: number, below: number, mu: number, s: number, mean: number): number {
  const c = mu / s
  const square = mu * mu + s * s
  const cross = mu * s * normalPdf(c)
  const second =
    above * above * (square * normalCdf(c) + cross) + below * below * (square * normalCdf(-c) - cross)
  return Math.max(0, second - mean * mean)
}

/** log[ e^{½t² − tc} Φ(c − t) ]; for t > c through erfcx, because the exponent cancels against log Φ. */
function logTilted(t: number, c: number): number {
  if (c > t) return t * (0.5 * t - c) + normalLogCdf(c - t)
  return -0.5 * c * c + Math.log(0.5 * erfcx((t - c) * Math.SQRT1_2))
}

/** e^{logTilted} − Φ(c), without cancellation. */
function tiltedLoss(logTilt: number, c: number): number {
  return normalCdf(c) * Math.expm1(logTilt - normalLogCdf(c))
}
