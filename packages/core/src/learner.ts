import { show } from './check.ts'
import { Engine, type EngineState } from './engine.ts'
import { ArgumentError } from './errors.ts'
import { Forecast } from './forecast.ts'
import { joinPanels } from './joinPanels.ts'
import { LedgerView } from './ledger/ledgerView.ts'
import { createWeightHistory, remember, type WeightHistory } from './ledger/weightHistory.ts'
import type { Loss } from './losses/loss.ts'
import type { MetaLearner } from './meta/metaLearner.ts'
import {
  createIssued,
  createOpenRounds,
  type Id,
  type Issued,
  OpenRounds,
  type OpenRoundsState,
} from './openRounds.ts'
import { createSwitching, follow, type Switching } from './oracles/switching.ts'
import type { Features, Rule, Settings } from './panel.ts'
import { normalisedPrior } from './prior.ts'
import { expectSame, fromBytes, fromJson, toBytes, toJson } from './save/save.ts'
import type { ScoredRound } from './scoredRound.ts'
import type { Score } from './scores.ts'

/** What a learner is made of: the options of `aggregate`, settled. */
export interface Plan {
  readonly rules: readonly Rule[]
  readonly loss: Loss
  readonly score: Score
  readonly meta: MetaLearner
  readonly prior: ArrayLike<number> | undefined
  readonly horizon: number | undefined
  readonly seed: number
  readonly onFailure: 'throw' | 'sleep'
  readonly openRounds: number
  readonly history: number
  readonly switches: number
}

/** All that a learner remembers. Plain data. */
export interface LearnerState {
  readonly dimension: number
  readonly engine: EngineState
  readonly open: OpenRoundsState | null
  readonly history: WeightHistory | null
  readonly switching: Switching | null
}

/** Algorithm 1 as an object: `predict`, then `learn`. Made by `aggregate`. */
export class Learner {
  readonly plan: Plan
  #bound: Bound | undefined

  constructor(plan: Plan, dimension?: number, state?: LearnerState) {
    this.plan = plan
    if (dimension !== undefined) this.#bound = bind(plan, dimension, state)
  }

