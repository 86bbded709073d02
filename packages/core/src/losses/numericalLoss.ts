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

  /** Calls visit(z, weight) over [from, to], in panels no wider than `width` that end at the kinks. */
  function sweep(
    from: number,
    to: number,
    width: number,
    y: number,
    visit: (z: number, weight: number) => void,
  ): void {
    const inside = kinks(y).filter((kink) => kink > from && kink < to)
    const ends = [from, ...inside.sort((a, b) => a - b), to]
    for (let i = 1; i < ends.length; i++) {
      const start = ends[i - 1]
      const panels = Math.ceil((ends[i] - start) / width)
      const half = (ends[i] - start) / (2 * panels)
      for (let p = 0; p < panels; p++) {
        const middle = start + half * (2 * p + 1)
        for (let j = 0; j < nodes.length; j++) visit(middle + half * nodes[j], half * weights[j])
      }
    }
  }

  /** E f(z) for z ~ N(u, s²). */
  function expectation(u: number, s: number, y: number, f: (z: number) => number): number {
    let sum = 0
    sweep(u - REACH * s, u + REACH * s, Math.min(2 * s, resolution), y, (z, weight) => {
      sum += weight * f(z) * Math.exp(-0.5 * ((z - u) / s) ** 2)
    })
    return sum / (s * Math.sqrt(2 * Math.PI))
  }

  return {
    name,
    outcomes,
    likelihood,
    at,
    slope,
    mean: (u, v, y, noise) =>
      v === 0 ? at(u, y, noise) : expectation(u, Math.sqrt(v), y, (z) => at(z, y, noise)),
    du: (u, v, y, noise) =>
      v === 0 ? slope(u, y, noise) : expectation(u, Math.sqrt(v), y, (z) => slope(z, y, noise)),
    dv(u, v, y, noise) {
      if (v === 0) return 0
      const centre = at(u, y, noise)
      // E((z − u)²/v − 1) = 0: subtracting ℓ(u) costs nothing and keeps the digits at small v.
      return (
        expectation(u, Math.sqrt(v), y, (z) => (at(z, y, noise) - centre) * ((z - u) ** 2 / v - 1)) / (2 * v)
      )
    },
    annealed(u, v, y, noise, rate) {
      if (v === 0) return at(u, y, noise)
      const s = Math.sqrt(v)
      const centre = at(u, y, noise)
      // The tilt e^{−γℓ} moves the mass by at most γv|ℓ′(u)| for a convex loss.
      const moved = u - rate * v * slope(u, y, noise)
      const width = Math.min(2 * s, resolution, 4 / rate)
      let change = 0
      let peak = 0
      let sum = 0
      sweep(Math.min(u, moved) - REACH * s, Math.max(u, moved) + REACH * s, width, y, (z, weight) => {
        const tilt = -rate * (at(z, y, noise) - centre)
        const gauss = -0.5 * ((z - u) / s) ** 2
        change += weight * Math.expm1(tilt) * Math.exp(gauss)
        const exponent = tilt + gauss
        if (exponent > peak) {
          sum *= Math.exp(peak - exponent)
          peak = exponent
        }
        sum += weight * Math.exp(exponent - peak)
      })
      const norm = s * Math.sqrt(2 * Math.PI)
      // Near 1 the expectation E e^{tilt} has lost the digits that its distance from 1 still holds.
      const log = Math.abs(change / norm) < 0.5 ? Math.log1p(change / norm) : peak + Math.log(sum / norm)
      return centre - log / rate
    },
  }
}
