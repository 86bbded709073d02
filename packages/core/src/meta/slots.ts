import { logSumExp } from '../math/logSumExp.ts'

/** What entering and leaving a slot does to weights and to log-weights. */

/** The expert gets the fraction `share` of all weight; the others keep their proportions. */
export function enterShare(weights: Float64Array, expert: number, share: number): void {
  leaveShare(weights, expert)
  const alone = weights.every((weight) => weight === 0)
  for (let k = 0; k < weights.length; k++) weights[k] *= 1 - share
  weights[expert] = alone ? 1 : share
}

/** The others take over the expert's weight in proportion. */
export function leaveShare(weights: Float64Array, expert: number): void {
  weights[expert] = 0
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total > 0) for (let k = 0; k < weights.length; k++) weights[k] /= total
}

/** The same for log-weights up to a constant: log(share/(1 − share)) beside the sum of the others. */
export function enterLogShare(logWeights: Float64Array, expert: number, share: number): void {
  leaveLogShare(logWeights, expert)
  const others = logSumExp(logWeights)
  if (share === 1) logWeights.fill(-Infinity)
  logWeights[expert] = share === 1 || others === -Infinity ? 0 : others + Math.log(share) - Math.log1p(-share)
}

/** Measured from the largest of the others, beside which a share can be seen. */
export function leaveLogShare(logWeights: Float64Array, expert: number): void {
  logWeights[expert] = -Infinity
  const largest = logWeights.reduce((most, logWeight) => Math.max(most, logWeight), -Infinity)
  if (largest > -Infinity) for (let k = 0; k < logWeights.length; k++) logWeights[k] -= largest
}

export function withRoom(values: Float64Array, size: number, empty: number): Float64Array {
  const roomier = new Float64Array(size).fill(empty)
  roomier.set(values)
  return roomier
}
