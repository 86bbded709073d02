/**
 * log Σ exp(values[i]), without overflow; −∞ for nothing.
 *
 *     m + log1p(Σ exp(vᵢ − m) − 1),  m = max vᵢ
 *
 * The largest term is counted, not added, so that [0, −50] gives e⁻⁵⁰ and not 0.
 */
export function logSumExp(values: ArrayLike<number>): number {
  let max = -Infinity
  for (let i = 0; i < values.length; i++) max = Math.max(max, values[i])
  if (!Number.isFinite(max)) return max
  let ties = -1
  let rest = 0
  for (let i = 0; i < values.length; i++) {
    if (values[i] === max) ties++
    else rest += Math.exp(values[i] - max)
  }
  return max + Math.log1p(ties + rest)
}

/** log(exp a + exp b). */
export function logAddExp(a: number, b: number): number {
  // Equal infinities would subtract to NaN.
  if (a === b) return a + Math.LN2
  return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)))
}

/**
 * log Σ exp(logWeights[i] + values[i]): a mixture's log density, allocating nothing.
 *
 * A weight of zero (−∞) meeting a value of +∞ is NaN, not zero.
 */
export function logWeightedSumExp(logWeights: ArrayLike<number>, values: ArrayLike<number>): number {
  let max = -Infinity
  for (let i = 0; i < values.length; i++) max = Math.max(max, logWeights[i] + values[i])
  if (!Number.isFinite(max)) return max
  let ties = -1
  let rest = 0
  for (let i = 0; i < values.length; i++) {
    const term = logWeights[i] + values[i]
    if (term === max) ties++
    else rest += Math.exp(term - max)
  }
  return max + Math.log1p(ties + rest)
}
