import { logAddExp } from '../math/logSumExp.ts'
import { type Options, options } from '../options.ts'
import { positiveNumber } from '../values.ts'
import { RANGE_EXCEEDED, whyUnbounded } from './conditions.ts'
import { enteringLogit } from './enteringLogit.ts'
import { fromLogits, logPrior } from './logWeights.ts'
import type { MetaLearner } from './metaLearner.ts'
import { createRange, type RunningRange, scaledRegret, widen } from './runningRange.ts'
import { withRoom } from './slots.ts'

export interface AdaNormalHedgeOptions {
  /** A known bound of |own − loss|, beyond which regrets count as that much. @default learnt */
  readonly range?: number
}

export const ADA_NORMAL_HEDGE: Options<AdaNormalHedgeOptions, 'range'> = options('adaNormalHedge', {
  range: {
    value: positiveNumber,
    about: 'A known bound of |own − loss|, beyond which regrets count as that much.',
    absent: 'learnt',
  },
})

export interface AdaNormalHedgeState {
  readonly logPrior: Float64Array
  /** R = Σr and C = Σ|r|, in units of the range. */
  readonly regrets: Float64Array
  readonly moves: Float64Array
  /** log of what Σπₖ exp(R₊²/3C) can have become: Σπ and ³⁄₂ Σπ|r|/(C + 1). */
  logBudget: number
  readonly scale: RunningRange
}

/**
 * AdaNormalHedge (Luo and Schapire 2015): no learning rate at all.
 *
 *     ωₖ ∝ πₖ ½[Φ(Rₖ + 1, Cₖ + 1) − Φ(Rₖ − 1, Cₖ + 1)],   Φ(R, C) = exp(R₊²/3C),   R = Σr,   C = Σ|r|
 *     regret to k ≤ √(3Cₖ log(B/πₖ)),   B = 1 + ³⁄₂ ΣₜΣⱼ πⱼ|rⱼ|/(Cⱼ + 1) = O(log T)
 *
 * Regrets are in units of the largest so far; learning it costs by how much it grew. Where every expert awake is
 * far behind the learner, the prior decides.
 */
export function adaNormalHedge(given: AdaNormalHedgeOptions = {}): MetaLearner<AdaNormalHedgeState> {
  const { range } = ADA_NORMAL_HEDGE.read(given)
  return {
    name: 'ada-normal-hedge',
    settings: { range: range ?? null },
    init: (size, prior) => ({
      logPrior: logPrior(size, prior),
      regrets: new Float64Array(size),
      moves: new Float64Array(size),
      logBudget: 0,
      scale: createRange(range),
    }),
    rate: () => 1,
    ...fromLogits(logits),
    update(state, round) {
      const { regrets, moves, scale, logPrior } = state
      const { losses, own, awake } = round
      const shrink = widen(scale, round, range !== undefined)
      let spent = 0
      for (let k = 0; k < regrets.length; k++) {
        const regret = scaledRegret(scale, losses[k], own, awake[k])
        const move = Math.abs(regret)
        spent += Math.exp(logPrior[k] - state.logBudget) * ((1.5 * move) / (moves[k] + 1))
        regrets[k] = shrink * (regrets[k] + regret)
        moves[k] = shrink * (moves[k] + move)
      }
      state.logBudget += Math.log1p(spent)
    },
    bound({ logBudget, logPrior, moves, scale: { range, first, exceeded } }, expert, rounds) {
      const unmet = whyUnbounded(rounds)
      if (unmet) return unmet
      if (exceeded) return RANGE_EXCEEDED
      return range * Math.sqrt(3 * moves[expert] * (logBudget - logPrior[expert])) + (range - first)
    },
    enter(state, expert, share) {
      state.regrets[expert] = state.moves[expert] = 0
      const logit = enteringLogit(logits, state, state.regrets.length, expert, share)
      state.logPrior[expert] = logit - logWeight(0, 0)
      state.logBudget = logAddExp(state.logBudget, state.logPrior[expert])
    },
    leave(state, expert) {
      state.logPrior[expert] = -Infinity
    },
    resize: (state, size) => ({
      ...state,
      logPrior: withRoom(state.logPrior, size, -Infinity),
      regrets: withRoom(state.regrets, size, 0),
      moves: withRoom(state.moves, size, 0),
    }),
  }
}

function logits(
  { logPrior, regrets, moves }: AdaNormalHedgeState,
  awake: Float64Array,
  out: Float64Array,
): void {
  let largest = -Infinity
  for (let k = 0; k < out.length; k++) {
    out[k] = logPrior[k] + logWeight(regrets[k], moves[k])
    if (awake[k] > 0 && out[k] > largest) largest = out[k]
  }
  if (largest === -Infinity) out.set(logPrior)
}

/** log of ½(exp((R + 1)₊²/3(C + 1)) − exp((R − 1)₊²/3(C + 1))). */
function logWeight(regret: number, moves: number): number {
  if (regret <= -1) return -Infinity
  const divisor = 3 * (moves + 1)
  const upper = ((regret + 1) * (regret + 1)) / divisor
  const lower = regret > 1 ? ((regret - 1) * (regret - 1)) / divisor : 0
  return upper + Math.log(-Math.expm1(lower - upper)) - Math.LN2
}
