import { type ComponentLaw, studentLaw } from '../../math/componentLaw.ts'
import { type Rng, uniform } from '../../math/index.ts'
import { Mixture } from '../../math/mixture.ts'
import { newtonMedian } from './newtonMedian.ts'
import type { OutcomeScale } from './outcomeScale.ts'
import { type Support, within } from './support.ts'

/** The law of an error on each scale: heavy tails, as elsewhere. */
export const ERRORS: ComponentLaw = studentLaw(5)

const ONE = Float64Array.of(1)

interface Law {
  cdf(y: number): number
  /** Where an end has a probability of its own, the whole of it counts as the density there. */
  density(y: number): number
  quantile(p: number): number
  /** Ends between which `mass` lies, or seems to. */
  interval(mass: number): [number, number]
  sample(rng: Rng): number
}

/** A law with all that lies beyond an end put on it. */
export class CutLaw implements Law {
  readonly #support: Support
  readonly #law: Mixture

  constructor(support: Support, law: Mixture) {
    this.#support = support
    this.#law = law
  }

  /** One component of the same mean and deviation, which costs little. */
  get rough(): CutLaw {
    const { mean, sd, law } = this.#law
    return new CutLaw(
      this.#support,
      new Mixture(ONE, Float64Array.of(mean), Float64Array.of(sd), undefined, law),
    )
  }

  get mean(): number {
    return this.#law.mean
  }

  get sd(): number {
    return this.#law.sd
  }

  cdf(y: number): number {
    return y < this.#support.lower ? 0 : y >= this.#support.upper ? 1 : this.#law.cdf(y)
  }

  density(y: number): number {
    const { lower, upper } = this.#support
    if (y <= lower) return y < lower ? 0 : this.#law.cdf(lower)
    if (y >= upper) return y > upper ? 0 : 1 - this.#law.cdf(upper)
    return this.#law.density(y)
  }

