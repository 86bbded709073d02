import { normal, normalCdf, normalLogPdf, normalPdf, normalQuantile, type Rng, studentT } from './index.ts'
import { studentCdf, studentLogConstant, studentLogPdf, studentPdf } from './student.ts'

/** A distribution with mean 0 and variance 1: what each component of a mixture is, shifted and scaled. */
export interface ComponentLaw {
  pdf(z: number): number
  logPdf(z: number): number
  cdf(z: number): number
  quantile(p: number): number
  draw(rng: Rng): number
}

export const normalLaw: ComponentLaw = {
  pdf: normalPdf,
  logPdf: normalLogPdf,
  cdf: normalCdf,
  quantile: normalQuantile,
  draw: normal,
}

/** Quantiles that are kept: the same few are asked for again and again. */
const KEPT = 16

/** Student's t with ν degrees of freedom, scaled to variance 1. */
export function studentLaw(degrees: number): ComponentLaw {
  const constant = studentLogConstant(degrees)
  const shrink = Math.sqrt((degrees - 2) / degrees)
  const logPdf = (z: number): number => studentLogPdf(z, degrees, constant)
  const cdf = (z: number): number => studentCdf(z, degrees)
  const found = new Map<number, number>()
  return {
    pdf: (z) => studentPdf(z, degrees, constant),
    logPdf,
    cdf,
    quantile(p) {
      // Else halved a thousand times, down to the least double.
      if (p === 0.5) return 0
      const known = found.get(p)
      if (known !== undefined) return known
      // By symmetry above the median: there 1 − F keeps no fewer digits than F.
      const half = Math.max(p, 1 - p)
      let upper = 1
      while (cdf(upper) < half && upper < 1e300) upper *= 2
      let lower = 0
      while (upper - lower > 1e-15 * upper) {
        const middle = 0.5 * (lower + upper)
        if (middle === lower || middle === upper) break
        if (cdf(middle) < half) lower = middle
        else upper = middle
      }
      const z = p < 0.5 ? -upper : upper
      if (found.size === KEPT) found.clear()
      found.set(p, z)
      return z
    },
    draw: (rng) => shrink * studentT(rng, degrees),
  }
}
