import { logSumExp } from './math/logSumExp.ts'

/** A round's normalised weights, and their logarithms, which survive where a weight of e⁻⁸⁰⁰ does not. */
export interface Weights {
  readonly linear: Float64Array
  /** −∞ for who sleeps. */
  readonly log: Float64Array
}

export function createWeights(size: number): Weights {
  return { linear: new Float64Array(size), log: new Float64Array(size) }
}

/** Normalises the log-weights, and makes the weights from them. All stay 0 where all are. */
export function renormalise({ linear, log }: Weights): void {
  const total = logSumExp(log)
  for (let k = 0; k < log.length; k++) {
    if (total !== -Infinity) log[k] -= total
    linear[k] = Math.exp(log[k])
  }
}
