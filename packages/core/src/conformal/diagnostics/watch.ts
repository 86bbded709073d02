import { type Options, options } from '../../base/options.ts'
import { counter, listOf, randomStream, real, type StateShape, shape } from '../../base/shape.ts'
import { flag, openFraction } from '../../base/values.ts'
import { type Rng, seededRng } from '../../math/rng.ts'
import type { Features } from '../../nouns/panel.ts'
import {
  type ChangeEvidence,
  evidence,
  evidencePart,
  evidenceStateOf,
  restartEvidence,
  takeFactors,
} from './changeEvidence.ts'
import { betOnRanks, type RankBet } from './rankBets.ts'
import { BLOCKS, RANKS, type Ranks, restartRanks, takeRanks } from './ranks.ts'

export interface WatchOptions {
  /** The probability that a series without a change ever raises an alert. @default 0.01 */
  readonly rate?: number
  /** Whether features are watched too, where there are any: only for rows that come in no order, such as customers. @default false */
  readonly features?: boolean
}

export const WATCH: Options<WatchOptions> = options('watch', {
  rate: {
    value: openFraction,
    default: 0.01,
  },
  features: {
    value: flag,
    default: false,
  },
})

/** What an alert is about. */
export type AlertReason =
  | 'larger scores'
  | 'smaller scores'
  | 'higher outcomes'
  | 'lower outcomes'
  | 'too many misses'
  | 'other features'

const WORDS: Readonly<Record<AlertReason, string>> = {
  'larger scores': 'the errors grew',
  'smaller scores': 'the errors shrank',
  'higher outcomes': 'outcomes came higher than forecast',
  'lower outcomes': 'outcomes came lower than forecast',
  'too many misses': 'too many outcomes fell outside',
  'other features': 'the columns changed',
}

/** What an alert is about, in words for people. */
export function alertWords({ reason }: Pick<Alert, 'reason'>): string {
  return WORDS[reason]
}

/**
 * What evidence E means, in words for people. By Ville's inequality a series in which nothing changed ever reaches E
 * with probability 1/E at most.
 */
export function chanceWords({ evidence }: Pick<Alert, 'evidence'>): string {
  return `a false alarm in at most 1 of ${evidence < 1e6 ? Math.floor(evidence).toLocaleString('en') : 'a million'} series`
}

export interface Alert {
  readonly round: number
  readonly reason: AlertReason
  /** What is no longer as it was: the spread of errors, their level, the relation between outcomes and forecasts, or a feature. */
  readonly changed: 'spread' | 'level' | 'coverage' | 'features'
  /** Which feature has the most evidence of its own, at least 1/rate; null if none has, so that it is the relation that changed. */
  readonly feature: number | null
  /** How much evidence there is against «nothing changed»: at least 1/rate. */
  readonly evidence: number
}

/** What is known of one feature. Plain data. */
export interface WatchedFeature {
  readonly ranks: Ranks
  readonly bets: ChangeEvidence
}

/** Plain data. */
export interface WatchState {
  round: number
  /** Breaks ties of ranks. */
  readonly rng: Rng
  /** Of scores. */
  readonly ranks: Ranks
  readonly bets: ChangeEvidence
  /** Of each feature; none until the first row says how many there are. */
  readonly features: WatchedFeature[]
  /** The most evidence since an alert, and the rounds since then; 0 before an alert. */
  peak: number
  sincePeak: number
}

/** Evidence that did not grow for so many rounds after an alert will not: the watch starts anew. */
const STANDSTILL = 50

