import { normalCdf, normalQuantile } from '../../math/normal.ts'
import { Mixture } from '../../mixture.ts'
import { expectRecord, expectShape, misfit } from '../../save/shape.ts'
import type { Conformity } from '../intervals/conformity.ts'

/** What is known of y before it comes: a law, or its mean alone. Plain data. */
export interface Believed {
  readonly mean: number
  readonly law: Law | null
}

/** A mixture of normals as plain data. */
export interface Law {
  readonly weights: Float64Array
  readonly means: Float64Array
  readonly deviations: Float64Array
}

/** Refuses what is not such plain data. */
export function acceptBelieved(believed: unknown): void {
  expectRecord(believed, { mean: 0 }, 'forecast', {
    law(law) {
      if (law === null) return
      const { weights } = law as Law
      if (!(weights instanceof Float64Array)) misfit('forecast.law.weights', 'a Float64Array', weights)
      expectShape(law, { weights, means: weights, deviations: weights }, 'forecast.law')
    },
  })
}

/** Beyond this many deviations a normal law's tail is too thin to be believed; the scale goes on linearly. */
const FAR = 4

/**
 * How far y lies from the middle of its law, in normal deviations: z = Φ⁻¹(F(y)), and linear in y beyond ±4.
 *
 *     [Q(Φ(−θ⁻)), Q(Φ(θ⁺))], Q = F⁻¹: an interval of the law at another level
 *
 * So calibrating z moves the level that is asked of the law, and the width follows the law. Where there is no law, z is
 * the residual y − mean.
 */
export const lawScore: Conformity<Believed> = {
  name: 'law',
  sides: 2,
  mirrored: true,
  signed: true,
  score: (believed, y, side) => (side === 0 ? deviation(believed, y) : -deviation(believed, y)),
  lower: (believed, threshold) => at(believed, -threshold),
  upper: (believed, threshold) => at(believed, threshold),
}

function deviation({ mean, law }: Believed, y: number): number {
  const spread = spreadOf(law)
  if (!law || !(spread > 0)) return y - mean
  const mixture = mixtureOf(law)
  // From the nearer tail, which does not cancel.
  const below = mixture.cdf(y)
  const z = below < 0.5 ? quantile(below) : -quantile(mirrored(law).cdf(-y))
  if (Math.abs(z) <= FAR) return z
  const side = z > 0 ? 1 : -1
  return side * FAR + (y - mixture.quantile(normalCdf(side * FAR))) / spread
}

function at({ mean, law }: Believed, z: number): number {
  const spread = spreadOf(law)
  if (!law || !(spread > 0) || Math.abs(z) === Infinity) return mean + z
  const near = Math.max(-FAR, Math.min(FAR, z))
  return mixtureOf(law).quantile(normalCdf(near)) + (z - near) * spread
}

function quantile(p: number): number {
  return p > 0 ? normalQuantile(p) : -Infinity
}

function mixtureOf({ weights, means, deviations }: Law): Mixture {
  return new Mixture(weights, means, deviations)
}

function mirrored({ weights, means, deviations }: Law): Mixture {
  return new Mixture(
    weights,
    means.map((u) => -u),
    deviations,
  )
}

function spreadOf(law: Law | null): number {
  return law ? mixtureOf(law).sd : 0
}
