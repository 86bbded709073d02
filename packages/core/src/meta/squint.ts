import type { Options } from '../base/options.ts'
import { logAddExp } from '../math/logSumExp.ts'
import { square } from '../math/powers.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import { type EvidenceState, type RangeOptions, rangeOptions, regretEvidence } from './regretEvidence.ts'
import { squintEvidence } from './squintEvidence.ts'

export type SquintOptions = RangeOptions

export const SQUINT: Options<RangeOptions, 'range'> = rangeOptions('squint')

export type SquintState = EvidenceState

/**
 * Squint (Koolen and van Erven 2015): all learning rates η ≤ ½ at once, under the prior dη/η.
 *
 *     ωₖ ∝ πₖ ∫ exp(ηRₖ − η²Vₖ) dη from 0 to ½,   R = Σr,   V = Σr²
 *     regret to k ≤ √2V(1 + √2C) + 5C,   C = log(1 + (½ + log(T + 1) + log(B/B₁))/πₖ)
 *
 * Regrets are in units of the largest so far, B, which began as B₁; learning it costs B − B₁ more. V stays small
 * where an expert is as good as the learner, or better by a constant: then the regret stays small too.
 */
export function squint(given: SquintOptions = {}): MetaLearner<SquintState> {
  const { range } = SQUINT.read(given)
  return regretEvidence(
    { name: 'squint', moment: square, evidence: squintEvidence, growth: () => 0, bound },
    range,
  )
}

function bound({ rounds, logTotal, logPrior, moments, scale }: SquintState, expert: number): number {
  const spent = Math.log(0.5 + Math.log(rounds + 1) + Math.log(scale.range / scale.first || 1))
  const cost = logAddExp(0, logTotal - logPrior[expert] + spent)
  return Math.sqrt(2 * moments[expert]) * (1 + Math.sqrt(2 * cost)) + 5 * cost
}