/** Bets on scores that have a sign. */
const SIGNED: readonly RankBet<AlertReason>[] = [
  { shift: 0, spread: 1.5, weight: 0.2, reason: 'larger scores' },
  { shift: 0, spread: 2.5, weight: 0.1, reason: 'larger scores' },
  { shift: 0, spread: 0.6, weight: 0.15, reason: 'smaller scores' },
  { shift: 0, spread: 0.2, weight: 0.1, reason: 'smaller scores' },
  { shift: 0.8, spread: 1, weight: 0.15, reason: 'higher outcomes' },
  { shift: 2.5, spread: 1, weight: 0.05, reason: 'higher outcomes' },
  { shift: -0.8, spread: 1, weight: 0.15, reason: 'lower outcomes' },
  { shift: -2.5, spread: 1, weight: 0.05, reason: 'lower outcomes' },
]
/** Bets on scores that are sizes. */
const SIZES: readonly RankBet<AlertReason>[] = [
  { shift: 0.5, spread: 1, weight: 0.2, reason: 'larger scores' },
  { shift: 1, spread: 1, weight: 0.15, reason: 'larger scores' },
  { shift: 2.5, spread: 1, weight: 0.125, reason: 'larger scores' },
  { shift: -0.5, spread: 1, weight: 0.2, reason: 'smaller scores' },
  { shift: -1, spread: 1, weight: 0.15, reason: 'smaller scores' },
  { shift: -2.5, spread: 1, weight: 0.125, reason: 'smaller scores' },
]
/** Bets on a feature. */
const FEATURE: readonly RankBet<AlertReason>[] = [
  { shift: 0.8, spread: 1, weight: 0.25, reason: 'other features' },
  { shift: -0.8, spread: 1, weight: 0.25, reason: 'other features' },
  { shift: 0, spread: 2, weight: 0.25, reason: 'other features' },
  { shift: 0, spread: 0.5, weight: 0.25, reason: 'other features' },
]
/** A miss is bet on at odds of 1 to 1, against twice the miss level that was asked for. */
const MISS_ODDS = 0.5
/** What part of the evidence misses have, and what part features. */
const MISS_PART = 0.05
const FEATURE_PART = 0.3

/**
 * Watches one series of conformal rounds for a change, at a stated false-alarm rate over all rounds at once.
 *
 * The evidence is a mean of e-processes: bets on the ranks of scores (fair while scores are exchangeable), one on
 * misses (fair while each is, given the past, at most twice as likely as asked for), and where asked for bets on the ranks of
 * each feature. An alert is raised where one part of it reaches 1/rate: see `#strongest`. As long as evidence grows after it, this is the same change: many series are
 * judged by how strong it gets. When it has not grown for 50 rounds, the watch starts anew.
 */
export class Watch {
  readonly rate: number
  readonly init: StateShape<WatchState>
  readonly features: boolean
  readonly #missLevel: number
  readonly #bets: readonly RankBet<AlertReason>[]
  readonly #ranks = new Float64Array(BLOCKS)
  readonly #factors: Float64Array
  readonly #weights: Float64Array
  readonly #featureFactors = new Float64Array(BLOCKS * FEATURE.length)
  readonly #featureWeights: Float64Array = weightsOf(FEATURE)

