import { nonNegative, positive, positiveInteger, refuseUnknown, unit } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { square } from '../math/powers.ts'

export interface ShiftingBoundOptions {
  /** m: the switches of the sequence compared with. */
  readonly switches: number
  /** T. */
  readonly rounds: number
  /** K. */
  readonly experts: number
  /** γ, constant. */
  readonly rate: number
  /** σ. */
  readonly share: number
  /** Length B of an interval that holds every loss; 0 for annealed scores, which pay no such term. @default 1 */
  readonly range?: number
}

/**
 * How much more fixed share can lose than the best sequence of experts with m switches.
 *
 *     γ⁻¹ [ log K + m log(K/σ) − (T − 1 − m) log(1 − σ + σ/K) ] + γTB²/8
 *
 * The bracket is −log of the prior mass that sharing gives to such a sequence; the last term is Hoeffding's price for
 * predicting with a mean. It holds for equal prior weights, all experts awake, and convex losses.
 */
export function shiftingBound(options: ShiftingBoundOptions): number {
  refuseUnknown('shiftingBound', options, ['switches', 'rounds', 'experts', 'rate', 'share', 'range'])
  const { switches, rounds, experts, rate, share, range = 1 } = options
  positiveInteger('rounds', rounds)
  positiveInteger('experts', experts)
  positive('rate', rate)
  unit('share', share)
  nonNegative('range', range)
  if (!Number.isSafeInteger(switches) || switches < 0 || switches > rounds - 1) {
    throw new ArgumentError(`switches must be a whole number from 0 to rounds − 1; received ${switches}`)
  }
  const paid = Math.log(experts) + pathCost(switches, rounds, experts, share)
  return paid / rate + (rate * rounds * square(range)) / 8
}

/** m log(K/σ) − (T − 1 − m) log(1 − σ + σ/K): what sharing leaves of the prior mass of a sequence, as −log. */
export function pathCost(switches: number, rounds: number, experts: number, share: number): number {
  const stays = (rounds - 1 - switches) * Math.log1p(-share * (1 - 1 / experts))
  // 0·log(K/0) is 0: without switches nothing is paid for them.
  const moves = switches === 0 ? 0 : switches * Math.log(experts / share)
  return moves - stays
}
