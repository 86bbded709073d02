import { openUnit } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { type ComponentLaw, normalLaw } from './componentLaw.ts'
import { hypotenuse } from './hypotenuse.ts'
import { logSumExp, type Rng, uniform } from './index.ts'
import { integratedCrps } from './integratedCrps.ts'
import { mixtureCrps } from './mixtureCrps.ts'
import { square } from './powers.ts'

/** Beyond this, numbers are brought nearer by 2⁻²⁰ before they are subtracted. */
const VAST = 1e300
const SMALL = 1 / 1048576
/** Rounding of a probability: an excess below this cannot be told from none. */
const ROUNDING = 1e-15

/**
 * A mixture of normals Σ ωₖ N(uₖ, sₖ²), where sₖ = 0 is an atom at uₖ; or of another distribution, shifted and scaled.
 *
 * The arrays are the mixture's own: it stays what it was when the learner moves on.
 */
export class Mixture {
  readonly weights: Float64Array
  readonly means: Float64Array
  readonly deviations: Float64Array
  /** What each component is, shifted by u and scaled by s. */
  readonly law: ComponentLaw
  #logWeights: Float64Array | undefined

  /** @param logWeights log ω where it is known better than ω itself, which underflows at e⁻⁷⁴⁵ */
  constructor(
    weights: Float64Array,
    means: Float64Array,
    deviations: Float64Array,
    logWeights?: Float64Array,
    law: ComponentLaw = normalLaw,
  ) {
    this.weights = weights
    this.means = means
    this.deviations = deviations
    this.law = law
    this.#logWeights = logWeights
  }

  /** log ω, which still differ where the weights themselves underflow. */
  get logWeights(): Float64Array {
    this.#logWeights ??= this.weights.map(Math.log)
    return this.#logWeights
  }

  /** The distribution of scale·Y + shift. */
  rescaled(scale: number, shift: number): Mixture {
    return this.#moved(scale, shift)
  }

  #moved(scale: number, shift: number): Mixture {
    const size = this.means.length
    const means = new Float64Array(size)
    const deviations = new Float64Array(size)
    const width = Math.abs(scale)
    for (let k = 0; k < size; k++) {
      means[k] = scale * this.means[k] + shift
      deviations[k] = width * this.deviations[k]
    }
    return new Mixture(this.weights, means, deviations, this.#logWeights, this.law)
  }

  /** Σωu. */
  get mean(): number {
    const { weights, means } = this
    let sum = 0
    for (let k = 0; k < weights.length; k++) if (weights[k] > 0) sum += weights[k] * means[k]
    return sum
  }

  /** Σω(s² + (u − ū)²): centred, because the form with raw squares cancels. */
  get variance(): number {
    return square(this.sd)
  }

  /** As a length and not as the root of a sum, in which a mean of 1e200 at a weight of 1e-250 would overflow. */
  get sd(): number {
    const { weights, means, deviations } = this
    const centre = this.mean
    let length = 0
    for (let k = 0; k < weights.length; k++) {
      if (weights[k] === 0) continue
      const root = Math.sqrt(weights[k])
      length = hypotenuse(length, root * deviations[k])
      length = hypotenuse(length, 2 * root * (0.5 * means[k] - 0.5 * centre))
    }
    return length
  }

  /** Density at y; infinite at an atom. */
  density(y: number): number {
    return this.#expect((u, s) => (s > 0 ? this.law.pdf((y - u) / s) / s : y === u ? Infinity : 0))
  }

  logDensity(y: number): number {
    const terms = this.logWeights.map((weight, k) => {
      const u = this.means[k]
      const s = this.deviations[k]
      if (weight === -Infinity || (s === 0 && y !== u)) return -Infinity
      return weight + (s > 0 ? this.law.logPdf((y - u) / s) - Math.log(s) : Infinity)
    })
    return logSumExp(terms)
  }

  /** P(Y ≤ y). */
  cdf(y: number): number {
    const { weights, means, deviations, law } = this
    let sum = 0
    for (let k = 0; k < weights.length; k++) {
      if (!(weights[k] > 0)) continue
      const s = deviations[k]
      sum += weights[k] * (s > 0 ? law.cdf((y - means[k]) / s) : y >= means[k] ? 1 : 0)
    }
    return sum
  }