  quantile(p: number): number {
    return within(this.#support, this.#law.quantile(p))
  }

  /** Also at an end with as much beyond each side: what a bell puts on an end need not be there, nor lie so near to it. */
  interval(mass: number): [number, number] {
    return [this.quantile((1 - mass) / 2), this.quantile((1 + mass) / 2)]
  }

  sample(rng: Rng): number {
    return within(this.#support, this.#law.sample(rng))
  }

  /** P of an end, 0 for the lower one, and of what is less than `reach` away from it. */
  endMass(end: 0 | 1, reach: number): number {
    const { lower, upper } = this.#support
    return end === 0 ? this.#law.cdf(lower + reach) : 1 - this.#law.cdf(upper - reach)
  }
}

/** Student's law on a bent scale, and ends that have a probability of their own. */
export class BentLaw implements Law {
  /** What lies on the lower end, and on the upper one. */
  readonly atoms: readonly [number, number]
  readonly #support: Support
  readonly #scale: OutcomeScale
  readonly #centre: number
  readonly #sd: number

  constructor(
    support: Support,
    scale: OutcomeScale,
    centre: number,
    sd: number,
    atoms: readonly [number, number],
  ) {
    this.atoms = atoms
    this.#support = support
    this.#scale = scale
    this.#centre = centre
    this.#sd = sd
  }

  cdf(y: number): number {
    const { lower, upper } = this.#support
    if (y < lower) return 0
    if (y >= upper) return 1
    return this.atoms[0] + (y > lower ? this.#between * ERRORS.cdf(this.#place(y)) : 0)
  }

  density(y: number): number {
    const { lower, upper } = this.#support
    if (y < lower || y > upper) return 0
    if (y === lower) return this.atoms[0]
    if (y === upper) return this.atoms[1]
    return (this.#between * ERRORS.pdf(this.#place(y)) * this.#scale.slope(y)) / this.#sd
  }

  quantile(p: number): number {
    const rest = (p - this.atoms[0]) / this.#between
    if (!(rest > 0)) return this.#support.lower
    if (!(rest < 1)) return this.#support.upper
    return within(this.#support, this.#scale.from(this.#centre + this.#sd * ERRORS.quantile(rest)))
  }

  /**
   * With as much beyond one end as beyond the other. Where one of them is the end of the support, nothing lies beyond it, and
   * all that is not held lies beyond the other; where both are, of the two such intervals the shorter.
   */
  interval(mass: number): [number, number] {
    const lower = this.quantile((1 - mass) / 2)
    const upper = this.quantile((1 + mass) / 2)
    const [low, high] = [lower <= this.#support.lower, upper >= this.#support.upper]
    if (!low && !high) return [lower, upper]
    const most = low ? this.quantile(mass) : upper
    const least = high ? this.quantile(1 - mass) : lower
    return high && (!low || upper - least < most - lower) ? [least, upper] : [lower, most]
  }

  sample(rng: Rng): number {
    const drawn = uniform(rng)
    if (drawn < this.atoms[0]) return this.#support.lower
    if (drawn >= 1 - this.atoms[1]) return this.#support.upper
    return within(this.#support, this.#scale.from(this.#centre + this.#sd * ERRORS.draw(rng)))
  }

  get #between(): number {
    return 1 - this.atoms[0] - this.atoms[1]
  }

  #place(y: number): number {
    return (this.#scale.to(y) - this.#centre) / this.#sd
  }
}

/**
 * Steps after which a bracket is as narrow as it gets; how much more probability than asked for is close enough; and what
 * part of its ends a bracket may be wide, a few steps of numbers: quantiles beside a jump fall if it is found less sharply.
 */
const STEPS = 200
const CLOSE = 1e-10
const NARROW = 1e-15
/** On the lower end of a rough distribution: where less lies there, hardly ever a half does in truth. */
const CLEARLY = 0.2
/** Part of a bracket that counts as beside its lower end, where a law on a bent scale may jump. */
const NEXT = 1e-60

/** The law as it is, and on each scale that knows its noise. */
export type Laws = readonly [CutLaw, ...(BentLaw | null)[]]

/** A law of outcomes that have an end: a forecast as it is, cut at the end, and laws on bent scales around it. */
export class ShapedLaw implements Law {
  readonly support: Support
  readonly #laws: Laws
  readonly #weights: Float64Array
  readonly #intervals: Float64Array

  /** @param intervals weights of the laws for the ends of intervals */
  constructor(support: Support, laws: Laws, weights: Float64Array, intervals: Float64Array) {
    this.support = support
    this.#laws = laws
    this.#weights = weights
    this.#intervals = intervals
  }

  cdf(y: number): number {
    // The weights may sum to a little more than 1.
    return Math.min(
      1,
      this.#sum(this.#weights, (law) => law.cdf(y)),
    )
  }

  density(y: number): number {
    return this.#sum(this.#weights, (law) => law.density(y))
  }

  /** The quantile of a half, from one that is found with a single component in the place of many. */
  get median(): number {
    const { support } = this
    const [cut, ...bent] = this.#laws
    const { mean, sd } = cut
    const rough = new ShapedLaw(support, [cut.rough, ...bent], this.#weights, this.#intervals)
    if (rough.cdf(support.lower) > CLEARLY && this.cdf(support.lower) >= 0.5) return support.lower
    const guess = newtonMedian(rough, within(support, mean), sd, support)
    const found = newtonMedian(this, Number.isNaN(guess) ? mean : guess, sd, support)
    return Number.isNaN(found) ? this.quantile(0.5) : found
  }

  /** The smallest q with P(Y ≤ q) ≥ p. */
  quantile(p: number): number {
    const own = this.#laws.flatMap((law, k) => (law && this.#weights[k] > 0 ? [law.quantile(p)] : []))
    const low = Math.min(...own)
    const high = Math.max(...own)
    if (low >= high || this.cdf(low) >= p) return low
    const next = low + NEXT * high - NEXT * low
    return this.cdf(next) >= p ? next : this.#search(p, low, high)
  }

  /** The ends that the intervals of laws have, weighed by how good these were. */
  interval(mass: number): [number, number] {
    const ends = this.#laws.map((law) => law?.interval(mass))
    const end = (side: 0 | 1): number =>
      within(
        this.support,
        ends.reduce((sum, own, k) => (own ? sum + this.#intervals[k] * own[side] : sum), 0),
      )
    const lower = end(0)
    return [lower, Math.max(lower, end(1))]
  }

  sample(rng: Rng): number {
    let rest = uniform(rng)
    const chosen = this.#laws.find((law, k) => {
      if (law) rest -= this.#weights[k]
      return law && rest < 0
    })
    return (chosen ?? (this.#laws[0] as Law)).sample(rng)
  }

  #sum(weights: Float64Array, of: (law: Law) => number): number {
    let sum = 0
    this.#laws.forEach((law, k) => {
      if (law && weights[k] > 0) sum += weights[k] * of(law)
    })
    return sum
  }

  /** Between ends with F(low) < p ≤ F(high): the rule of false position, halved where it is slow (Illinois). */
  #search(p: number, from: number, to: number): number {
    let [low, high] = [from, to]
    let below = this.cdf(low) - p
    let above = Math.max(0, this.cdf(high) - p)
    for (
      let step = 0;
      step < STEPS && high - low > NARROW * Math.max(Math.abs(high), Math.abs(low));
      step++
    ) {
      const straight = low - (below * (high - low)) / (above - below)
      const q = straight > low && straight < high ? straight : low + 0.5 * (high - low)
      const excess = this.cdf(q) - p
      if (excess < 0) {
        low = q
        below = excess
        above *= 0.5
      } else {
        high = q
        above = excess
        below *= 0.5
      }
      if (excess >= 0 && excess < CLOSE) break
    }
    return high
  }
}
