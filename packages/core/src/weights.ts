import { expDown } from './math/expDown.ts'

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
export function renormalise(weights: Weights): void {
  const { log } = weights
  let largest = -Infinity
  for (let k = 0; k < log.length; k++) largest = Math.max(largest, log[k])
  normalise(weights, largest)
}

/** As `renormalise`, where the largest log-weight is known. */
export function normalise({ linear, log }: Weights, largest: number): void {
  if (largest === -Infinity) {
    linear.fill(0)
    return
  }
  // The largest is counted, not added, so that beside a weight of e⁻⁵⁰ its logarithm is −e⁻⁵⁰ and not 0.
  let ties = -1
  let rest = 0
  for (let k = 0; k < log.length; k++) {
    const gap = log[k] - largest
    const weight = expDown(gap)
    if (gap === 0) ties++
    else rest += weight
    linear[k] = weight
  }
  const total = 1 + (ties + rest)
  const logTotal = largest + Math.log1p(ties + rest)
  for (let k = 0; k < log.length; k++) {
    linear[k] /= total
    log[k] -= logTotal
  }
}
