import { cutsAround, integrateLogConcave, rootOfDecreasing } from '../math/logConcave.ts'
import { normalTrapezoid } from '../math/normalTrapezoid.ts'
import { isWide, wideSoftplus } from './wideSoftplus.ts'

/**
 * The integrals of softplus(w) = log(1 + eʷ) for w ~ N(a, v), to 1e-10 for every a, v and γ that a double can hold.
 *
 *     mean(−a) = mean(a) − a,   Λ(γv − a) = Λ(a) − a + γv/2
 *
 * By these symmetries a is never far to the right, so that nothing overflows and small values keep their digits.
 * Up to a deviation of 8 the trapezoid rule is exact to rounding, for the nearest pole lies at iπ. Beyond it the
 * integrands, which are all log-concave, are cut around their bends; the mean has an expansion for large v.
 */

const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)
/** Deviations from its mean beyond which a normal has no mass in double precision. */
const REACH = 9
/** The largest variance for the trapezoid rule, whose nodes grow with the deviation. */
const WIDEST = 64

export function softplus(w: number): number {
  return w > 0 ? w + Math.log1p(Math.exp(-w)) : Math.log1p(Math.exp(w))
}

export function sigmoid(w: number): number {
  if (w >= 0) return 1 / (1 + Math.exp(-w))
  const e = Math.exp(w)
  return e / (1 + e)
}

/** E softplus(w). */
export function softplusMean(a: number, v: number): number {
  if (a > 0) return a + softplusMean(-a, v)
  if (v <= WIDEST) return normalTrapezoid(a, v, (e) => Math.log1p(e))
  if (isWide(a, v)) return wideSoftplus(a, Math.sqrt(v), 0)
  return Math.exp(logExpectation(logSoftplus, (w) => sigmoid(w) / softplus(w) || 1, a, v))
}

/** E σ(w). */
export function sigmoidMean(a: number, v: number): number {
  if (a > 0) return 1 - sigmoidMean(-a, v)
  if (v <= WIDEST) return normalTrapezoid(a, v, (e) => e / (1 + e))
  if (isWide(a, v)) return wideSoftplus(a, Math.sqrt(v), 1)
  return Math.exp(
    logExpectation(
      (w) => -softplus(-w),
      (w) => sigmoid(-w),
      a,
      v,
    ),
  )
}

/** E σ(w)(1 − σ(w)). */
export function sigmoidSlopeMean(a: number, v: number): number {
  if (a > 0) return sigmoidSlopeMean(-a, v)
  if (v <= WIDEST) return normalTrapezoid(a, v, (e) => e / ((1 + e) * (1 + e)))
  if (isWide(a, v)) return wideSoftplus(a, Math.sqrt(v), 2)
  return Math.exp(
    logExpectation(
      (w) => -Math.abs(w) - 2 * Math.log1p(Math.exp(-Math.abs(w))),
      (w) => 1 - 2 * sigmoid(w),
      a,
      v,
    ),
  )
}

/** Λ = −γ⁻¹ log E exp(−γ softplus(w)). */
export function softplusAnnealed(a: number, v: number, rate: number): number {
  const shift = rate * v
  if (a > 0.5 * shift) return a - 0.5 * shift + softplusAnnealed(shift - a, v, rate)
  if (v <= WIDEST && (rate <= 4 || shift <= 4) && rate * shift <= 1024) {
    const centre = softplus(a)
    const lost = normalTrapezoid(a, v, (e) => -Math.expm1(-rate * (Math.log1p(e) - centre)), rate)
    return centre - Math.log1p(-lost) / rate
  }
  if (a + 0.5 * v < -750) return 0
  const { loss, log } = annealedByMode(a, v, rate)
  return log < -0.7 ? loss : -Math.log1p(-Math.exp(logLost(a, v, rate))) / rate
}

/** log E(1 − exp(−γ softplus(w))): what keeps its digits where the loss is nearly nothing. */
function logLost(a: number, v: number, rate: number): number {
  const lost = (w: number): number => logOneMinusExp(rate, w)
  const slope = (w: number): number => {
    const exponent = rate * softplus(w)
    // γσ/(e^{γ softplus} − 1), whose limit on the left is 1.
    return exponent > 0 ? Math.min(1, (rate * sigmoid(w)) / Math.expm1(exponent)) : 1
  }
  const cuts = cutsAround(-Math.log(rate))
  for (let part = 0.125; part <= 64; part *= 2) cuts.push(part / rate)
  return logExpectation(lost, slope, a, v, cuts)
}

