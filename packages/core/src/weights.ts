import { exp } from './math/exp.ts'

/** A round's normalised weights, and their logarithms, which survive where a weight of e⁻⁸⁰⁰ does not. */
export class Weights {
  readonly linear: Float64Array
  /** Where rules write log-weights, up to a constant. Readers want `log`. */
  readonly exponents: Float64Array
  #factors: Float64Array | undefined
  #behind: 'nothing' | 'a constant' | 'factors' | 'everything' = 'nothing'

  constructor(size: number) {
    this.linear = new Float64Array(size)
    this.exponents = new Float64Array(size)
  }

  /** −∞ for who sleeps. Made from what was written when they are first asked for, which is in few rounds. */
  get log(): Float64Array {
    if (this.#behind !== 'nothing') this.#catchUp()
    return this.exponents
  }

  /** The a of ω ∝ a·exp(exponent), where a rule has such factors. */
  get factors(): Float64Array {
    this.#factors ??= new Float64Array(this.linear.length)
    return this.#factors
  }

  /**
   * For who wrote `linear`: what the logarithms lack. `'a constant'`: they stand in `exponents`, not normalised;
   * `'factors'`: those of `factors` are to be added first; `'everything'`: they follow from `linear`.
   */
  logsLack(what: 'a constant' | 'factors' | 'everything'): void {
    this.#behind = what
  }

  #catchUp(): void {
    const { linear, exponents } = this
    if (this.#behind === 'everything')
      for (let k = 0; k < linear.length; k++) exponents[k] = Math.log(linear[k])
    else {
      if (this.#behind === 'factors') addLogs(exponents, this.factors)
      normaliseLogs(exponents, linear)
    }
    this.#behind = 'nothing'
  }
}

export function createWeights(size: number): Weights {
  return new Weights(size)
}

/** Makes the weights from the log-weights, after some of these were changed. All are 0 where all have none. */
export function renormalise(weights: Weights): void {
  fromLargest(weights.log, weights.linear)
  weights.logsLack('a constant')
}

/** ωₖ ∝ exp(exponentₖ), where `linear` holds the exponentials and `total` is their sum. */
export function weighExponents(weights: Weights, total: number): void {
  const { exponents, linear } = weights
  if (isSafe(total)) divide(linear, total)
  else fromLargest(exponents, linear)
  weights.logsLack('a constant')
}

/** ωₖ ∝ factorₖ·exp(exponentₖ), where `linear` holds the products and `total` is their sum. */
export function weighProducts(weights: Weights, total: number): void {
  const { exponents, factors, linear } = weights
  if (isSafe(total)) {
    divide(linear, total)
    weights.logsLack('factors')
  } else {
    addLogs(exponents, factors)
    fromLargest(exponents, linear)
    weights.logsLack('a constant')
  }
}

/** Whether a sum neither overflowed nor lost to underflow what matters. */
export function isSafe(total: number): boolean {
  return total > 1e-150 && total < 1e300
}

/** ω from its logarithms, up to a constant, measured from the largest; all are 0 where that is −∞. */
function fromLargest(logs: Float64Array, out: Float64Array): void {
  let largest = -Infinity
  for (let k = 0; k < logs.length; k++) largest = Math.max(largest, logs[k])
  if (largest === -Infinity) {
    out.fill(0)
    return
  }
  let total = 0
  for (let k = 0; k < out.length; k++) {
    out[k] = exp(logs[k] - largest)
    total += out[k]
  }
  divide(out, total)
}

function divide(values: Float64Array, total: number): void {
  const factor = 1 / total
  for (let k = 0; k < values.length; k++) values[k] *= factor
}

function addLogs(exponents: Float64Array, factors: Float64Array): void {
  for (let k = 0; k < exponents.length; k++) exponents[k] += Math.log(factors[k])
}

/** Subtracts log Σexp from logarithms whose exponentials, divided by their sum, are known. */
function normaliseLogs(logs: Float64Array, linear: Float64Array): void {
  let top = 0
  for (let k = 1; k < logs.length; k++) if (logs[k] > logs[top]) top = k
  if (logs[top] === -Infinity) return
  let others = 0
  for (let k = 0; k < logs.length; k++) if (k !== top) others += linear[k]
  // By the others alone, so that beside a weight of e⁻⁵⁰ the largest has the logarithm −e⁻⁵⁰ and not 0.
  const constant = logs[top] + Math.log1p(others / linear[top])
  for (let k = 0; k < logs.length; k++) logs[k] -= constant
}
