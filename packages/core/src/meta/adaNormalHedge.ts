import type { Options } from '../base/options.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import { type EvidenceState, type RangeOptions, rangeOptions, regretEvidence } from './regretEvidence.ts'

export type AdaNormalHedgeOptions = RangeOptions

export const ADA_NORMAL_HEDGE: Options<RangeOptions, 'range'> = rangeOptions('adaNormalHedge')

export type AdaNormalHedgeState = EvidenceState

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
  return regretEvidence(
    {
      name: 'ada-normal-hedge',
      moment: Math.abs,
      evidence,
      growth: (regret, moves) => (1.5 * Math.abs(regret)) / (moves + 1),
      bound: ({ logTotal, logPrior, moments }, expert) =>
        Math.sqrt(3 * moments[expert] * (logTotal - logPrior[expert])),
    },
    range,
  )
}

/** log of ½(exp((R + 1)₊²/3(C + 1)) − exp((R − 1)₊²/3(C + 1))). */
function evidence(regret: number, moves: number): number {
  if (regret <= -1) return -Infinity
  const divisor = 3 * (moves + 1)
  const upper = ((regret + 1) * (regret + 1)) / divisor
  const lower = regret > 1 ? ((regret - 1) * (regret - 1)) / divisor : 0
  return upper + Math.log(-Math.expm1(lower - upper)) - Math.LN2
}
