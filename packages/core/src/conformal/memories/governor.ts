import { exp } from '../../math/exp.ts'

/**
 * The governor: one number g, an integral term on the logit of the miss level that is asked of all memories.
 *
 *     a = 1/(1 + e^(ℓ₀ + g)),   ℓ₀ = log((1 − α)/α);   infinite intervals while g > G
 *     g ← max(−G, g + κ(m − α)),   m = 1 where the interval missed, else 0; between at an exact tie
 *
 * So, whatever the scores: misses ≤ αT + G/κ + 1; and while g > −G, without ties, Σ(miss − α) = g/κ exactly.
 */
export interface Governor {
  readonly alpha: number
  /** ℓ₀. */
  readonly base: number
  /** κ: a miss moves the level by about κ logits. Rarer misses weigh more. */
  readonly gain: number
  /** G. */
  readonly limit: number
  /** Scores that must be there before an interval is finite: ⌈(1 − α)/α⌉, for fewer cannot cover. */
  readonly wait: number
}

/** @param gain κ at α = 0.1 and above */
export function governor(coverage: number, gain = 0.05): Governor {
  const alpha = missLevel(coverage)
  const odds = (1 - alpha) / alpha
  return {
    alpha,
    base: Math.log(odds),
    gain: gain * Math.max(1, Math.sqrt(0.1 / alpha)),
    limit: 6,
    // The ratio of 0.9 and 0.1 is 9 but for rounding.
    wait: Math.max(1, Math.ceil(odds - 1e-9)),
  }
}

/** α = 1 − coverage: 0.1 for 0.9, and not 0.09999999999999998. */
export function missLevel(coverage: number): number {
  return Number((1 - coverage).toPrecision(15))
}

/** The miss level that is asked of the memories. */
export function governedLevel({ base }: Governor, g: number): number {
  return 1 / (1 + exp(base + g))
}

/** g after a round with this miss. */
export function governed({ alpha, gain, limit }: Governor, g: number, miss: number): number {
  return Math.max(-limit, g + gain * (miss - alpha))
}

/** G/κ + 1: how many misses there may be beyond αT, of any sequence. */
export function mostExcessMisses({ gain, limit }: Governor): number {
  return limit / gain + 1
}