  /**
   * @param alpha the miss level asked for
   * @param signed whether scores have a sign: errors of either side
   */
  constructor(alpha: number, given: WatchOptions = {}, signed = false) {
    const { rate, features } = WATCH.read(given)
    this.rate = rate
    this.features = features
    this.#missLevel = Math.min(0.5, 2 * alpha)
    this.#bets = signed ? SIGNED : SIZES
    this.#weights = Float64Array.of(...weightsOf(this.#bets).map((w) => (1 - MISS_PART) * w), MISS_PART)
    this.#factors = new Float64Array(this.#weights.length)
    this.init = shape<WatchState>({
      round: counter,
      rng: randomStream(() => seededRng(0)),
      ranks: RANKS,
      bets: evidenceStateOf(this.#factors.length),
      features: listOf(WATCHED),
      peak: real(),
      sincePeak: counter,
    })
  }

  /** Takes a round in; returns an alert, or null. */
  observe(state: WatchState, score: number, missed: boolean, x: Features = []): Alert | null {
    const p = this.#missLevel
    const factors = this.#factors
    takeRanks(state.ranks, state.bets.round, score, state.rng, this.#ranks)
    betOnRanks(this.#bets, this.#ranks, factors)
    factors[factors.length - 1] = missed ? MISS_ODDS / p : (1 - MISS_ODDS) / (1 - p)
    takeFactors(state.bets, factors, this.#weights)
    if (this.features) this.#observeFeatures(state, x)
    state.round++
    const total = evidenceOf(state)
    if (state.peak > 0) this.#linger(state, total)
    else if (this.#strongest(state) * this.rate >= 1) {
      state.peak = total
      return this.#alert(state, total)
    }
    return null
  }

  /**
   * The largest part of the evidence that knows one kind of past: the ranks of one block, misses, or a feature's ranks of one block.
   * Ranks are uniform given the past ranks of their own block, but not given those of the other, so that Ville's inequality holds
   * for each part and not for their sum. Parts have weights that sum to 1, and so have their false-alarm rates.
   */
  #strongest({ bets, features }: WatchState): number {
    const count = this.#bets.length
    const own = features.length === 0 ? 1 : 1 - FEATURE_PART
    const rest = FEATURE_PART / Math.max(1, features.length)
    let most = own * evidencePart(bets, this.#weights, BLOCKS * count, BLOCKS * count + 1)
    for (let b = 0; b < BLOCKS; b++) {
      most = Math.max(most, own * evidencePart(bets, this.#weights, b * count, (b + 1) * count))
      for (const each of features) {
        const [from, to] = [b * FEATURE.length, (b + 1) * FEATURE.length]
        most = Math.max(most, rest * evidencePart(each.bets, this.#featureWeights, from, to))
      }
    }
    return most
  }

  #observeFeatures(state: WatchState, x: Features): void {
    for (let j = 0; j < x.length; j++) {
      if (state.features.length <= j) state.features.push(WATCHED())
      if (Number.isNaN(x[j])) continue
      const { ranks, bets } = state.features[j]
      takeRanks(ranks, bets.round, x[j], state.rng, this.#ranks)
      betOnRanks(FEATURE, this.#ranks, this.#featureFactors)
      takeFactors(bets, this.#featureFactors, this.#featureWeights)
    }
  }

  /** After an alert, until evidence stands still. */
  #linger(state: WatchState, total: number): void {
    state.sincePeak = total > state.peak ? 0 : state.sincePeak + 1
    state.peak = Math.max(state.peak, total)
    if (state.sincePeak < STANDSTILL) return
    state.peak = 0
    state.sincePeak = 0
    for (const { ranks, bets } of [state, ...state.features]) {
      restartRanks(ranks)
      restartEvidence(bets)
    }
  }

  /** The bet that explains best what was seen. */
  #likeliest(started: Float64Array): number {
    const bets = this.#bets
    const doubt = (i: number): number => {
      const bet = i < started.length - 1 ? bets[i % bets.length] : null
      return bet && CHANGED[bet.reason] === 'level' ? 1 / LEVEL_ODDS : 1
    }
    let largest = 0
    for (let i = 1; i < started.length; i++) {
      if (started[i] * doubt(i) > started[largest] * doubt(largest)) largest = i
    }
    return largest
  }

  #alert({ round, bets: { started }, features }: WatchState, total: number): Alert {
    const largest = this.#likeliest(started)
    const own = features.map(({ bets }) => evidence(bets))
    const most = Math.max(0, ...own)
    const isFeature = (FEATURE_PART / features.length) * most > (1 - FEATURE_PART) * started[largest]
    const isMisses = largest === started.length - 1
    const scores = isMisses ? 'too many misses' : this.#bets[largest % this.#bets.length].reason
    const reason = isFeature ? 'other features' : scores
    const feature = most * this.rate >= 1 ? own.indexOf(most) : null
    return { round, reason, changed: CHANGED[reason], feature, evidence: total }
  }
}

/** A few large errors of one sign are more often noise than a new level: a level must be so much likelier to be named. */
const LEVEL_ODDS = 10

const CHANGED: Readonly<Record<AlertReason, Alert['changed']>> = {
  'larger scores': 'spread',
  'smaller scores': 'spread',
  'higher outcomes': 'level',
  'lower outcomes': 'level',
  'too many misses': 'coverage',
  'other features': 'features',
}

const WATCHED: StateShape<WatchedFeature> = /* @__PURE__ */ shape({
  ranks: RANKS,
  bets: evidenceStateOf(BLOCKS * FEATURE.length),
})

/** The evidence of a series that something changed: an e-value at any time. */
export function evidenceOf({ bets, features }: WatchState): number {
  const own = evidence(bets)
  if (features.length === 0) return own
  let sum = 0
  for (const each of features) sum += evidence(each.bets)
  return (1 - FEATURE_PART) * own + (FEATURE_PART * sum) / features.length
}

/** Weights of bets in both blocks, with a sum of 1. */
function weightsOf(bets: readonly RankBet<string>[]): Float64Array {
  const total = bets.reduce((sum, { weight }) => sum + BLOCKS * weight, 0)
  return Float64Array.from({ length: BLOCKS * bets.length }, (_, i) => bets[i % bets.length].weight / total)
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
