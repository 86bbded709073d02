import { integrate } from './quadrature.ts'

/** A distribution that knows its cdf, mean and deviation. */
interface Law {
  readonly mean: number
  readonly sd: number
  cdf(y: number): number
}

/** Deviations on either side beyond which (F − 1{· ≥ y})² of a distribution with a variance adds nothing that counts. */
const REACH = 40

/**
 * Continuous ranked probability score by quadrature, for distributions without a closed form.
 *
 *     ∫ F² below y + ∫ (1 − F)² above y
 *
 * In pieces that double in length away from y and the mean, where F bends.
 */
export function integratedCrps(law: Law, y: number): number {
  const { mean, sd } = law
  const ends = new Set([y])
  for (let step = 0.25; step <= REACH; step *= 2) {
    ends
      .add(mean - step * sd)
      .add(mean + step * sd)
      .add(y - step * sd)
      .add(y + step * sd)
  }
  const cuts = [...ends].sort((a, b) => a - b)
  const miss = (q: number): number => {
    const wrong = law.cdf(q) - (q > y ? 1 : 0)
    return wrong * wrong
  }
  return integrate(miss, cuts, { nodes: 8 })
}
