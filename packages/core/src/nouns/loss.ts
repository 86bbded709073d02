import type { ComponentLaw } from '../math/componentLaw.ts'

/**
 * A loss ℓ(z, y) that knows its own integrals under z ~ N(u, v).
 *
 *     mean      L = E ℓ(z, y)
 *     annealed  Λ = −γ⁻¹ log E exp(−γ ℓ(z, y))
 *
 * `noise` is the standard deviation ς of y given z; losses without a noise model ignore it.
 * At v = 0 the integrals are the point loss, and `dv` may be infinite.
 */
export interface Loss {
  /** The name a recipe uses and a message quotes. */
  readonly name: string
  /** What y may be: any finite number, or a class label −1 / +1. */
  readonly outcomes: 'real' | 'sign'
  /** True if ℓ = −log p(y | z), so that beliefs about z make a distribution of y. */
  readonly likelihood: boolean
  /** The distribution of (y − z)/ς, for a log-density of a real y. @default normal */
  readonly law?: ComponentLaw
  at(z: number, y: number, noise: number): number
  /** ∂ℓ/∂z, with the loss's own convention at a kink. */
  slope(z: number, y: number, noise: number): number
  mean(u: number, v: number, y: number, noise: number): number
  /** ∂L/∂u. */
  du(u: number, v: number, y: number, noise: number): number
  /** ∂L/∂v. */
  dv(u: number, v: number, y: number, noise: number): number
  annealed(u: number, v: number, y: number, noise: number, rate: number): number
}
