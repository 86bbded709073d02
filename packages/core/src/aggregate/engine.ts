import { ArgumentError } from '../base/errors.ts'
import type { StateShape } from '../base/shape.ts'
import { atCheckpoint, checkpoint, enterLedger, leaveLedger, record, shareCost } from '../ledger/ledger.ts'
import { remember } from '../ledger/weightHistory.ts'
import type { Features, Turnover } from '../nouns/panel.ts'
import { follow, vacate } from '../oracles/switching.ts'
import { foresee } from '../panels/foresee.ts'
import { type EngineParts, type EngineState, engineStateOf } from './engineState.ts'
import { Failures } from './failures.ts'
import { type Forecast, forecastOf } from './forecast.ts'
import { copyIssued, createIssued, type Issued } from './issued.ts'
import {
  acceptFeatures,
  areFinite,
  areProper,
  checkOutcome,
  checkOwn,
  checkRate,
  checkSomeWeight,
} from './roundChecks.ts'
import { ScoredRound } from './scoredRound.ts'

export type { EngineParts, EngineState } from './engineState.ts'

/**
 * Algorithm 1, as a program over a state that is passed in.
 *
 * A round is: believe (form q_t = Σωq at x), score (turn y into one loss per expert), commit (reweight, then update
 * every posterior). All that can fail happens before `commit`: until then nothing changes.
 */
export class Engine {
  readonly parts: EngineParts
  readonly init: StateShape<EngineState>
  /** Whether the score reads logarithms of weights. A field: comparing words in every round costs 2 % of it. */
  readonly #isMixed: boolean
  /** What is believed at the last x. */
  readonly current: Issued
  readonly round: ScoredRound
  /** The state, and its round, that `current` was formed for; null if there is nothing to reuse. */
  #believed: EngineState | null = null
  #share: number | undefined
  #shareCost = shareCost(undefined)
  readonly #failures: Failures
  readonly #everyone: Float64Array
  readonly #logWeights: Float64Array
  /** A copy of what was issued earlier: scoring may put experts to sleep in it. */
  readonly #late: Issued
  readonly #turnover: Turnover
  #changing: EngineState | null = null

  constructor(parts: EngineParts) {
    const { panel, dimension, loss, score, meta } = parts
    if (panel.turnsOver && !meta.slots) {
      throw new ArgumentError(
        `these experts enter and leave, which ${meta.name} has no way for: use fixedShare or ewa`,
        'not-supported',
      )
    }
    const size = panel.capacity
    this.parts = parts
    this.current = createIssued(dimension, size)
    this.round = new ScoredRound(loss, score, this.current)
    this.#everyone = new Float64Array(size).fill(1)
    this.#logWeights = new Float64Array(size)
    this.#isMixed = score.kind === 'mixed'
    this.init = engineStateOf(parts)
    this.#failures = new Failures(parts)
    this.#late = createIssued(dimension, size)
    this.#turnover = {
      enter: (expert, share) => this.enter(this.#changing as EngineState, expert, share),
      leave: (expert) => this.leave(this.#changing as EngineState, expert),
    }
  }

  predict(state: EngineState, x: Features): Forecast {
    this.believe(state, x)
    return this.#forecast(state)
  }

  /** The forecast of an outcome that comes after the next one. */
  foresee(state: EngineState, x: Features): Forecast {
    this.#form(state, x, true)
    // Nothing is ever scored by what is believed now.
    this.#believed = null
    return this.#forecast(state)
  }

  #forecast(state: EngineState): Forecast {
    const { beliefs, weights } = this.current
    if (areTold(weights.linear)) return forecastOf(this.parts.loss, beliefs, weights.linear)
    this.#takeLogs(state)
    return forecastOf(this.parts.loss, beliefs, weights.linear, weights.log)
  }

  /**
   * What is believed at x, to be scored later.
   *
   * @param spare what was issued before and is no longer needed: it is written over
   */
  issue(state: EngineState, x: Features, spare?: Issued): Issued {
    this.believe(state, x)
    this.#takeLogs(state)
    const issued = spare ?? createIssued(this.parts.dimension, this.parts.panel.capacity)
    copyIssued(this.current, issued)
    return issued
  }

