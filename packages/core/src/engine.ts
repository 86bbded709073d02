import { NumericalError } from './errors.ts'
import {
  atCheckpoint,
  checkpoint,
  createLedger,
  type LedgerState,
  record,
  shareCost,
} from './ledger/ledger.ts'
import type { Loss } from './losses/loss.ts'
import type { MetaLearner } from './meta/metaLearner.ts'
import { createIssued, type Issued } from './openRounds.ts'
import type { Features, Panel } from './panel.ts'
import {
  acceptFeatures,
  areFinite,
  areProper,
  checkOutcome,
  checkOwn,
  checkRate,
  checkSomebodyAwake,
} from './roundChecks.ts'
import { ScoredRound } from './scoredRound.ts'
import type { Score } from './scores.ts'
import { createWeights, renormalise } from './weights.ts'

export interface EngineParts {
  readonly panel: Panel
  readonly dimension: number
  readonly loss: Loss
  readonly score: Score
  readonly meta: MetaLearner
  readonly prior: Float64Array | undefined
  readonly onFailure: 'throw' | 'sleep'
}

/** Everything that changes as rounds pass. Plain data. */
export interface EngineState {
  round: number
  readonly panel: unknown
  readonly meta: unknown
  readonly ledger: LedgerState
  /** In how many rounds each expert was put to sleep for a number that is not finite. */
  readonly failures: Float64Array
}

/**
 * Algorithm 1. A round is: believe (form q_t = Σωq at x), score (turn y into one loss per expert), commit
 * (reweight, then update every posterior). All that can fail happens before `commit`: until then nothing changes.
 */
export class Engine {
  readonly parts: EngineParts
  readonly state: EngineState
  /** What is believed at the last x. */
  readonly current: Issued
  readonly round: ScoredRound
  #fresh = false
  #share: number | undefined
  #shared = shareCost(undefined)
  /** Who was put to sleep in this round for a number that is not finite. */
  readonly #failed: number[] = []
  readonly #everybody: Float64Array
  readonly #spare

  constructor(parts: EngineParts, state?: EngineState) {
    const { panel, dimension, loss, score } = parts
    const size = panel.capacity
    this.parts = parts
    this.current = createIssued(dimension, size)
    this.round = new ScoredRound(loss, score, this.current)
    this.#everybody = new Float64Array(size).fill(1)
    this.#spare = createWeights(size)
    this.state = state ?? this.#start()
  }

  /** Observes (x, y). */
  learn(x: Features, y: number): void {
    this.believe(x)
    this.#score(this.current, y)
    this.#commit(y, false)
  }

  /** Observes y for a prediction issued earlier: scored as issued, absorbed by the posteriors of today. */
  learnLate(issued: Issued, y: number): void {
    this.believe(issued.x)
    this.#score(issued, y)
    this.#commit(y, true)
  }

