import { exp } from './exp.ts'

/** Deviations from its mean beyond which a normal has no mass in double precision. */
const REACH = 9

/**
 * E f(eʷ) for w ~ N(a, v), by the trapezoid rule; f may grow as eʷ, and `decay` says that it may as e^−γw.
 *
 * For f(eʷ) without singularities within π of the real line a step of 0.4 in w errs by about e⁻⁴⁰, and one of half a
 * deviation by e⁻⁷⁹ (Trefethen and Weideman 2014). The eʷ of the nodes form a geometric sequence: one product each.
 */
export function normalTrapezoid(a: number, v: number, f: (exponential: number) => number, decay = 0): number {
  const s = Math.sqrt(v)
  const step = Math.min(0.5, 0.4 / s)
  const from = -Math.ceil((REACH + decay * s) / step)
  const to = Math.ceil((REACH + s) / step)
  const ratio = Math.exp(s * step)
  let exponential = Math.exp(a + s * step * from)
  let sum = 0
  let total = 0
  for (let i = from; i <= to; i++) {
    const t = i * step
    const weight = exp(-0.5 * t * t)
    total += weight
    sum += weight * f(exponential)
    exponential *= ratio
  }
  return sum / total
}
