import { logAddExp, logSumExp } from '../math/logSumExp.ts'
import type { BoundedRounds } from '../nouns/metaLearner.ts'
import { SINCE_START } from './conditions.ts'
import { logOdds } from './enteringLogit.ts'
import { logPrior, weighAwake } from './logWeights.ts'
import { withRoom } from './slots.ts'

/**
 * Exponential weights of regrets R at any rate η, with the gap that their analysis is about.
 *
 *     ωₖ ∝ πₖ exp(ηRₖ),   δ = η⁻¹ log Σω exp(η(r − Σωr)),   Δ = Σδ
 *
 * For a rate that never grows Rₖ ≤ ΣΣωr + Δ + η⁻¹ log(Π/πₖ), whatever the regrets (de Rooij et al. 2014). The first
 * sum is 0 where the learner loses Σω·loss, less where losses are convex, and more where outcomes come late.
 */
export interface HedgeState {
  readonly logPrior: Float64Array
  /** log Π: Σπ of all experts that ever entered. */
  logTotal: number
  readonly regrets: Float64Array
  /** The regret with which each expert entered. */
  readonly starts: Float64Array
  /** Δ. */
  gap: number
  /** ΣΣωr. */
  excess: number
  /** log K when it began; log 2 for one expert. AdaHedge's rate is this over Δ. */
  readonly logSize: number
}

export function createHedge(size: number, prior: Float64Array | undefined): HedgeState {
  return {
    logPrior: logPrior(size, prior),
    logTotal: 0,
    regrets: new Float64Array(size),
    starts: new Float64Array(size),
    gap: 0,
    excess: 0,
    logSize: Math.log(Math.max(2, size)),
  }
}

/** log ω up to a constant. At an infinite rate the leaders share the weight as the prior does. */
function hedgeLogits({ logPrior, regrets }: HedgeState, rate: number, out: Float64Array): void {
  const lead = leadOf(logPrior, regrets)
  for (let k = 0; k < out.length; k++) {
    const behind = regrets[k] - lead
    // Where no expert has a prior there is no lead to be behind of.
    if (behind === 0 || logPrior[k] === -Infinity) out[k] = logPrior[k]
    else out[k] = logPrior[k] + (rate < Infinity ? rate * behind : -Infinity)
  }
}

/** ω of all experts, asleep or awake. */
export function hedgeWeights(state: HedgeState, rate: number, out: Float64Array): void {
  hedgeLogits(state, rate, out)
  weighAwake(out, everyone(out.length), out)
}

/** Like `hedgeLogits`, where the leaders are those awake. */
export function awakeLogits(state: HedgeState, rate: number, awake: Float64Array, out: Float64Array): void {
  if (rate < Infinity) {
    hedgeLogits(state, rate, out)
    return
  }
  for (let k = 0; k < out.length; k++) out[k] = awake[k] > 0 ? state.logPrior[k] : -Infinity
  const lead = leadOf(out, state.regrets)
  for (let k = 0; k < out.length; k++) if (state.regrets[k] < lead) out[k] = -Infinity
}

/**
 * Takes in the regrets r of a round, and what they add to the gap.
 *
 * @param scratch room for ω
 */
export function updateHedge(
  state: HedgeState,
  rate: number,
  steps: Float64Array,
  scratch: Float64Array,
): void {
  const { logPrior, regrets } = state
  const before = leadOf(logPrior, regrets)
  hedgeWeights(state, rate, scratch)
  let mean = 0
  for (let k = 0; k < steps.length; k++) mean += scratch[k] * steps[k]
  state.excess += mean
  if (rate < Infinity) state.gap += gapOf(state, rate, mean, steps, scratch)
  for (let k = 0; k < steps.length; k++) regrets[k] += steps[k]
  if (rate === Infinity) state.gap += Math.max(0, leadOf(logPrior, regrets) - before - mean)
}

/** What sums may have lost to rounding, of where an expert entered: its bound is a difference of two of them. */
const ROUNDING = 1e-14

