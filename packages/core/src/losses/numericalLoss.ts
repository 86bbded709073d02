import { positive } from '../check.ts'
import { gaussLegendre } from '../math/quadrature.ts'
import type { Loss } from './loss.ts'

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
  /** The distance in z over which ℓ bends. @default 2 */
  readonly resolution?: number
}

/** Standard deviations on either side of u beyond which a normal has no mass in double precision. */
const REACH = 9
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)

/**
 * A loss whose integrals have no closed form: composite Gauss–Legendre over u ± 9√v.
 *
 *     ∂L/∂u = E ℓ′(z),   ∂L/∂v = E ℓ(z)((z − u)²/v − 1) / 2v
 */
export function numericalLoss(options: NumericalLossOptions): Loss {
  const { name, outcomes = 'real', likelihood = false, resolution = 2 } = options
  const at = options.at.bind(options)
  const slope = options.slope.bind(options)
  const kinks = options.kinks?.bind(options) ?? (() => [])
  positive('resolution', resolution)
  const { nodes, weights } = gaussLegendre(16)

  /** Calls visit(t, z, weight) for z = u + st over t in [from, to], in panels that end at the kinks. */
  function sweep(
    u: number,
    s: number,
    from: number,
    to: number,
    width: number,
    y: number,
    visit: Visit,
  ): void {
    const inside = kinks(y).map((kink) => (kink - u) / s)
    const ends = [from, ...inside.filter((t) => t > from && t < to).sort((a, b) => a - b), to]
    for (let i = 1; i < ends.length; i++) {
      const start = ends[i - 1]
      const panels = Math.ceil((ends[i] - start) / width)
      const half = (ends[i] - start) / (2 * panels)
      for (let p = 0; p < panels; p++) {
        const middle = start + half * (2 * p + 1)
        for (let j = 0; j < nodes.length; j++) {
          const t = middle + half * nodes[j]
          visit(t, u + s * t, half * weights[j])
        }
      }
    }
  }

  /** E f(z, t) for z = u + st, t ~ N(0, 1). */
  function expectation(u: number, v: number, y: number, f: (z: number, t: number) => number): number {
    const s = Math.sqrt(v)
    let sum = 0
    sweep(u, s, -REACH, REACH, Math.min(2, resolution / s), y, (t, z, weight) => {
      sum += weight * f(z, t) * Math.exp(-0.5 * t * t)
    })
    return sum / ROOT_TWO_PI
  }

  /** log E exp(−γ(ℓ(z) − ℓ(u))). */
  function logTilt(u: number, v: number, y: number, noise: number, rate: number): number {
    const s = Math.sqrt(v)
    const centre = at(u, y, noise)
    // The tilt moves the mass by at most γ√v|ℓ′(u)| deviations for a convex loss.
    const moved = -rate * s * slope(u, y, noise)
    const width = Math.min(2, resolution / s, 4 / (rate * s))
    let change = 0
    let peak = 0
    let sum = 0
    sweep(u, s, Math.min(0, moved) - REACH, Math.max(0, moved) + REACH, width, y, (t, z, weight) => {
      const tilt = -rate * (at(z, y, noise) - centre)
      const exponent = tilt - 0.5 * t * t
      change += weight * Math.expm1(tilt) * Math.exp(-0.5 * t * t)
      if (exponent > peak) {
        sum *= Math.exp(peak - exponent)
        peak = exponent
      }
      sum += weight * Math.exp(exponent - peak)
    })
    // Near 1 the expectation has lost the digits that its distance from 1 still holds.
    const distance = change / ROOT_TWO_PI
    return Math.abs(distance) < 0.5 ? Math.log1p(distance) : peak + Math.log(sum / ROOT_TWO_PI)
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
      return v === 0 ? centre : centre - logTilt(u, v, y, noise, rate) / rate
    },
  }
}

type Visit = (t: number, z: number, weight: number) => void
