import { weights as checkWeights } from '../base/check.ts'

/** Weights ω₁ in any unit, one per expert, divided by their sum. */
export function normalisedPrior(prior: ArrayLike<number>, size: number): Float64Array {
  const weights = Float64Array.from(checkWeights('prior', prior, size))
  // By the largest first: the sum of 1e308 and 1e308 is no number.
  const largest = weights.reduce((most, weight) => Math.max(most, weight))
  const total = weights.reduce((sum, weight) => sum + weight / largest, 0)
  return weights.map((weight) => weight / largest / total)
}