  /** The same, to be scored before the next call. Borrowed. */
  borrow(state: EngineState, x: Features): Issued {
    this.believe(state, x)
    if (this.#isMixed) this.#takeLogs(state)
    return this.current
  }

  /** Observes y for what was issued: scored as issued, absorbed by the posteriors of today. */
  settle(state: EngineState, issued: Issued, y: number): ScoredRound {
    if (issued === this.current) {
      if (this.#believed !== state || issued.round !== state.round)
        throw new ArgumentError('what is borrowed must be settled before the next call')
      this.#score(state, issued, y)
      return this.#commit(state, y, false)
    }
    this.believe(state, issued.x)
    copyIssued(issued, this.#late)
    this.#score(state, this.#late, y)
    return this.#commit(state, y, issued.round !== state.round)
  }

  /** Whether all losses of y are finite numbers; what an expert without bounds says of them does not count. */
  accepts(state: EngineState, issued: Issued, y: number): boolean {
    const { beliefs, weights } = issued
    const { meta, unbounded } = this.parts
    if (this.#isMixed && issued === this.current) this.#takeLogs(state)
    this.round.score(beliefs, weights, y, meta.rate(state.meta))
    const { own, losses } = this.round
    if (!unbounded && !Number.isFinite(own)) return false
    return losses.every(
      (loss, k) => Number.isFinite(loss) || beliefs.awake[k] === 0 || Math.abs(beliefs.mean[k]) === Infinity,
    )
  }

  /**
   * Forms beliefs and weights at x, unless they are those of the last call: a program that predicts and then learns would
   * pay for them twice, which is a third of a round of SVB and half of one of a Gaussian process.
   */
  believe(state: EngineState, x: Features): void {
    if (this.#believed === state && this.current.round === state.round && this.#isSame(x)) return
    this.#form(state, x, false)
  }

  #form(state: EngineState, x: Features, beyondTheNext: boolean): void {
    const { panel, meta } = this.parts
    const { current } = this
    const { beliefs } = current
    this.#believed = null
    acceptFeatures(x, panel.acceptsMissing === true, current.x, state.round + 1)
    this.#failures.forget()
    if (beyondTheNext) foresee(panel, state.panel, current.x, beliefs)
    else panel.predict(state.panel, current.x, beliefs)
    for (let i = 0; i < state.retired.length; i++) beliefs.awake[state.retired[i]] = 0
    if (!areProper(beliefs)) this.#failures.replaceImproper(state, current)
    meta.weigh(state.meta, beliefs.awake, current.weights.linear)
    checkSomeWeight(current.weights.linear, state.round + 1, this.#failures.any)
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

  #score(state: EngineState, issued: Issued, y: number): void {
    const { beliefs, weights } = issued
    const { meta, loss, unbounded } = this.parts
    const { round } = this
    const now = state.round + 1
    const rate = meta.rate(state.meta)
    checkOutcome(loss, y, now)
    checkRate(rate, now)
    this.#takeShare(meta.share?.(state.meta))
    round.score(beliefs, weights, y, rate)
    if (unbounded || (Number.isFinite(round.own) && areFinite(round.losses))) return
    // What was formed at this x is spoilt: the next call must form it anew.
    this.#believed = null
    while (this.#failures.replaceFailed(state, round.losses, issued)) round.score(beliefs, weights, y, rate)
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
    const beliefs = this.#failures.any ? this.#failures.settle(state, current) : current.beliefs
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

  /** An expert enters this slot with a share of all weight. */
  enter(state: EngineState, expert: number, share: number): void {
    const { meta } = this.parts
    if (!meta.slots)
      throw new ArgumentError(
        `${meta.name} has no way for an expert to enter: use fixedShare or ewa`,
        'not-supported',
      )
    meta.slots.enter(state.meta, expert, share)
    state.failures[expert] = 0
    if (state.switching) vacate(state.switching, expert)
    if (state.ledger) enterLedger(state.ledger, expert, share, this.logWeights(state)[expert])
  }

  /** Whether another expert has weight when this one has left: slots may be empty. */
  hasOthers(state: EngineState, expert: number): boolean {
    const awake = this.#everyone.slice()
    for (const gone of [...state.retired, expert]) awake[gone] = 0
    const { meta } = this.parts
    const rest = structuredClone(state.meta)
    meta.slots?.leave(rest, expert)
    meta.weighLog(rest, awake, this.#logWeights)
    return this.#logWeights.some((logWeight) => logWeight > -Infinity)
  }

  /** The expert in this slot leaves; the others take over its weight. */
  leave(state: EngineState, expert: number): void {
    const { meta } = this.parts
    if (!meta.slots)
      throw new ArgumentError(
        `${meta.name} has no way for an expert to leave: use fixedShare or ewa`,
        'not-supported',
      )
    meta.slots.leave(state.meta, expert)
    if (state.switching) vacate(state.switching, expert)
    if (state.ledger) leaveLedger(state.ledger, expert)
  }
}

/** Whether logarithms of these weights say all there is to say: none is so small that it lost digits. */
function areTold(weights: Float64Array): boolean {
  for (let k = 0; k < weights.length; k++) if (weights[k] < 1e-290) return false
  return true
}
