import { exp } from '../math/exp.ts'
import { type Weights, weighExponents, weighProducts } from '../weights.ts'

/** What meta-learners share: log ω₁, the weights of those awake, regrets, and what a sleeper is charged. */

export function logPrior(size: number, prior: Float64Array | undefined): Float64Array {
  return prior ? prior.map(Math.log) : new Float64Array(size).fill(-Math.log(size))
}

/** The weights ωₖaₖ / Σωa from log-weights that are normalised, or not, over all experts. */
export function weighAwake(logWeights: Float64Array, awake: Float64Array, out: Weights): void {
  weighExponents(out, exponentials(logWeights, awake, out.exponents, out.linear))
}

/** As `weighAwake`, from log-weights that stand in `out.exponents` already. */
export function keepAwake(awake: Float64Array, out: Weights): void {
  weighAwake(out.exponents, awake, out)
}

/** As `keepAwake`, of factor·exp(exponent): no logarithm is taken of a factor that changes each round. */
export function keepAwakeProducts(awake: Float64Array, out: Weights): void {
  const { factors, exponents, linear } = out
  let total = 0
  for (let k = 0; k < linear.length; k++) {
    const factor = awake[k] * factors[k]
    const product = factor * exp(exponents[k])
    factors[k] = factor
    linear[k] = product
    total += product
  }
  weighProducts(out, total)
}

/** log(ωₖaₖ) into `exponents`, ωₖaₖ into `out`; returns their sum. */
function exponentials(
  logWeights: Float64Array,
  awake: Float64Array,
  exponents: Float64Array,
  out: Float64Array,
): number {
  let total = 0
  for (let k = 0; k < out.length; k++) {
    const active = awake[k]
    const exponent = active === 1 ? logWeights[k] : logWeights[k] + Math.log(active)
    const weight = exp(exponent)
    exponents[k] = exponent
    out[k] = weight
    total += weight
  }
  return total
}

/**
 * rₖ = aₖ(own − lossₖ): what the learner regrets not having followed expert k; 0 while it sleeps.
 *
 * Within ±1e300, so that no sum of them overflows for as long as anybody runs.
 */
export function regretTo(loss: number, own: number, awake: number): number {
  const regret = awake * (own - loss)
  return regret < 1e300 ? (regret > -1e300 ? regret : -1e300) : 1e300
}

/** own − aₖ(own − lossₖ): an expert's loss where it is awake, the learner's own where it sleeps. */
export function inSleepersPlace(loss: number, own: number, awake: number): number {
  return awake === 1 ? loss : own - awake * (own - loss)
}
