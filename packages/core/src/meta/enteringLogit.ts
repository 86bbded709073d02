import { logSumExp } from '../math/logSumExp.ts'

/** Smallest log(1 − share): a share of 1 must not make the logits of the others meaningless. */
const LEAST_REST = -700

/**
 * The logit with which an expert enters so that it has the fraction `share` of all weight.
 *
 *     log(share/(1 − share)) + log Σ exp(logit) of the others; 0 where there are none
 */
export function enteringLogit<State>(
  logits: (state: State, awake: Float64Array, out: Float64Array) => void,
  state: State,
  size: number,
  expert: number,
  share: number,
): number {
  const all = new Float64Array(size)
  logits(state, new Float64Array(size).fill(1), all)
  all[expert] = -Infinity
  const others = logSumExp(all)
  if (others === -Infinity) return 0
  return others + logOdds(share)
}

/** log(share/(1 − share)), finite for a share of 1. */
export function logOdds(share: number): number {
  return Math.log(share) - Math.max(Math.log1p(-share), LEAST_REST)
}
