import { squared } from '../losses/squared.ts'
import { dot } from '../math/dot.ts'
import { type Combination, combinedLoss, type Hindsight, oracle, sizeOfComplete } from './oracle.ts'
import { smoothedNewton } from './smoothedNewton.ts'

/** Below this share of its norm, what is left of a forecast counts as dependent on the others. */
const DEPENDENT = 1e-12

/**
 * The best combination with any coefficients: least squares, or Newton's method for another convex loss.
 *
 * A forecast that depends on those before it gets the coefficient 0.
 */
export function bestLinear(hindsight: Hindsight): Combination {
  const size = sizeOfComplete(hindsight)
  const coefficients =
    hindsight.loss === squared ? leastSquares(hindsight, size) : smoothedNewton(hindsight, { convex: false })
  return { ...oracle(hindsight, combinedLoss(hindsight, coefficients)), coefficients }
}

/** By modified Gram–Schmidt with the outcomes as a last column: as stable as Householder's reflections. */
function leastSquares({ forecasts, outcomes }: Hindsight, size: number): Float64Array {
  const columns = Array.from({ length: size }, (_, k) => Float64Array.from(forecasts, (row) => row[k]))
  const target = Float64Array.from(outcomes)
  const upper = columns.map(() => new Float64Array(size))
  const projected = new Float64Array(size)
  const norms = columns.map((column) => Math.sqrt(dot(column, column)))
  for (let k = 0; k < size; k++) {
    const norm = Math.sqrt(dot(columns[k], columns[k]))
    if (!(norm > DEPENDENT * norms[k])) continue
    const direction = columns[k].map((value) => value / norm)
    upper[k][k] = norm
    for (let l = k + 1; l < size; l++) upper[k][l] = remove(columns[l], direction)
    projected[k] = remove(target, direction)
  }
  const coefficients = new Float64Array(size)
  for (let k = size - 1; k >= 0; k--) {
    if (upper[k][k] === 0) continue
    let sum = projected[k]
    for (let l = k + 1; l < size; l++) sum -= upper[k][l] * coefficients[l]
    coefficients[k] = sum / upper[k][k]
  }
  return coefficients
}

/** Takes out of a column its part along a direction, and returns that part. */
function remove(column: Float64Array, direction: Float64Array): number {
  const part = dot(column, direction)
  for (let t = 0; t < column.length; t++) column[t] -= part * direction[t]
  return part
}
