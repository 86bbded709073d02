import { openUnit } from '../../base/check.ts'
import { counter, real, type StateShape, shape } from '../../base/shape.ts'
import { powerOfTwo, square } from '../../math/powers.ts'

/** Sums from which the confidence sequence is made. Plain data. */
export interface ConfidenceState {
  count: number
  sum: number
  /** Σ(X − X̂)², X̂ the mean of what came before, ½ at first. */
  variation: number
}

export const CONFIDENCE: StateShape<ConfidenceState> = /* @__PURE__ */ shape({
  count: counter,
  sum: real(),
  variation: real(),
})

export function createConfidence(): ConfidenceState {
  return { count: 0, sum: 0, variation: 0 }
}

/** @param value in [0, 1] */
export function observe(state: ConfidenceState, value: number): void {
  const guess = (state.sum + 0.5) / (state.count + 1)
  state.variation += square(value - guess)
  state.sum += value
  state.count++
}

/** Rates λ of the mixture: 2^(−½) down to 2^(−20), and the logs of their weights 1/((j+1)(j+2)). */
const RATES = /* @__PURE__ */ Float64Array.from(
  { length: 40 },
  (_, j) => powerOfTwo(-((j + 1) >> 1)) * (j % 2 === 0 ? Math.SQRT1_2 : 1),
)
const LOG_WEIGHTS = RATES.map((_, j) => -Math.log((j + 1) * (j + 2)))
/** ψ(λ) = −log(1 − λ) − λ. */
const COSTS = RATES.map((rate) => -Math.log1p(-rate) - rate)

/**
 * An interval for the average of the conditional means E[Xᵢ | the past] of numbers in [0, 1], right at all times at once.
 *
 *     exp(λΣ(Xᵢ − μᵢ) − ψ(λ)Σ(Xᵢ − X̂ᵢ)²) is a supermartingale for λ in [0, 1)
 *
 * That is Theorem 4 of Howard, Ramdas, McAuliffe and Sekhon (2021); here it is mixed over a grid of λ, on each side, and
 * Ville's inequality does the rest. Nothing is assumed of how the Xᵢ depend on each other: P(some interval ever fails) ≤ `error`.
 */
export function confidenceInterval(
  { count, sum, variation }: ConfidenceState,
  error: number = 0.05,
): readonly [number, number] {
  openUnit('error', error)
  if (count === 0) return [0, 1]
  const reach = boundary(variation, Math.log(2 / error)) / count
  const mean = sum / count
  return [Math.max(0, mean - reach), Math.min(1, mean + reach)]
}

/** The S at which the mixture Σw exp(λS − ψV) reaches e^goal: Newton's method from above, for the log is convex in S. */
function boundary(variation: number, goal: number): number {
  let s = Infinity
  for (let j = 0; j < RATES.length; j++) {
    s = Math.min(s, (goal - LOG_WEIGHTS[j] + COSTS[j] * variation) / RATES[j])
  }
  for (let i = 0; i < 50; i++) {
    let peak = -Infinity
    for (let j = 0; j < RATES.length; j++) peak = Math.max(peak, exponent(j, s, variation))
    let total = 0
    let slope = 0
    for (let j = 0; j < RATES.length; j++) {
      const term = Math.exp(exponent(j, s, variation) - peak)
      total += term
      slope += term * RATES[j]
    }
    const step = ((peak + Math.log(total) - goal) * total) / slope
    s -= step
    if (step <= 1e-12 * s) break
  }
  return s
}

function exponent(j: number, s: number, variation: number): number {
  return LOG_WEIGHTS[j] + RATES[j] * s - COSTS[j] * variation
}
