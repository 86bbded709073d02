import { openUnit, positiveInteger, refuseUnknown, show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { noun, text } from '../base/values.ts'
import { type Account, account, type Terms } from '../ledger/account.ts'
import { type LedgerState, mark, sinceMark, sinceStart, trailing } from '../ledger/ledger.ts'
import { type Ledger, ledgerView } from '../ledger/ledgerView.ts'
import type { WeightHistory } from '../ledger/weightHistory.ts'
import { Learner } from '../live/learner.ts'
import type { Features, Rule, Settings } from '../nouns/panel.ts'
import { addRule } from './addRule.ts'
import type { AggregateModel, AggregateState } from './aggregateModel.ts'
import type { Engine, EngineState } from './engine.ts'
import type { Forecast } from './forecast.ts'
import type { Issued } from './issued.ts'
import type { ScoredRound } from './scoredRound.ts'

const anyRule = noun<Rule>('expert', 'bind')

/** An aggregate at work, with what can be read off its weights and its ledger. Made by `aggregate`. */
export class AggregateLearner extends Learner<Features, Forecast, ScoredRound, AggregateState, Issued> {
  declare readonly model: AggregateModel

  /** ω of the coming round, as if every expert were awake. */
  get weights(): Float64Array {
    const { state, engine } = this.model.bound(this.state)
    return engine.logWeights(state).map(Math.exp)
  }

  /** What each expert is. */
  get settings(): readonly Settings[] {
    return this.model.settings(this.state)
  }

  /** Losses, regret, and what is guaranteed. Plain data, as of now. */
  get ledger(): Ledger {
    const { switching } = this.model.bound(this.state).state
    return ledgerView(this.#ledger(), this.#terms, switching)
  }

  /** Remembers this moment in the ledger under a name; a second mark of the same name replaces the first. */
  mark(name: string): void {
    const { state, engine } = this.model.bound(this.state)
    mark(this.#ledger(), text.read('the name of a mark', name), engine.logWeights(state))
  }

  /** The account since a mark. */
  since(name: string): Account {
    return account(sinceMark(this.#ledger(), name), this.#terms)
  }

  /** Over the last rounds: at least `length`, and as few more as the checkpoints allow (`from` says which). */
  trailing(length: number): Account {
    positiveInteger('length', length)
    return account(trailing(this.#ledger(), length), this.#terms)
  }

  /** The account with one expert, since the first round or since that expert entered. */
  against(expert: number): Account {
    this.#expectExpert(expert)
    return account(sinceStart(this.#ledger()), this.#terms, expert)
  }

  /**
   * Adds the experts of a rule to the learner as it runs. They start now, with a share of all weight between them, and
   * the regret to each is accounted for since then. A save is then one of an aggregate with that rule as its last.
   *
   * @param share in (0, 1). @default as much for each expert as equal weights give
   */
  add(rule: Rule, options: { readonly share?: number } = {}): this {
    refuseUnknown('add', options, ['share'])
    const { share } = options
    anyRule.read('rule', rule)
    if (share !== undefined) openUnit('share', share)
    const { model, stream } = addRule(this.model, this.stream, rule, share)
    this.become(model, stream)
    return this
  }

  /** Lets an expert sleep for ever: the others take over its weight. Its slot stays. */
  retire(expert: number): this {
    const { state, engine } = this.#expectExpert(expert)
    if (state.retired.includes(expert)) return this
    if (!engine.hasOthers(state, expert)) {
      throw new ArgumentError(`expert ${expert} is the last one: it cannot retire`, 'not-supported')
    }
    engine.leave(state, expert)
    this.state.engine = { ...state, retired: [...state.retired, expert] }
    return this
  }

  /** In how many rounds each expert failed: its belief or loss was not a finite number. */
  get failures(): Float64Array {
    return this.model.bound(this.state).state.failures.slice()
  }

  /** The weights over time, if `history` was asked for. */
  get history(): WeightHistory | undefined {
    return this.state.engine?.history ?? undefined
  }

  /** The coming weights summed over the experts that agree on one setting: `weightsBy('learningRate')`. */
  weightsBy(name: string): Map<number | string | null, number> {
    const { settings, weights } = this
    const names = new Set(settings.flatMap((expert) => Object.keys(expert)))
    if (!names.has(name)) {
      const known = Array.from(names, show).join(', ')
      throw new ArgumentError(`no expert has the setting ${show(name)}; there are ${known}`, 'unknown-name')
    }
    const sums = new Map<number | string | null, number>()
    settings.forEach((expert, k) => {
      const value = expert[name] ?? null
      sums.set(value, (sums.get(value) ?? 0) + weights[k])
    })
    return sums
  }

  #expectExpert(expert: number): { readonly state: EngineState; readonly engine: Engine } {
    const bound = this.model.bound(this.state)
    const { capacity } = bound.engine.parts.panel
    if (Number.isSafeInteger(expert) && expert >= 0 && expert < capacity) return bound
    throw new ArgumentError(
      `expert must be a whole number from 0 to ${capacity - 1}; received ${show(expert)}`,
    )
  }

  get #terms(): Terms {
    const { score, meta } = this.model.plan
    const { state } = this.model.bound(this.state)
    return {
      secondOrder: score.kind !== 'mixed',
      sharesEvenly: meta.sharesUnevenly !== true,
      bound: (expert, rounds) => meta.bound?.(state.meta, expert, rounds),
    }
  }

  #ledger(): LedgerState {
    const { ledger } = this.model.bound(this.state).state
    if (!ledger)
      throw new ArgumentError('this aggregate keeps no ledger: it was made with ledger: false', 'not-kept')
    return ledger
  }
}
