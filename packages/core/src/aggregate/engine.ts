import { type Beliefs, createBeliefs } from '../beliefs.ts'
import { ArgumentError, NumericalError } from '../errors.ts'
import { type Forecast, forecastOf } from '../forecast.ts'
import {
  atCheckpoint,
  checkpoint,
  createLedger,
  enterLedger,
  type LedgerState,
  leaveLedger,
  record,
  shareCost,
} from '../ledger/ledger.ts'
import { createWeightHistory, remember, type WeightHistory } from '../ledger/weightHistory.ts'
import type { Loss } from '../losses/loss.ts'
import { keepAwake, weighAwakeLog } from '../meta/logWeights.ts'
import type { MetaLearner } from '../meta/metaLearner.ts'
import { createSwitching, follow, type Switching, vacate } from '../oracles/switching.ts'
import type { Features, Panel, Turnover } from '../panel.ts'
import type { Score, Weights } from '../scores.ts'
import { copyIssued, createIssued, type Issued } from './issued.ts'
import {
  acceptFeatures,
  areFinite,
  areProper,
  checkOutcome,
  checkOwn,
  checkRate,
  checkSomeWeight,
  isProper,
} from './roundChecks.ts'
import { ScoredRound } from './scoredRound.ts'

/** What to do with an expert whose belief or loss is not a finite number. */
export type OnFailure = 'throw' | 'sleep' | 'restart'

export interface EngineParts {
  readonly panel: Panel
  readonly dimension: number
  readonly loss: Loss
  readonly score: Score
  readonly meta: MetaLearner
  readonly prior: Float64Array | undefined
  readonly onFailure: OnFailure
  /** Whether losses and regrets are accounted for. */
  readonly ledger: boolean
  /** How many switches the ledger compares with; how many rows of weights are kept. */
  readonly switches: number
  readonly history: number
  /** True if a belief may be infinite, as a threshold that covers everything is. @default false */
  readonly unbounded?: boolean
}

/** Everything that changes as rounds pass. Plain data. */
export interface EngineState {
  readonly dimension: number
  round: number
  readonly panel: unknown
  meta: unknown
  readonly ledger: LedgerState | null
  readonly switching: Switching | null
  readonly history: WeightHistory | null
  /** In how many rounds each expert failed: its belief or loss was not a finite number. */
  readonly failures: Float64Array
  /** Experts that sleep for ever. */
  readonly retired: readonly number[]
}

/**
 * Algorithm 1, as a program over a state that is passed in.
 *
 * A round is: believe (form q_t = Σωq at x), score (turn y into one loss per expert), commit (reweight, then update
 * every posterior). All that can fail happens before `commit`: until then nothing changes.
 */
export class Engine {
  readonly parts: EngineParts
  /** What is believed at the last x. */
  readonly current: Issued
  readonly round: ScoredRound
  /** The state, and its round, that `current` was formed for; null if there is nothing to reuse. */
  #believed: EngineState | null = null
  #share: number | undefined
  #shareCost = shareCost(undefined)
  /** Experts whose belief or loss was not finite in this round. */
  readonly #failed: number[] = []
  readonly #everyone: Float64Array
  readonly #logWeights: Float64Array
  /** Beliefs of experts that start afresh. */
  readonly #fresh: Beliefs
  /** A copy of what was issued earlier: scoring may put experts to sleep in it. */
  readonly #late: Issued
  readonly #turnover: Turnover
  #changing: EngineState | null = null

