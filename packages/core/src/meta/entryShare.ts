import { positiveInteger } from '../base/check.ts'

/**
 * The share with which the i-th expert enters, if any number may follow: πᵢ/(π₁ + … + πᵢ), πᵢ = 1/(i log²(i + 1)).
 *
 * Because Σπ is finite, the regret since entry stays below γ⁻¹ log(Π/πᵢ) under mix loss, Π = Σπ ≈ 3.4, however many
 * experts come later. Shares of 1/i would let it grow as the logarithm of their number.
 */
export function entryShare(i: number): number {
  positiveInteger('i', i)
  let sum = 0
  for (let j = 1; j <= i; j++) sum += countable(j)
  return countable(i) / sum
}

function countable(i: number): number {
  const log = Math.log(i + 1)
  return 1 / (i * log * log)
}