/** ΣΣωr + Δ + η⁻¹ log(Π/πₖ), from where the expert entered. It covers all rounds since then. */
export function hedgeBound(
  { excess, gap, logTotal, logPrior, starts }: HedgeState,
  inverseRate: number,
  expert: number,
  { after }: BoundedRounds,
): number | string {
  if (after > 0) return SINCE_START
  const start = starts[expert]
  return excess + gap + inverseRate * (logTotal - logPrior[expert]) - start + ROUNDING * Math.abs(start)
}

/**
 * The expert starts level with η⁻¹ log Σ(π/Π) exp(ηR), so that its share is one of Π, and nothing else changes; where all
 * others have left, with ΣΣωr + Δ, which that never exceeded.
 */
export function enterHedge(state: HedgeState, rate: number, expert: number, share: number): void {
  const { logPrior, regrets, starts } = state
  logPrior[expert] = -Infinity
  const lead = leadOf(logPrior, regrets)
  const sums = new Float64Array(regrets.length)
  hedgeLogits(state, rate, sums)
  const present = logSumExp(sums)
  const alone = present === -Infinity
  const level = rate < Infinity ? lead + (present - state.logTotal) / rate : lead
  const others = rate < Infinity ? state.logTotal : present
  regrets[expert] = starts[expert] = alone ? state.excess + state.gap : level
  logPrior[expert] = alone ? state.logTotal : others + logOdds(share)
  state.logTotal = logAddExp(state.logTotal, logPrior[expert])
}

export function resizeHedge(state: HedgeState, size: number): HedgeState {
  return {
    ...state,
    logPrior: withRoom(state.logPrior, size, -Infinity),
    regrets: withRoom(state.regrets, size, 0),
    starts: withRoom(state.starts, size, 0),
  }
}

/** The greatest regret of an expert that has a prior. */
function leadOf(logPrior: Float64Array, regrets: Float64Array): number {
  let lead = -Infinity
  for (let k = 0; k < regrets.length; k++) {
    if (logPrior[k] > -Infinity && regrets[k] > lead) lead = regrets[k]
  }
  return lead
}

/** δ = η⁻¹ log Σω exp(η(r − mean)). */
function gapOf(
  state: HedgeState,
  rate: number,
  mean: number,
  steps: Float64Array,
  weights: Float64Array,
): number {
  let widest = 0
  for (let k = 0; k < steps.length; k++) {
    if (state.logPrior[k] > -Infinity) widest = Math.max(widest, Math.abs(rate * (steps[k] - mean)))
  }
  if (widest >= 1) return wideGap(state, rate, mean, steps, weights)
  // By expm1(z) − z: the mean of z is 0, and need not cancel.
  let sum = 0
  for (let k = 0; k < steps.length; k++) {
    if (weights[k] === 0) continue
    const above = rate * (steps[k] - mean)
    sum += weights[k] * (Math.expm1(above) - above)
  }
  return Math.max(0, Math.log1p(sum)) / rate
}

/**
 * The same from log ω: an expert whose weight underflows may gain more than that. Overwrites `gains`.
 *
 *     δ = g + η⁻¹ log Σ exp(η(gₖ − g)),   gₖ = η⁻¹ log ωₖ + rₖ − mean,   g the largest of them
 *
 * Not in units of 1/η, in which log ω may be −∞ and what an expert gains ∞.
 */
function wideGap(
  state: HedgeState,
  rate: number,
  mean: number,
  steps: Float64Array,
  gains: Float64Array,
): number {
  const { logPrior, regrets } = state
  hedgeLogits(state, rate, gains)
  const total = logSumExp(gains)
  const lead = leadOf(logPrior, regrets)
  let largest = -Infinity
  for (let k = 0; k < steps.length; k++) {
    gains[k] = (logPrior[k] - total) / rate + (regrets[k] - lead) + (steps[k] - mean)
    if (gains[k] > largest) largest = gains[k]
  }
  let sum = 0
  for (let k = 0; k < steps.length; k++) sum += Math.exp(rate * (gains[k] - largest))
  return Math.max(0, largest + Math.log(sum) / rate)
}

let ones = new Float64Array(0)
function everyone(size: number): Float64Array {
  if (ones.length !== size) ones = new Float64Array(size).fill(1)
  return ones
}
