import { type Combination, type Hindsight, lossOf, oracle, sizeOf } from './oracle.ts'

export interface BestExpert extends Combination {
  readonly expert: number
  /** The total loss of every expert; infinite for one that was silent in some round. */
  readonly losses: Float64Array
}

/** The one expert whose total loss is least. */
export function bestExpert(hindsight: Hindsight): BestExpert {
  const losses = new Float64Array(sizeOf(hindsight))
  for (let t = 0; t < hindsight.forecasts.length; t++) {
    for (let k = 0; k < losses.length; k++) losses[k] += lossOf(hindsight, t, k)
  }
  let expert = 0
  for (let k = 1; k < losses.length; k++) if (losses[k] < losses[expert]) expert = k
  const coefficients = new Float64Array(losses.length)
  coefficients[expert] = 1
  return { ...oracle(hindsight, losses[expert]), expert, losses, coefficients }
}
