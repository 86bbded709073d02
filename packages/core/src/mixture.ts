import { openUnit } from './check.ts'
import { ArgumentError } from './errors.ts'
import {
  logSumExp,
  normal,
  normalCdf,
  normalLogPdf,
  normalPdf,
  normalQuantile,
  type Rng,
  uniform,
} from './math/index.ts'
import { square } from './math/powers.ts'

/** |F(q) − p| ≤ this·p ends the search for a quantile. */
const TOLERANCE = 1e-14

/**
 * A mixture of normals Σ ωₖ N(uₖ, sₖ²), where sₖ = 0 is an atom at uₖ.
 *
 * The arrays are the mixture's own: it stays what it was when the learner moves on.
 */
export class Mixture {
  readonly weights: Float64Array
  readonly means: Float64Array
  readonly deviations: Float64Array
  /** log ω, which still differ where the weights themselves underflow. */
  readonly logWeights: Float64Array

  /** @param logWeights log ω where it is known better than ω itself, which underflows at e⁻⁷⁴⁵ */
  constructor(
    weights: Float64Array,
    means: Float64Array,
    deviations: Float64Array,
    logWeights: Float64Array = weights.map(Math.log),
  ) {
    this.weights = weights
    this.means = means
    this.deviations = deviations
    this.logWeights = logWeights
  }

  /** The law of scale·Y + shift. */
  rescaled(scale: number, shift: number): Mixture {
    const means = this.means.map((u) => scale * u + shift)
    const deviations = this.deviations.map((s) => Math.abs(scale) * s)
    return new Mixture(this.weights, means, deviations, this.logWeights)
  }

  /** Σωu. */
  get mean(): number {
    return this.#expect((u) => u)
  }

  /** Σω(s² + (u − ū)²): centred, because the form with raw squares cancels. */
  get variance(): number {
    const centre = this.mean
    return this.#expect((u, s) => s * s + square(u - centre))
  }

  get sd(): number {
    return Math.sqrt(this.variance)
  }

  /** Density at y; infinite at an atom. */
  density(y: number): number {
    return this.#expect((u, s) => (s > 0 ? normalPdf((y - u) / s) / s : y === u ? Infinity : 0))
  }

  logDensity(y: number): number {
    const terms = this.logWeights.map((weight, k) => {
      const u = this.means[k]
      const s = this.deviations[k]
      if (weight === -Infinity || (s === 0 && y !== u)) return -Infinity
      return weight + (s > 0 ? normalLogPdf((y - u) / s) - Math.log(s) : Infinity)
    })
    return logSumExp(terms)
  }

  /** P(Y ≤ y). */
  cdf(y: number): number {
    return this.#expect((u, s) => (s > 0 ? normalCdf((y - u) / s) : y >= u ? 1 : 0))
  }

  /** The smallest q with P(Y ≤ q) ≥ p. */
  quantile(p: number): number {
    openUnit('p', p)
    const z = normalQuantile(p)
    const candidates = this.#live.map((k) => this.means[k] + z * this.deviations[k])
    // A quantile of a mixture lies between the least and the greatest of its components' quantiles.
    let lower = Math.min(...candidates)
    let upper = Math.max(...candidates)
    if (lower === upper || this.cdf(lower) >= p) return lower
    for (const k of this.#live) {
      const atom = this.means[k]
      if (this.deviations[k] > 0 || atom <= lower || atom > upper) continue
      if (this.cdf(atom) < p) lower = atom
      else if (this.#below(atom) < p) return atom
      else upper = atom
    }
    return this.#search(p, lower, upper)
  }

  /** The equal-tailed interval that holds `mass`. */
  interval(mass: number): [number, number] {
    openUnit('mass', mass)
    return [this.quantile((1 - mass) / 2), this.quantile((1 + mass) / 2)]
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
    return this.means[chosen] + this.deviations[chosen] * normal(rng)
  }

  /**
   * Continuous ranked probability score: the integral of (F − 1{· ≥ y})², in units of y.
   *
   *     Σω A(y − uₖ, sₖ) − ½ΣΣ ωⱼωₖ A(uⱼ − uₖ, √(sⱼ² + sₖ²)),   A(μ, s) = 2sφ(μ/s) + μ(2Φ(μ/s) − 1)
   */
  crps(y: number): number {
    const spread = this.#expect((u, s) => this.#expect((w, r) => absoluteMoment(u - w, Math.hypot(s, r))))
    return this.#expect((u, s) => absoluteMoment(y - u, s)) - 0.5 * spread
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
    return this.#expect((u, s) => (s > 0 ? normalCdf((y - u) / s) : y > u ? 1 : 0))
  }

  #slope(y: number): number {
    return this.#expect((u, s) => (s > 0 ? normalPdf((y - u) / s) / s : 0))
  }

  /** Newton's method inside a bracket F(lower) < p ≤ F(upper) without atoms between; halving where it strays. */
  #search(p: number, lower: number, upper: number): number {
    let q = 0.5 * (lower + upper)
    for (let i = 0; i < 200 && q > lower && q < upper; i++) {
      const excess = this.cdf(q) - p
      if (Math.abs(excess) <= TOLERANCE * p) return q
      if (excess < 0) lower = q
      else upper = q
      const newton = q - excess / this.#slope(q)
      q = newton > lower && newton < upper ? newton : 0.5 * (lower + upper)
    }
    return upper
  }
}

/** E|N(μ, s²)|. */
function absoluteMoment(mu: number, s: number): number {
  if (s === 0) return Math.abs(mu)
  const z = mu / s
  return 2 * s * normalPdf(z) + mu * (2 * normalCdf(z) - 1)
}
