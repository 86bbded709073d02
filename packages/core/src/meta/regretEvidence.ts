import { type Options, options } from '../base/options.ts'
import { positiveNumber } from '../base/values.ts'
import { logAddExp } from '../math/logSumExp.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import { RANGE_EXCEEDED, whyUnbounded } from './conditions.ts'
import { enteringLogit } from './enteringLogit.ts'
import { fromLogits, logPrior } from './logWeights.ts'
import { createRange, type RunningRange, scaledRegret, widen } from './runningRange.ts'
import { withRoom } from './slots.ts'

export interface RangeOptions {
  /** A known bound of |own − loss|, beyond which regrets count as that much. @default learnt */
  readonly range?: number
}

export function rangeOptions(name: string): Options<RangeOptions, 'range'> {
  return options(name, {
    range: {
      value: positiveNumber,
      absent: 'learnt',
    },
  })
}

export interface EvidenceState {
  rounds: number
  readonly logPrior: Float64Array
  /** log of what the sum of π times evidence can have become: Σπ of all that ever entered, and what rounds added. */
  logTotal: number
  /** R = Σr, in units of the range. */
  readonly regrets: Float64Array
  /** M = Σm(r), in units of the range. */
  readonly moments: Float64Array
  readonly scale: RunningRange
}

/** What a rule of this sort is made of. */
export interface Evidence {
  readonly name: string
  /** m(r) and how it changes with the unit of r: m(sr) = m(s)·m(r). */
  moment(regret: number): number
  /** log of the factor that R and M give to the prior. */
  evidence(regret: number, moment: number): number
  /** By which part of π the sum of π times evidence can grow in a round; M is that before it. */
  growth(regret: number, moment: number): number
  /** The bound of R in units of the range. */
  bound(state: EvidenceState, expert: number): number
}

/**
 * Experts weighed by the evidence that their regret R gives beside its moment M.
 *
 *     ωₖ ∝ πₖ · evidence(Rₖ, Mₖ),   R = Σr,   M = Σm(r)
 *
 * Regrets are in units of the largest so far; learning it costs by how much it grew. Where no expert awake has
 * evidence, the prior decides.
 */
export function regretEvidence(
  { name, moment, evidence, growth, bound }: Evidence,
  range: number | undefined,
): MetaLearner<EvidenceState> {
  const logits = logitsOf(evidence)
  return {
    name,
    settings: { range: range ?? null },
    init: (size, prior) => ({
      rounds: 0,
      logPrior: logPrior(size, prior),
      logTotal: 0,
      regrets: new Float64Array(size),
      moments: new Float64Array(size),
      scale: createRange(range),
    }),
    rate: () => 1,
    ...fromLogits(logits),
    update(state, round) {
      const { regrets, moments, scale, logPrior } = state
      const { losses, own, awake } = round
      state.rounds++
      const shrink = widen(scale, round, range !== undefined)
      let grown = 0
      for (let k = 0; k < regrets.length; k++) {
        const regret = scaledRegret(scale, losses[k], own, awake[k])
        const more = growth(regret, moments[k])
        if (more > 0) grown += Math.exp(logPrior[k] - state.logTotal) * more
        regrets[k] = shrink * (regrets[k] + regret)
        moments[k] = moment(shrink) * (moments[k] + moment(regret))
      }
      state.logTotal += Math.log1p(grown)
    },
    bound(state, expert, rounds) {
      const { range, first, exceeded } = state.scale
      if (exceeded) return RANGE_EXCEEDED
      return whyUnbounded(rounds) ?? range * bound(state, expert) + (range - first)
    },
    slots: {
      enter(state, expert, share) {
        state.regrets[expert] = state.moments[expert] = 0
        const logit = enteringLogit(logits, state, state.regrets.length, expert, share)
        state.logPrior[expert] = logit - evidence(0, 0)
        state.logTotal = logAddExp(state.logTotal, state.logPrior[expert])
      },
      leave(state, expert) {
        state.logPrior[expert] = -Infinity
      },
      resize: (state, size) => ({
        ...state,
        logPrior: withRoom(state.logPrior, size, -Infinity),
        regrets: withRoom(state.regrets, size, 0),
        moments: withRoom(state.moments, size, 0),
      }),
    },
  }
}

function logitsOf(
  evidence: Evidence['evidence'],
): (state: EvidenceState, awake: Float64Array, out: Float64Array) => void {
  return ({ logPrior, regrets, moments }, awake, out) => {
    let largest = -Infinity
    for (let k = 0; k < out.length; k++) {
      out[k] = logPrior[k] === -Infinity ? -Infinity : logPrior[k] + evidence(regrets[k], moments[k])
      if (awake[k] > 0 && out[k] > largest) largest = out[k]
    }
    if (largest === -Infinity) out.set(logPrior)
  }
}