  /** The smallest q with P(Y ≤ q) ≥ p. */
  quantile(p: number): number {
    openUnit('p', p)
    const { weights, means, deviations } = this
    const z = this.law.quantile(p)
    // A quantile of a mixture lies between the least and the greatest of its components' quantiles.
    let lower = Infinity
    let upper = -Infinity
    for (let k = 0; k < weights.length; k++) {
      if (!(weights[k] > 0)) continue
      const own = means[k] + z * deviations[k]
      lower = Math.min(lower, own)
      upper = Math.max(upper, own)
    }
    lower = withinDoubles(lower)
    upper = withinDoubles(upper)
    if (lower === upper || this.cdf(lower) >= p) return lower
    for (let k = 0; k < weights.length; k++) {
      const atom = means[k]
      if (!(weights[k] > 0) || deviations[k] > 0 || atom <= lower || atom > upper) continue
      if (this.cdf(atom) < p) lower = atom
      else if (this.#below(atom) < p) return atom
      else upper = atom
    }
    // Weights that sum to a little less than 1 may leave no probability beyond the greatest atom.
    return lower < upper ? this.#search(p, z, lower, upper) : upper
  }

  /** The equal-tailed interval that holds `mass`. */
  interval(mass: number): [number, number] {
    openUnit('mass', mass)
    const lower = this.quantile((1 - mass) / 2)
    // For a mass near 0 both levels are within rounding of a half.
    return [lower, Math.max(lower, this.quantile((1 + mass) / 2))]
  }

  sample(rng: Rng): number {
    if (!(rng instanceof Uint32Array)) throw new ArgumentError('sample needs a generator: seededRng(1)')
    let rest = uniform(rng)
    const live = this.#live
    let chosen = live[live.length - 1]
    for (const k of live) {
      rest -= this.weights[k]
      if (rest < 0) {
        chosen = k
        break
      }
    }
    return this.means[chosen] + this.deviations[chosen] * this.law.draw(rng)
  }

  /** Continuous ranked probability score: the integral of (F − 1{· ≥ y})², in units of y. */
  crps(y: number): number {
    // Differences of what is near the end of all doubles are beyond it.
    if (this.#isVast(y)) return this.#moved(SMALL, 0).crps(SMALL * y) / SMALL
    if (this.law !== normalLaw) return integratedCrps(this, y)
    return mixtureCrps(this.weights, this.means, this.deviations, y)
  }

  #isVast(y: number): boolean {
    const { weights, means, deviations } = this
    let most = Math.abs(y)
    for (let k = 0; k < weights.length; k++) {
      if (weights[k] > 0) most = Math.max(most, Math.abs(means[k]), deviations[k])
    }
    return most > VAST
  }

  /** Experts with weight: one without may have a belief that is no number. */
  get #live(): number[] {
    const live: number[] = []
    for (let k = 0; k < this.weights.length; k++) if (this.weights[k] > 0) live.push(k)
    return live
  }

  #expect(f: (mean: number, deviation: number) => number): number {
    let sum = 0
    for (let k = 0; k < this.weights.length; k++) {
      if (this.weights[k] > 0) sum += this.weights[k] * f(this.means[k], this.deviations[k])
    }
    return sum
  }

  /** P(Y < y). */
  #below(y: number): number {
    return this.#expect((u, s) => (s > 0 ? this.law.cdf((y - u) / s) : y > u ? 1 : 0))
  }

  #slope(y: number): number {
    const { weights, means, deviations, law } = this
    let sum = 0
    for (let k = 0; k < weights.length; k++) {
      const s = deviations[k]
      if (weights[k] > 0 && s > 0) sum += weights[k] * (law.pdf((y - means[k]) / s) / s)
    }
    return sum
  }

  /**
   * The least q with F(q) ≥ p, z being that of one component, inside a bracket F(lower) < p ≤ F(upper) without atoms between.
   *
   * Newton's method from where a distribution of this mean and deviation has it, with halving where that strays or is slow.
   * Halving takes exponents first: a bracket that an expert of weight 1e-62 has widened to 1e300 closes in as few
   * steps as any.
   *
   * A short step is trusted where one twice as long falls below p: inside a component that is narrower than its weight
   * is small the slope is vast, and says nothing about the rest.
   */
  #search(p: number, z: number, lower: number, upper: number): number {
    const start = this.mean + z * this.sd
    let q = start > lower && start < upper ? start : middle(lower, upper)
    let last = Infinity
    while (q > lower && q < upper) {
      const excess = this.cdf(q) - p
      const step = excess / this.#slope(q)
      const grain = 2 * Number.EPSILON * Math.abs(q)
      if (excess >= 0 && step <= grain && (excess < ROUNDING || this.cdf(q - 2 * grain) < p)) return q
      if (excess < 0) lower = q
      else upper = q
      const newton = q - Math.min(step, step < 0 ? -grain : step)
      const quick = Math.abs(excess) < 0.25 * last
      last = Math.abs(excess)
      q = quick && newton > lower && newton < upper ? newton : middle(lower, upper)
    }
    return upper
  }
}

function withinDoubles(value: number): number {
  return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, value))
}

/** Between two numbers: of their exponents where these differ, else of the numbers. */
function middle(lower: number, upper: number): number {
  if (lower < 0 && upper > 0) return 0
  if (upper <= 0) return -middle(-upper, -lower)
  const least = Math.max(lower, Number.MIN_VALUE)
  if (upper > 4 * least) return Math.sqrt(least) * Math.sqrt(upper)
  return lower + 0.5 * (upper - lower)
}
