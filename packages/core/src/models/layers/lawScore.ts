import { floats, nullable, real, type StateShape, shape } from '../../base/shape.ts'
import { Mixture } from '../../math/mixture.ts'
import { normalCdf, normalQuantile } from '../../math/normal.ts'
import type { Conformity, Residuals } from '../../nouns/conformity.ts'

/** What is known of y before it comes: a distribution, or its mean alone. Plain data. */
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

const row = /* @__PURE__ */ floats(({ weights }: Law) => weights.length)
export const BELIEVED: StateShape<Believed> = /* @__PURE__ */ shape({
  mean: real(),
  law: nullable(shape<Law>({ weights: floats(), means: row, deviations: row })),
})

/** Beyond this many deviations a normal distribution's tail is too thin to be believed; the scale goes on linearly. */
const FAR = 4

/**
 * How far y lies from the middle of its distribution, in normal deviations: z = Φ⁻¹(F(y)), and linear in y beyond ±4.
 *
 *     [Q(Φ(−θ⁻)), Q(Φ(θ⁺))], Q = F⁻¹: an interval of the distribution at another level
 *
 * So calibrating z moves the level that is asked of the distribution, and the width follows the distribution. Components are taken as normal,
 * whatever they are: any distribution with the right widths will do. Where there is no distribution, z is the residual y − mean.
 */
export const lawScore: Conformity<Believed> = {
  name: 'law',
  sides: 2,
  mirrored: true,
  signed: true,
  // The arrays of a forecast are its own.
  copy: (believed) => believed,
  score: (believed, y, side) => {
    const z = new LawReading(believed).deviation(y)
    return side === 0 ? z : -z
  },
  lower: (believed, threshold) => new LawReading(believed).at(-threshold),
  upper: (believed, threshold) => new LawReading(believed).at(threshold),
}

/** Past residuals under the distribution of today: where its width is wrong, they know better. */
export const lawResiduals: Residuals<Believed> = {
  of: ({ mean }, y) => y - mean,
  scoreAt(believed) {
    const reading = new LawReading(believed)
    return (residual) => reading.deviation(believed.mean + residual)
  },
}

/** One distribution, ready to be asked many times. */
class LawReading {
  readonly #mean: number
  /** Nothing where there is no distribution, or where it is a point. */
  readonly #law: Mixture | null
  /** The distribution of −y, made when it is first asked for. */
  #mirrored: Mixture | null = null
  readonly #spread: number
  readonly #ends: [number, number] = [Number.NaN, Number.NaN]

  constructor({ mean, law }: Believed) {
    this.#mean = mean
    const mixture = law ? new Mixture(law.weights, law.means, law.deviations) : null
    this.#spread = mixture ? mixture.sd : 0
    this.#law = this.#spread > 0 ? mixture : null
  }

  /** z of y. */
  deviation(y: number): number {
    const law = this.#law
    if (!law) return y - this.#mean
    // From the nearer tail, which does not cancel.
    const below = law.cdf(y)
    const z = below < 0.5 ? quantile(below) : -quantile(this.#cdfOfMinus(law, -y))
    if (Math.abs(z) <= FAR) return z
    // By halves: the difference may be beyond all doubles, and so may the spread.
    return (z > 0 ? FAR : -FAR) + 2 * ((0.5 * y - 0.5 * this.#end(z)) / this.#spread)
  }

  #cdfOfMinus({ weights, means, deviations }: Mixture, y: number): number {
    this.#mirrored ??= new Mixture(
      weights,
      means.map((u) => -u),
      deviations,
    )
    return this.#mirrored.cdf(y)
  }

  /** y of z. */
  at(z: number): number {
    const law = this.#law
    if (!law || Math.abs(z) === Infinity) return this.#mean + z
    if (Math.abs(z) <= FAR) return law.quantile(normalCdf(z))
    return this.#end(z) + (z > 0 ? z - FAR : z + FAR) * this.#spread
  }

  /** y of ±4, where the scale becomes linear. */
  #end(z: number): number {
    const side = z > 0 ? 1 : 0
    if (Number.isNaN(this.#ends[side])) {
      this.#ends[side] = (this.#law as Mixture).quantile(normalCdf(z > 0 ? FAR : -FAR))
    }
    return this.#ends[side]
  }
}

function quantile(p: number): number {
  return p > 0 ? normalQuantile(p) : -Infinity
}
