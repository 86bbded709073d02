import { chargedLoss } from './logWeights.ts'

/**
 * log(pₖ/M) of losses that are −log pₖ, with M = Σω·p; an expert that sleeps is charged the learner's own loss.
 *
 * @returns log M
 */
export function logGains(
  weights: Float64Array,
  losses: Float64Array,
  own: number,
  awake: Float64Array,
  out: Float64Array,
): number {
  // Measured from the least loss, so that losses of 1e300 still differ, or do not.
  let least = Infinity
  for (let k = 0; k < weights.length; k++) {
    out[k] = chargedLoss(losses[k], own, awake[k])
    if (weights[k] > 0 && out[k] < least) least = out[k]
  }
  let sum = 0
  for (let k = 0; k < weights.length; k++) {
    out[k] = least - out[k]
    if (weights[k] > 0) sum += weights[k] * Math.exp(out[k])
  }
  const mixture = Math.log(sum)
  for (let k = 0; k < weights.length; k++) out[k] -= mixture
  return mixture - least
}
