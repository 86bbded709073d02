import { type Options, options } from '../../base/options.ts'
import { openFraction } from '../../base/values.ts'
import { exp } from '../../math/exp.ts'
import { type ChangeEvidence, createEvidence, evidence, takeFactor } from './changeEvidence.ts'
import { createRanks, type Rank, type Ranks, takeRank } from './ranks.ts'

export interface WatchOptions {
  /** The probability that a series without a change ever raises an alert. @default 0.01 */
  readonly rate?: number
}

export const WATCH: Options<WatchOptions> = options('watch', {
  rate: {
    value: openFraction,
    default: 0.01,
  },
})

/** What an alert is about. */
export type AlertReason = 'larger scores' | 'smaller scores' | 'too many misses'

export interface Alert {
  readonly round: number
  readonly reason: AlertReason
  /** How much evidence there is against «nothing changed»: at least 1/rate. */
  readonly evidence: number
}

/** Plain data. */
export interface WatchState {
  round: number
  readonly ranks: Ranks
  /** One for each bet. */
  readonly bets: readonly ChangeEvidence[]
  /** The most evidence since an alert, and the rounds since then; 0 before an alert. */
  peak: number
  sincePeak: number
}

/** Evidence that did not grow for so many rounds after an alert will not: the watch starts anew. */
const STANDSTILL = 50

/** Bets κp^(κ−1) on small ranks p; on large scores, then on small ones. */
const POWERS: readonly number[] = [0.2, 0.5, 0.8]
/** A miss is bet on at odds of 1 to 1, against twice the miss level that was asked for. */
const MISS_ODDS = 0.5
const REASONS: readonly AlertReason[] = [
  ...POWERS.map((): AlertReason => 'larger scores'),
  ...POWERS.map((): AlertReason => 'smaller scores'),
  'too many misses',
]

/**
 * Watches one series of conformal rounds for a change, at a stated false-alarm rate over all rounds at once.
 *
 * The evidence is the mean of seven e-processes: six bet on the ranks of scores (fair while scores are exchangeable), one on
 * misses (fair while each is, given the past, at most twice as likely as asked for). An alert is evidence of at least
 * 1/rate. As long as evidence grows after it, this is the same change: many series are judged by how strong it gets. When it
 * has not grown for 50 rounds, the watch starts anew.
 */
export class Watch {
  readonly rate: number
  readonly #missLevel: number
  readonly #rank: Rank = { atLeast: 1, atMost: 1 }

  /** @param alpha the miss level asked for */
  constructor(alpha: number, given: WatchOptions = {}) {
    this.rate = WATCH.read(given).rate
    this.#missLevel = Math.min(0.5, 2 * alpha)
  }

  init(): WatchState {
    return { round: 0, ranks: createRanks(), bets: REASONS.map(createEvidence), peak: 0, sincePeak: 0 }
  }

  /** Takes a round in; returns an alert, or null. */
  observe(state: WatchState, score: number, missed: boolean): Alert | null {
    const { bets } = state
    const p = this.#missLevel
    const rank = this.#rank
    state.round++
    takeRank(state.ranks, score, rank)
    const logLarge = Math.log(rank.atLeast)
    const logSmall = Math.log(rank.atMost)
    for (let i = 0; i < POWERS.length; i++) {
      takeFactor(bets[i], POWERS[i] * exp((POWERS[i] - 1) * logLarge))
      takeFactor(bets[POWERS.length + i], POWERS[i] * exp((POWERS[i] - 1) * logSmall))
    }
    takeFactor(bets[2 * POWERS.length], missed ? MISS_ODDS / p : (1 - MISS_ODDS) / (1 - p))
    const total = evidenceOf(state)
    if (state.peak > 0) this.#linger(state, total)
    else if (total * this.rate >= 1) {
      state.peak = total
      return { round: state.round, reason: this.#reason(state), evidence: total }
    }
    return null
  }

  /** After an alert, until evidence stands still. */
  #linger(state: WatchState, total: number): void {
    state.sincePeak = total > state.peak ? 0 : state.sincePeak + 1
    state.peak = Math.max(state.peak, total)
    if (state.sincePeak >= STANDSTILL) this.#restart(state)
  }

  #reason({ bets }: WatchState): AlertReason {
    let largest = 0
    for (let i = 1; i < bets.length; i++) {
      if (evidence(bets[i]) > evidence(bets[largest])) largest = i
    }
    return REASONS[largest]
  }

  #restart(state: WatchState): void {
    state.peak = 0
    state.sincePeak = 0
    state.ranks.held = 0
    for (const bet of state.bets) {
      bet.round = 0
      bet.started = 0
    }
  }
}

/** The evidence of a series that something changed: an e-value at any time. */
export function evidenceOf({ bets }: WatchState): number {
  let sum = 0
  for (let i = 0; i < bets.length; i++) sum += evidence(bets[i])
  return sum / bets.length
}

/**
 * Which of many series changed of late, with a false discovery rate of at most `rate`, whatever their dependence: e-BH, Wang and
 * Ramdas (2022). The k series of largest evidence, k the largest with E₍ₖ₎ ≥ N/(k·rate).
 *
 * @param evidence one e-value for each series, such as `evidenceOf` gives
 * @returns their indices, the strongest first
 */
export function discoveries(evidence: ArrayLike<number>, rate: number): number[] {
  openFraction.read('rate', rate)
  const n = evidence.length
  const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => evidence[b] - evidence[a] || a - b)
  let found = 0
  for (let k = 1; k <= n; k++) if (evidence[order[k - 1]] * k * rate >= n) found = k
  return order.slice(0, found)
}