/** log(1 − (1 + eʷ)^−γ). */
function logOneMinusExp(rate: number, w: number): number {
  if (w + Math.log(rate) < -40 && w < -40) return w + Math.log(rate)
  return Math.log(-Math.expm1(-rate * softplus(w)))
}

function logSoftplus(w: number): number {
  return w < -40 ? w : Math.log(softplus(w))
}

/** log E e^{h(w)} for a concave h(w) ≤ w, up to a constant, that rises at a with a slope of at most 1. */
function logExpectation(
  h: (w: number) => number,
  slope: (w: number) => number,
  a: number,
  v: number,
  cuts: readonly number[] = [],
): number {
  // e^h ≤ eʷ, and E eʷ underflows.
  if (a + 0.5 * v < -750) return -Infinity
  const s = Math.sqrt(v)
  const mode = rootOfDecreasing((w) => slope(w) - (w - a) / v, a, a + v * slope(a))
  const top = h(mode)
  // Two names of one number: near a the difference has lost its digits, far from a the slope has.
  const tilt = mode - a > 1e-3 * Math.abs(a) ? (mode - a) / v : slope(mode)
  const drop = (d: number): number => 0.5 * (d / s) * (d / s) + (tilt * d - (h(mode + d) - top))
  const places = [...cutsAround(0), ...cuts].map((place) => place - mode)
  const mass = integrateLogConcave(drop, REACH * s, places) / (s * ROOT_TWO_PI)
  return top - 0.5 * tilt * (tilt * v) + Math.log(mass)
}

/**
 * Λ, and log E exp(−γ softplus), around the mode m of the integrand, where a − m = γvσ(m). For a ≤ γv/2 it is m ≤ 0.
 *
 *     Λ = ½(a − m)σ(m) + softplus(m) − γ⁻¹ log ∫ exp(−d²/2v − γB(d)) dd / √(2πv)
 *     B(d) = softplus(m + d) − softplus(m) − σ(m)d
 */
function annealedByMode(a: number, v: number, rate: number): { loss: number; log: number } {
  const s = Math.sqrt(v)
  const logRate = Math.log(rate)
  const logShift = logRate + Math.log(v)
  const right = Math.min(a, 0)
  const mode = rootOfDecreasing(
    (w) => a - w - Math.exp(logShift - softplus(-w)),
    right - 2 - Math.max(0, logShift),
    right,
  )
  const share = sigmoid(mode)
  const pull = Math.exp(logRate - softplus(-mode))
  const base = scaledSoftplus(rate, logRate, mode)
  const drop = (d: number): number => {
    const gauss = 0.5 * (d / s) * (d / s)
    return gauss + bregman(d, share, pull, () => scaledSoftplus(rate, logRate, mode + d) - base - pull * d)
  }
  const places = [...cutsAround(0), ...(rate > 1 ? cutsAround(-logRate) : [])].map((place) => place - mode)
  const rest = Math.log(integrateLogConcave(drop, REACH * s, places) / (s * ROOT_TWO_PI))
  const square = 0.5 * (a - mode)
  return {
    loss: square * share + softplus(mode) - rest / rate,
    log: rest - square * pull - base,
  }
}

/** γ softplus(w), also where softplus alone underflows. */
function scaledSoftplus(rate: number, logRate: number, w: number): number {
  return w < -30 ? Math.exp(w + logRate) : rate * softplus(w)
}

/** γB(d) from its cumulants where d is small, from its definition where d is large. */
function bregman(d: number, share: number, pull: number, direct: () => number): number {
  if (Math.abs(d) < 0.01) {
    const skew = 1 - 2 * share
    const square = share * (1 - share)
    const fourth = (1 - 6 * square) / 24 + (d * skew * (1 - 12 * square)) / 120
    return pull * (1 - share) * d * d * (0.5 + d * (skew / 6 + d * fourth))
  }
  if (Math.abs(d) > 1) return direct()
  return share > 0
    ? (pull / share) * Math.log1p(share * Math.expm1(d)) - pull * d
    : pull * (Math.expm1(d) - d)
}
