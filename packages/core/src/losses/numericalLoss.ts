import { positive } from '../base/check.ts'
import { integrateLogConcave, rootOfDecreasing } from '../math/logConcave.ts'
import { integrate } from '../math/quadrature.ts'
import type { Loss } from '../nouns/loss.ts'

export interface NumericalLossOptions {
  readonly name: string
  /** What y may be. @default 'real' */
  readonly outcomes?: Loss['outcomes']
  /** True if ℓ = −log p(y | z). @default false */
  readonly likelihood?: boolean
  at(z: number, y: number, noise: number): number
  slope(z: number, y: number, noise: number): number
  /** Where ℓ(·, y) is not smooth: the integrals are split there. @default none */
  kinks?(y: number): readonly number[]
  /** Around which z ℓ(·, y) bends; far from all of them it must be nearly a polynomial. @default y, 0 and the kinks */
  bends?(y: number): readonly number[]
  /** The distance in z over which ℓ bends. @default 2 */
  readonly resolution?: number
}

/** Standard deviations on either side of u beyond which a normal has no mass in double precision. */
const REACH = 9
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)

/**
 * A convex loss whose integrals have no closed form: composite Gauss–Legendre over u ± 9√v.
 *
 *     ∂L/∂u = E ℓ′(z),   ∂L/∂v = E ℓ(z)((z − u)²/v − 1) / 2v
 *
 * Panels grow with their distance from the bends, so that their number grows as log v and not as √v.
 */
export function numericalLoss(options: NumericalLossOptions): Loss {
  const { name, outcomes = 'real', likelihood = false, resolution = 2 } = options
  positive('resolution', resolution)
  const at = options.at.bind(options)
  const slope = options.slope.bind(options)
  const kinks = options.kinks?.bind(options) ?? (() => [])
  const bends = options.bends?.bind(options) ?? ((y: number) => [y, 0])
  const cuts = (y: number, centre: number, reach: number): number[] =>
    panelEnds(kinks(y), bends(y), resolution, centre, reach)

  /** E f(z, t) for z = u + st, t ~ N(0, 1). */
  function expectation(u: number, v: number, y: number, f: (z: number, t: number) => number): number {
    const s = Math.sqrt(v)
    const ends = cuts(y, u, REACH * s).map((z) => (z - u) / s)
    for (let t = -REACH; t <= REACH; t += 2) ends.push(t)
    const inside = ends.filter((t) => Math.abs(t) <= REACH).sort((a, b) => a - b)
    return integrate((t) => f(u + s * t, t) * Math.exp(-0.5 * t * t), inside, { nodes: 16 }) / ROOT_TWO_PI
  }

  return {
    name,
    outcomes,
    likelihood,
    at,
    slope,
    mean: (u, v, y, noise) => (v === 0 ? at(u, y, noise) : expectation(u, v, y, (z) => at(z, y, noise))),
    du: (u, v, y, noise) => (v === 0 ? slope(u, y, noise) : expectation(u, v, y, (z) => slope(z, y, noise))),
    dv(u, v, y, noise) {
      if (v === 0) return 0
      const centre = at(u, y, noise)
      // E(t² − 1) = 0: subtracting ℓ(u) costs nothing and keeps the digits at small v.
      return expectation(u, v, y, (z, t) => (at(z, y, noise) - centre) * (t * t - 1)) / (2 * v)
    },
    annealed(u, v, y, noise, rate) {
      const centre = at(u, y, noise)
      if (v === 0) return centre
      // Near 1 the expectation has lost the digits that its distance from 1 still holds.
      const distance = expectation(u, v, y, (z) => Math.expm1(-rate * (at(z, y, noise) - centre)))
      if (Math.abs(distance) < 0.5) return centre - Math.log1p(distance) / rate
      const curve: Curve = { at: (z) => at(z, y, noise), slope: (z) => slope(z, y, noise) }
      return centre - logTilt(curve, u, v, rate, (mode, reach) => cuts(y, mode, reach)) / rate
    },
  }
}

/** Where panels end: at kinks, and around each bend at distances that double up to `reach` from `centre`. */
function panelEnds(
  kinks: readonly number[],
  bends: readonly number[],
  resolution: number,
  centre: number,
  reach: number,
): number[] {
  const ends = [...kinks]
  for (const place of new Set([...ends, ...bends])) {
    ends.push(place)
    const far = Math.abs(place - centre) + reach
    for (let distance = resolution; distance < far; distance *= 2)
      ends.push(place - distance, place + distance)
  }
  return ends
}

/** ℓ(·, y). */
interface Curve {
  at(z: number): number
  slope(z: number): number
}

/** log E exp(−γ(ℓ(z) − ℓ(u))), in z and not in deviations: beside a wide normal only z is fine enough for the bends. */
function logTilt(
  { at, slope }: Curve,
  u: number,
  v: number,
  rate: number,
  cuts: (centre: number, reach: number) => number[],
): number {
  const s = Math.sqrt(v)
  const moved = u - rate * v * slope(u)
  const pull = (z: number): number => -(z - u) / v - rate * slope(z)
  const mode = rootOfDecreasing(pull, Math.min(u, moved), Math.max(u, moved))
  const tau = (mode - u) / s
  const least = at(mode)
  const drop = (d: number): number => (d / s) * ((0.5 * d) / s + tau) + rate * (at(mode + d) - least)
  const places = cuts(mode, REACH * s).map((z) => z - mode)
  const mass = integrateLogConcave(drop, REACH * s, places) / (s * ROOT_TWO_PI)
  return -0.5 * tau * tau - rate * (least - at(u)) + Math.log(mass)
}
