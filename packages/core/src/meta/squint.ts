import { logAddExp } from '../math/logSumExp.ts'
import { type Options, options } from '../options.ts'
import { positiveNumber } from '../values.ts'
import { RANGE_EXCEEDED, whyUnbounded } from './conditions.ts'
import { enteringLogit } from './enteringLogit.ts'
import { fromLogits, logPrior } from './logWeights.ts'
import type { MetaLearner } from './metaLearner.ts'
import { createRange, type RunningRange, scaledRegret, widen } from './runningRange.ts'
import { withRoom } from './slots.ts'
import { squintEvidence } from './squintEvidence.ts'

export interface SquintOptions {
  /** A known bound of |own − loss|, beyond which regrets count as that much. @default learnt */
  readonly range?: number
}

export const SQUINT: Options<SquintOptions, 'range'> = options('squint', {
  range: {
    value: positiveNumber,
    about: 'A known bound of |own − loss|, beyond which regrets count as that much.',
    absent: 'learnt',
  },
})

export interface SquintState {
  rounds: number
  readonly logPrior: Float64Array
  /** log Σπ of all experts that ever entered. */
  logTotal: number
  /** R = Σr and V = Σr², in units of the range. */
  readonly regrets: Float64Array
  readonly variances: Float64Array
  readonly scale: RunningRange
}

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
  return {
    name: 'squint',
    settings: { range: range ?? null },
    init: (size, prior) => ({
      rounds: 0,
      logPrior: logPrior(size, prior),
      logTotal: 0,
      regrets: new Float64Array(size),
      variances: new Float64Array(size),
      scale: createRange(range),
    }),
    rate: () => 1,
    ...fromLogits(logits),
    update(state, round) {
      const { regrets, variances, scale } = state
      const { losses, own, awake } = round
      state.rounds++
      const shrink = widen(scale, round, range !== undefined)
      for (let k = 0; k < regrets.length; k++) {
        const regret = scaledRegret(scale, losses[k], own, awake[k])
        regrets[k] = shrink * (regrets[k] + regret)
        variances[k] = shrink * shrink * (variances[k] + regret * regret)
      }
    },
    bound(state, expert, rounds) {
      const unmet = whyUnbounded(rounds)
      if (unmet) return unmet
      if (state.scale.exceeded) return RANGE_EXCEEDED
      const { range, first } = state.scale
      const spent = Math.log(0.5 + Math.log(state.rounds + 1) + Math.log(range / first || 1))
      const cost = logAddExp(0, state.logTotal - state.logPrior[expert] + spent)
      const root = Math.sqrt(2 * state.variances[expert])
      return range * (root * (1 + Math.sqrt(2 * cost)) + 5 * cost) + (range - first)
    },
    enter(state, expert, share) {
      state.regrets[expert] = state.variances[expert] = 0
      const logit = enteringLogit(logits, state, state.regrets.length, expert, share)
      state.logPrior[expert] = logit - squintEvidence(0, 0)
      state.logTotal = logAddExp(state.logTotal, state.logPrior[expert])
    },
    leave(state, expert) {
      state.logPrior[expert] = -Infinity
    },
    resize: (state, size) => ({
      ...state,
      logPrior: withRoom(state.logPrior, size, -Infinity),
      regrets: withRoom(state.regrets, size, 0),
      variances: withRoom(state.variances, size, 0),
    }),
  }
}

function logits(
  { logPrior, regrets, variances }: SquintState,
  _awake: Float64Array,
  out: Float64Array,
): void {
  for (let k = 0; k < out.length; k++) {
    out[k] = logPrior[k] === -Infinity ? -Infinity : logPrior[k] + squintEvidence(regrets[k], variances[k])
  }
}