  /** Forms beliefs and weights at x, unless they are those of the last call. */
  believe(x: Features): void {
    const { panel, meta } = this.parts
    const { beliefs, weights } = this.current
    if (this.#fresh && this.#same(x)) return
    this.#fresh = false
    acceptFeatures(x, panel.acceptsMissing === true, this.current.x, this.#now)
    // Guarded, because setting a length is slow even where it changes nothing.
    if (this.#failed.length > 0) this.#failed.length = 0
    panel.predict(this.state.panel, this.current.x, beliefs)
    if (!panel.alwaysProper && !areProper(beliefs.mean, beliefs.variance)) this.#sleepWhoDiverged()
    meta.weigh(this.state.meta, beliefs.awake, weights)
    checkSomebodyAwake(weights.linear, this.#now)
    this.#fresh = true
  }

  /** Log-weights of all experts, as if all were awake. Borrowed. */
  logWeights(): Float64Array {
    this.parts.meta.weigh(this.state.meta, this.#everybody, this.#spare)
    return this.#spare.log
  }

  #start(): EngineState {
    const { panel, meta, prior } = this.parts
    const start = meta.init(panel.capacity, prior)
    meta.weigh(start, this.#everybody, this.#spare)
    return {
      round: 0,
      panel: panel.init(),
      meta: start,
      ledger: createLedger(this.#spare.log),
      failures: new Float64Array(panel.capacity),
    }
  }

  #score(issued: Issued, y: number): void {
    const { meta, loss, score } = this.parts
    const { round } = this
    const rate = meta.rate(this.state.meta)
    checkOutcome(loss, y, this.#now)
    checkRate(rate, this.#now)
    this.#takeShare(meta.share?.(this.state.meta))
    round.score(issued, y, rate)
    const scored = Number.isFinite(round.own) && (score.telling || areFinite(round.losses))
    if (!scored) this.#rescore(issued, y, rate)
  }

  #commit(y: number, late: boolean): void {
    const { state, round } = this
    const { panel, meta } = this.parts
    round.round = ++state.round
    record(state.ledger, round, this.#shared, late)
    meta.update(state.meta, round)
    panel.update(state.panel, this.current.x, y, this.current.beliefs)
    for (let i = 0; i < this.#failed.length; i++) state.failures[this.#failed[i]]++
    if (atCheckpoint(state.ledger)) checkpoint(state.ledger, this.logWeights())
    this.#fresh = false
  }

  /** A share rarely changes, and its logarithm costs as much as an expert. */
  #takeShare(share: number | undefined): void {
    if (share === this.#share) return
    this.#share = share
    this.#shared = shareCost(share)
  }

  #same(x: Features): boolean {
    const last = this.current.x
    if (x.length !== last.length) return false
    for (let j = 0; j < last.length; j++) if (!Object.is(last[j], x[j])) return false
    return true
  }

  /** Throws at a belief that is no normal law, or puts that expert to sleep. */
  #sleepWhoDiverged(): void {
    const { mean, variance, awake } = this.current.beliefs
    for (let k = 0; k < mean.length; k++) {
      if (awake[k] === 0 || (Number.isFinite(mean[k]) && variance[k] >= 0 && variance[k] < Infinity)) continue
      const what = Number.isFinite(mean[k]) ? `variance is ${variance[k]}` : `mean is ${mean[k]}`
      this.#fail(k, `${this.#nameOf(k)} diverged: its ${what} in round ${this.#now}`)
      awake[k] = 0
    }
  }

  /** Scores again without those whose loss is not finite, unless they are to be thrown at. */
  #rescore(issued: Issued, y: number, rate: number): void {
    while (this.#sleepWhoFailed(issued)) this.round.score(issued, y, rate)
    checkOwn(this.round.own, this.#now)
  }

  /** Throws at a loss that is not finite, or puts that expert to sleep; says whether anybody was. */
  #sleepWhoFailed({ beliefs, weights }: Issued): boolean {
    const { losses } = this.round
    let any = false
    for (let k = 0; k < losses.length; k++) {
      if (Number.isFinite(losses[k])) continue
      this.#fail(k, `the loss of ${this.#nameOf(k)} is ${losses[k]} in round ${this.#now}`)
      beliefs.awake[k] = 0
      weights.log[k] = -Infinity
      any = true
    }
    if (any) {
      renormalise(weights)
      checkSomebodyAwake(weights.linear, this.#now)
    }
    return any
  }

  #fail(expert: number, message: string): void {
    // What was formed at this x is spoilt: the next call must form it anew.
    this.#fresh = false
    if (this.parts.onFailure === 'throw') throw new NumericalError(message, { round: this.#now, expert })
    if (!this.#failed.includes(expert)) this.#failed.push(expert)
  }

  /** For people: `expert 3 (scale 0.0128)`, or `expert 3 (arima)` where experts have names. */
  #nameOf(expert: number): string {
    const settings = this.parts.panel.settings(this.state.panel)[expert]
    const words = Object.entries(settings)
      .filter(([name, value]) => name !== 'expert' || value !== expert)
      .map(([name, value]) => (name === 'expert' ? String(value) : `${name} ${value}`))
    return `expert ${expert}${words.length ? ` (${words.join(', ')})` : ''}`
  }

  get #now(): number {
    return this.state.round + 1
  }
}