  constructor(parts: EngineParts) {
    const { panel, dimension, loss, score, meta } = parts
    if (panel.turnsOver && !(meta.enter && meta.leave)) {
      throw new ArgumentError(
        `these experts enter and leave, which ${meta.name} has no way for: use fixedShare or ewa`,
      )
    }
    const size = panel.capacity
    this.parts = parts
    this.current = createIssued(dimension, size)
    this.round = new ScoredRound(loss, score, this.current)
    this.#everyone = new Float64Array(size).fill(1)
    this.#logWeights = new Float64Array(size)
    this.#fresh = createBeliefs(size)
    this.#late = createIssued(dimension, size)
    this.#turnover = {
      enter: (expert, share) => this.enter(this.#changing as EngineState, expert, share),
      leave: (expert) => this.leave(this.#changing as EngineState, expert),
    }
  }

  init(): EngineState {
    const { panel, meta, prior, dimension, ledger, switches, history } = this.parts
    const size = panel.capacity
    const weights = meta.init(size, prior)
    meta.weighLog(weights, this.#everyone, this.#logWeights)
    return {
      dimension,
      round: 0,
      panel: panel.init(),
      meta: weights,
      ledger: ledger ? createLedger(this.#logWeights) : null,
      switching: switches > 0 ? createSwitching(switches, size) : null,
      history: history > 0 ? createWeightHistory(history) : null,
      failures: new Float64Array(size),
      retired: [],
    }
  }

  predict(state: EngineState, x: Features): Forecast {
    this.believe(state, x)
    const { beliefs, weights } = this.current
    if (areTold(weights.linear)) return forecastOf(this.parts.loss, beliefs, weights.linear)
    this.#takeLogs(state)
    return forecastOf(this.parts.loss, beliefs, weights.linear, weights.log)
  }

  /** What is believed at x, to be scored later. */
  issue(state: EngineState, x: Features): Issued {
    this.believe(state, x)
    this.#takeLogs(state)
    const issued = createIssued(this.parts.dimension, this.parts.panel.capacity)
    copyIssued(this.current, issued)
    return issued
  }

  /** Observes (x, y). */
  learn(state: EngineState, x: Features, y: number): ScoredRound {
    this.believe(state, x)
    if (this.parts.score.readsLogs) this.#takeLogs(state)
    this.#score(state, this.current, y)
    return this.#commit(state, y, false)
  }

  /** Observes y for what was issued earlier: scored as issued, absorbed by the posteriors of today. */
  settle(state: EngineState, issued: Issued, y: number): ScoredRound {
    this.believe(state, issued.x)
    copyIssued(issued, this.#late)
    this.#score(state, this.#late, y)
    return this.#commit(state, y, issued.round !== state.round)
  }

  /** Forms beliefs and weights at x, unless they are those of the last call. */
  believe(state: EngineState, x: Features): void {
    const { panel, meta } = this.parts
    const { current } = this
    const { beliefs } = current
    if (this.#believed === state && current.round === state.round && this.#isSame(x)) return
    this.#believed = null
    acceptFeatures(x, panel.acceptsMissing === true, current.x, state.round + 1)
    // Guarded, because setting a length is slow even where it changes nothing.
    if (this.#failed.length > 0) this.#failed.length = 0
    panel.predict(state.panel, current.x, beliefs)
    for (let i = 0; i < state.retired.length; i++) beliefs.awake[state.retired[i]] = 0
    if (!areProper(beliefs)) this.#replaceImproper(state)
    meta.weigh(state.meta, beliefs.awake, current.weights.linear)
    checkSomeWeight(current.weights.linear, state.round + 1)
    current.round = state.round
    this.#believed = state
  }

  /** ω of all experts in the coming round, as if all were awake, in logarithms. Borrowed. */
  logWeights(state: EngineState): Float64Array {
    this.parts.meta.weighLog(state.meta, this.#everyone, this.#logWeights)
    return this.#logWeights
  }

  #takeLogs(state: EngineState): void {
    const { beliefs, weights } = this.current
    this.parts.meta.weighLog(state.meta, beliefs.awake, weights.log)
  }

  #score(state: EngineState, { beliefs, weights }: Issued, y: number): void {
    const { meta, loss, unbounded } = this.parts
    const { round } = this
    const now = state.round + 1
    const rate = meta.rate(state.meta)
    checkOutcome(loss, y, now)
    checkRate(rate, now)
    this.#takeShare(meta.share?.(state.meta))
    round.score(beliefs, weights, y, rate)
    if (unbounded || (Number.isFinite(round.own) && areFinite(round.losses))) return
    while (this.#sleepFailed(state, beliefs, weights)) round.score(beliefs, weights, y, rate)
    checkOwn(round.own, now)
  }

  #commit(state: EngineState, y: number, late: boolean): ScoredRound {
    const { round, current } = this
    const { panel, meta } = this.parts
    const { ledger } = state
    this.#believed = null
    round.round = ++state.round
    if (ledger) record(ledger, round, this.#shareCost, late)
    if (state.switching) follow(state.switching, round.losses, round.awake)
    if (state.history) remember(state.history, state.round, round.weights)
    meta.update(state.meta, round)
    const beliefs = this.#failed.length > 0 ? this.#afterFailures(state) : current.beliefs
    this.#changing = state
    panel.update(state.panel, current.x, y, beliefs, this.#turnover)
    if (ledger && atCheckpoint(ledger)) checkpoint(ledger, this.logWeights(state))
    return round
  }

  /** A share rarely changes, and its logarithm costs as much as an expert. */
  #takeShare(share: number | undefined): void {
    if (share === this.#share) return
    this.#share = share
    this.#shareCost = shareCost(share)
  }

  #isSame(x: Features): boolean {
    const last = this.current.x
    if (x.length !== last.length) return false
    for (let j = 0; j < last.length; j++) if (!Object.is(last[j], x[j])) return false
    return true
  }

  /** Throws at a belief that is no normal law, puts that expert to sleep, or takes the belief it started with. */
  #replaceImproper(state: EngineState): void {
    const { panel, onFailure, unbounded } = this.parts
    const { beliefs, x } = this.current
    const anew = onFailure === 'restart' && panel.restart !== undefined
    let started = false
    for (let k = 0; k < panel.capacity; k++) {
      if (beliefs.awake[k] === 0 || isProper(beliefs, k, unbounded)) continue
      this.#fail(state, k, () => `${this.#nameOf(state, k)} diverged: its ${whatIsImproper(beliefs, k)}`)
      if (anew && !started) panel.predict(panel.init(), x, this.#fresh)
      started = true
      if (anew && isProper(this.#fresh, k, unbounded)) copyBelief(this.#fresh, beliefs, k)
      else beliefs.awake[k] = 0
    }
  }

  /** Throws at a loss that is not finite, or puts that expert to sleep for the round; says whether there was one. */
  #sleepFailed(state: EngineState, beliefs: Beliefs, { linear, log }: Weights): boolean {
    const { losses } = this.round
    let any = false
    for (let k = 0; k < losses.length; k++) {
      if (Number.isFinite(losses[k])) continue
      this.#fail(state, k, () => `the loss of ${this.#nameOf(state, k)} is ${losses[k]}`)
      beliefs.awake[k] = 0
      any = true
    }
    if (any) {
      keepAwake(linear, beliefs.awake, linear)
      weighAwakeLog(log, beliefs.awake, log)
      checkSomeWeight(linear, state.round + 1)
    }
    return any
  }

  #fail(state: EngineState, expert: number, message: () => string): void {
    const round = state.round + 1
    // What was formed at this x is spoilt: the next call must form it anew.
    this.#believed = null
    if (this.parts.onFailure === 'throw') {
      throw new NumericalError(`${message()} in round ${round}`, { round, expert })
    }
    if (!this.#failed.includes(expert)) this.#failed.push(expert)
  }

  /** Counts failures, starts those experts afresh where that was asked for, and gives what the panel believes now. */
  #afterFailures(state: EngineState): Beliefs {
    const { panel, onFailure } = this.parts
    const { x, beliefs } = this.current
    for (const expert of this.#failed) state.failures[expert]++
    if (onFailure !== 'restart' || !panel.restart) return beliefs
    for (const expert of this.#failed) panel.restart(state.panel, expert)
    // Again, because the panel's own scratch is that of the experts before they were restarted.
    panel.predict(state.panel, x, this.#fresh)
    return this.#fresh
  }

  /** An expert enters this slot with a share of all weight. */
  enter(state: EngineState, expert: number, share: number): void {
    const { meta } = this.parts
    if (!meta.enter)
      throw new ArgumentError(`${meta.name} has no way for an expert to enter: use fixedShare or ewa`)
    meta.enter(state.meta, expert, share)
    state.failures[expert] = 0
    if (state.switching) vacate(state.switching, expert)
    if (state.ledger) enterLedger(state.ledger, expert, share, this.logWeights(state)[expert])
  }

  /** The expert in this slot leaves; the others take over its weight. */
  leave(state: EngineState, expert: number): void {
    const { meta } = this.parts
    if (!meta.leave)
      throw new ArgumentError(`${meta.name} has no way for an expert to leave: use fixedShare or ewa`)
    meta.leave(state.meta, expert)
    if (state.switching) vacate(state.switching, expert)
    if (state.ledger) leaveLedger(state.ledger, expert)
  }

  /** For people: `expert 3 (scale 0.0128)`, or `expert 3 (arima)` where experts have names. */
  #nameOf(state: EngineState, expert: number): string {
    const settings = this.parts.panel.settings(state.panel)[expert]
    const words = Object.entries(settings)
      .filter(([name, value]) => name !== 'expert' || value !== expert)
      .map(([name, value]) => (name === 'expert' ? String(value) : `${name} ${value}`))
    return `expert ${expert}${words.length ? ` (${words.join(', ')})` : ''}`
  }
}

function whatIsImproper({ mean, variance, noise }: Beliefs, k: number): string {
  if (!Number.isFinite(mean[k])) return `mean is ${mean[k]}`
  return variance[k] >= 0 && variance[k] < Infinity ? `noise is ${noise[k]}` : `variance is ${variance[k]}`
}

/** Whether logarithms of these weights say all there is to say: none is so small that it lost digits. */
function areTold(weights: Float64Array): boolean {
  for (let k = 0; k < weights.length; k++) if (weights[k] < 1e-290) return false
  return true
}

function copyBelief(from: Beliefs, to: Beliefs, k: number): void {
  to.mean[k] = from.mean[k]
  to.variance[k] = from.variance[k]
  to.noise[k] = from.noise[k]
  to.awake[k] = from.awake[k]
}
