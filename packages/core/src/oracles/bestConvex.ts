import { squared } from '../losses/squared.ts'
import { minimumNorm } from './minimumNorm.ts'
import { type Combination, combinedLoss, type Hindsight, oracle, sizeOfComplete } from './oracle.ts'
import { smoothedNewton } from './smoothedNewton.ts'

/**
 * The best combination with weights that are at least 0 and sum to 1.
 *
 * For squared loss the quadratic programme is solved exactly; for another convex loss Newton's method with a barrier
 * follows the loss smoothed by ever less noise, to about 1e-7 of the total loss.
 */
export function bestConvex(hindsight: Hindsight): Combination {
  const size = sizeOfComplete(hindsight)
  const coefficients =
    hindsight.loss === squared
      ? minimumNorm(errorGram(hindsight, size), size)
      : smoothedNewton(hindsight, { convex: true })
  return { ...oracle(hindsight, combinedLoss(hindsight, coefficients)), coefficients }
}

/** Gₖₗ = Σ (xₖ − y)(xₗ − y): on the simplex, the squared loss of a combination is wᵀGw. */
function errorGram({ forecasts, outcomes }: Hindsight, size: number): Float64Array {
  const gram = new Float64Array(size * size)
  for (let t = 0; t < forecasts.length; t++) {
    for (let k = 0; k < size; k++) {
      const error = forecasts[t][k] - outcomes[t]
      for (let l = 0; l <= k; l++) gram[k * size + l] += error * (forecasts[t][l] - outcomes[t])
    }
  }
  for (let k = 0; k < size; k++) for (let l = 0; l < k; l++) gram[l * size + k] = gram[k * size + l]
  return gram
}
