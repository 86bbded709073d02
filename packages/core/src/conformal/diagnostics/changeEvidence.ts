import { counter, floats, type StateShape, shape } from '../../base/shape.ts'

/**
 * Evidence that numbers stopped being what they were, at a time that is not known. Plain data.
 *
 * Factors L with E[L | past] ≤ 1 while nothing changes, one of each of several bets k, are multiplied from every possible round s
 * on, and the products are averaged with weights w and π, each of which sum to 1:
 *
 *     E_t = Σ_k w_k Σ_{s ≤ t} π_s L_{k,s} ⋯ L_{k,t} + Σ_{s > t} π_s,   π_s = s^(−ε) − (s + 1)^(−ε),   ε = 0.15
 *
 * E is an e-process: P(E ever reaches 1/p) ≤ p while nothing changes (Ville). A change in round s costs about
 * 1.15 log s + 1.9 of evidence, whenever it comes.
 */
export interface ChangeEvidence {
  round: number
  /** Of each bet: w Σ_{s ≤ t} π_s L_s ⋯ L_t. */
  readonly started: Float64Array
}

const EXPONENT = 0.15

export function evidenceStateOf(bets: number): StateShape<ChangeEvidence> {
  return shape<ChangeEvidence>({ round: counter, started: floats(bets) })
}

/**
 * @param factors L of each bet in this round
 * @param weights w of each bet
 */
export function takeFactors(state: ChangeEvidence, factors: Float64Array, weights: Float64Array): void {
  const s = ++state.round
  const start = tailOf(s) - tailOf(s + 1)
  const { started } = state
  // Cut far above any threshold: once the evidence is overwhelming more of it says nothing.
  for (let i = 0; i < started.length; i++) {
    started[i] = Math.min(1e300, (started[i] + weights[i] * start) * factors[i])
  }
}

/** E. */
export function evidence({ started, round }: ChangeEvidence): number {
  let sum = tailOf(round + 1)
  for (let i = 0; i < started.length; i++) sum += started[i]
  return sum
}

/** The part of E that some of the bets have, from one index up to another: what their own E is, times their weight together. */
export function evidencePart(
  { started, round }: ChangeEvidence,
  weights: Float64Array,
  from: number,
  to: number,
): number {
  let weight = 0
  let sum = 0
  for (let i = from; i < to; i++) {
    weight += weights[i]
    sum += started[i]
  }
  return sum + weight * tailOf(round + 1)
}

export function restartEvidence(state: ChangeEvidence): void {
  state.round = 0
  state.started.fill(0)
}

/** Σ_{r ≥ s} π_r. */
function tailOf(s: number): number {
  return Math.exp(-EXPONENT * Math.log(s))
}