  /** The forecast at x. Changes nothing, unless an `id` asks to keep it open for `learn({ id, y })`. */
  predict(x: Features, { id }: { readonly id?: Id } = {}): Forecast {
    const bound = this.#boundTo(x)
    const { engine } = bound
    engine.believe(x)
    if (this.#bound === undefined) this.#bound = bound
    if (id !== undefined) openRoundsOf(bound, this.plan).keep(id, engine.current, engine.state.round)
    return new Forecast(this.plan.loss, engine.current.beliefs, engine.current.weights)
  }

  /** Scores the experts by y, reweights them, and updates every posterior. */
  learn(x: Features, y: number): ScoredRound
  learn(late: { readonly id: Id; readonly y: number }): ScoredRound
  learn(first: Features | { readonly id: Id; readonly y: number }, y?: number): ScoredRound {
    if (y === undefined && 'id' in first) return this.#learnLate(first.id, first.y)
    const bound = this.#boundTo(first as Features)
    bound.engine.learn(first as Features, y as number)
    if (this.#bound === undefined) this.#bound = bound
    return learnt(bound)
  }

  /** Gives up on the outcome of an open prediction. */
  skip(id: Id): void {
    this.#openRounds(id).close(id, 'skipped')
  }

  /** Rounds learnt. */
  get round(): number {
    return this.#bound?.engine.state.round ?? 0
  }

  /** ω of the coming round, as if every expert were awake. */
  get weights(): Float64Array {
    return this.#expectBound().engine.logWeights().map(Math.exp)
  }

  /** What each expert is. */
  get settings(): readonly Settings[] {
    const { engine } = this.#expectBound()
    return engine.parts.panel.settings(engine.state.panel)
  }

  /** Losses, regret, and what is guaranteed. */
  get ledger(): LedgerView {
    const { engine, switching } = this.#expectBound()
    const { secondOrder } = this.plan.score
    return new LedgerView(engine.state.ledger, secondOrder, () => engine.logWeights(), switching)
  }

  /** Predictions that wait for their outcome, and what became of the others. */
  get lateness(): Lateness {
    const open = this.#bound?.open
    const { answered = 0, skipped = 0, expired = 0, outOfOrder = 0 } = open?.state ?? {}
    return { open: open?.size ?? 0, answered, skipped, expired, outOfOrder }
  }

  /** In how many rounds each expert slept because its belief or loss was not finite. */
  get failures(): Float64Array {
    return this.#expectBound().engine.state.failures.slice()
  }

  /** The weights over time, if `history` was asked for. */
  get history(): WeightHistory | undefined {
    return this.#bound?.history
  }

  /** The coming weights summed over the experts that agree on one setting: `weightsBy('learningRate')`. */
  weightsBy(name: string): Map<number | string | null, number> {
    const { settings, weights } = this
    const names = new Set(settings.flatMap((expert) => Object.keys(expert)))
    if (!names.has(name)) {
      const known = Array.from(names, show).join(', ')
      throw new ArgumentError(`no expert has the setting ${show(name)}; there are ${known}`)
    }
    const sums = new Map<number | string | null, number>()
    settings.forEach((expert, k) => {
      const value = expert[name] ?? null
      sums.set(value, (sums.get(value) ?? 0) + weights[k])
    })
    return sums
  }

  /** All that the learner remembers, live; undefined until the first x has shown its length. */
  get state(): LearnerState | undefined {
    const bound = this.#bound
    if (!bound) return undefined
    const { engine, open, history, switching } = bound
    return {
      dimension: engine.parts.dimension,
      engine: engine.state,
      open: open?.state ?? null,
      history: history ?? null,
      switching: switching ?? null,
    }
  }

  /** What this learner is, apart from what it has seen: only its like can restore its saves. */
  describe(): Description {
    const { loss, score, meta, prior, horizon, seed } = this.plan
    const { engine } = this.#expectBound()
    return {
      dimension: engine.parts.dimension,
      rules: engine.parts.panel.kind ?? null,
      experts: this.settings,
      loss: loss.name,
      score: score.name,
      meta: { name: meta.name, ...meta.settings },
      prior: prior ? Array.from(prior) : null,
      horizon: horizon ?? null,
      seed,
    }
  }

  /** Everything, as bytes with a version and a checksum; or as JSON, just as exact. */
  save(): Uint8Array
  save(format: 'json'): string
  save(format?: 'json'): Uint8Array | string {
    if (format !== undefined && format !== 'json') {
      throw new ArgumentError(`save gives bytes, or 'json'; received ${show(format)}`)
    }
    const save = { description: this.describe(), state: this.state }
    return format === 'json' ? toJson(save) : toBytes(save)
  }

  /**
   * Goes on from a save of a learner with the same options, bit for bit. What is damaged, of another version or
   * of another learner is refused, and this learner stays as it was.
   */
  restore(saved: Uint8Array | string): this {
    const { description, state } = typeof saved === 'string' ? fromJson(saved) : fromBytes(saved)
    const { dimension } = description as Description
    expectSame(description, (this.#bound ? this : new Learner(this.plan, dimension)).describe())
    this.#bound = bind(this.plan, dimension, state as LearnerState)
    return this
  }

  /** An independent copy: what one learns the other does not. */
  clone(): Learner {
    const { state } = this
    return new Learner(this.plan, state?.dimension, state && structuredClone(state))
  }

  #learnLate(id: Id, y: number): ScoredRound {
    const open = this.#openRounds(id)
    const bound = this.#expectBound()
    const { engine, issued } = bound
    const round = open.recall(id, issued)
    // What comes before anything else is learnt is not late: it is an ordinary round.
    if (round === engine.state.round) engine.learn(issued.x, y)
    else engine.learnLate(issued, y)
    open.close(id, 'answered')
    return learnt(bound)
  }

  #openRounds(id: Id): OpenRounds {
    const open = this.#bound?.open
    if (!open) throw new ArgumentError(`no open prediction has the id ${show(id)}`)
    return open
  }

  /** Not yet kept: only an x that could be used settles the dimension. */
  #boundTo(x: Features): Bound {
    return this.#bound ?? bind(this.plan, x.length)
  }

  #expectBound(): Bound {
    if (!this.#bound) throw new ArgumentError('the learner has not seen an x yet: give aggregate a dimension')
    return this.#bound
  }
}

export interface Description {
  readonly dimension: number
  readonly rules: string | null
  readonly experts: readonly Settings[]
  readonly loss: string
  readonly score: string
  readonly meta: Settings
  readonly prior: readonly number[] | null
  readonly horizon: number | null
  readonly seed: number
}

export interface Lateness {
  readonly open: number
  readonly answered: number
  readonly skipped: number
  readonly expired: number
  readonly outOfOrder: number
}

/** A plan at work on vectors of one length. */
interface Bound {
  readonly engine: Engine
  readonly issued: Issued
  open: OpenRounds | undefined
  readonly history: WeightHistory | undefined
  readonly switching: Switching | undefined
}

function bind(plan: Plan, dimension: number, state?: LearnerState): Bound {
  const { rules, loss, score, meta, horizon, seed, onFailure } = plan
  const context = { loss, dimension, seed, ...(horizon === undefined ? {} : { horizon }) }
  const panel = joinPanels(rules.map((rule) => rule.bind(context)))
  const prior = plan.prior && normalisedPrior(plan.prior, panel.capacity)
  const engine = new Engine({ panel, dimension, loss, score, meta, prior, onFailure }, state?.engine)
  return {
    engine,
    issued: createIssued(dimension, panel.capacity),
    open: state?.open ? new OpenRounds(state.open) : undefined,
    history: state?.history ?? (plan.history > 0 ? createWeightHistory(plan.history) : undefined),
    switching:
      state?.switching ?? (plan.switches > 0 ? createSwitching(plan.switches, panel.capacity) : undefined),
  }
}

/** The round just learnt, after its weights went into the history and its losses into the sequences. */
function learnt({ engine, history, switching }: Bound): ScoredRound {
  if (switching) follow(switching, engine.round.losses, engine.round.awake)
  if (history) remember(history, engine.state.round, engine.round.weights.linear)
  return engine.round
}

/** The store of open rounds, made when the first is opened: most learners never need one. */
function openRoundsOf(bound: Bound, plan: Plan): OpenRounds {
  const { dimension, panel } = bound.engine.parts
  bound.open ??= new OpenRounds(createOpenRounds(plan.openRounds, dimension, panel.capacity))
  return bound.open
}
