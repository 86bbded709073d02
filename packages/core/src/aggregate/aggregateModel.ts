import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { countNumbers, expectWhole, misfit } from '../base/save/shape.ts'
import {
  from,
  type ModelShape,
  nil,
  nullable,
  type StateShape,
  shape,
  shapeBy,
  withIssued,
} from '../base/shape.ts'
import type { Loss } from '../nouns/loss.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import type { Description, Issue, Model } from '../nouns/model.ts'
import type { Features, Rule, Settings } from '../nouns/panel.ts'
import type { Score } from '../nouns/score.ts'
import type { GuidedContext, Layout } from '../panels/guidedContext.ts'
import { joinPanels } from '../panels/joinPanels.ts'
import { Engine } from './engine.ts'
import type { EngineState } from './engineState.ts'
import type { OnFailure } from './failures.ts'
import type { Forecast } from './forecast.ts'
import { createIssued, type Issued, issuedOf } from './issued.ts'
import { normalisedPrior } from './prior.ts'
import type { ScoredRound } from './scoredRound.ts'

/** What an aggregate is made of: its options, settled. */
export interface AggregatePlan {
  readonly rules: readonly Rule[]
  readonly loss: Loss
  readonly score: Score
  readonly meta: MetaLearner
  readonly prior: ArrayLike<number> | undefined
  readonly dimension: number | undefined
  /** How x begins, where that is told to some experts alone. */
  readonly layout?: Layout
  readonly horizon: number | undefined
  readonly seed: number
  readonly onFailure: OnFailure
  readonly ledger: boolean
  readonly history: number
  readonly switches: number
}

/** Plain data. The engine's part is absent until the first x has shown its length. */
export interface AggregateState {
  engine: EngineState | null
}

/** Algorithm 1 as a model. It binds its rules to the length of x when it first sees one. */
export class AggregateModel implements Model<Features, Forecast, ScoredRound, AggregateState, Issued> {
  readonly plan: AggregatePlan
  readonly description: Description
  readonly init: ModelShape<AggregateState, Issued>
  #engine: Engine | undefined
  #unborn: EngineState | undefined
  readonly #borrowed = new BorrowedIssue()

  constructor(plan: AggregatePlan) {
    this.plan = plan
    this.description = describe(plan)
    const { dimension } = plan
    const fields = shape<AggregateState>({
      engine: nullable(shapeBy((engine, path) => this.engine(this.#dimensionIn(engine, path)).init, nil)),
    })
    const fresh = () => ({ engine: dimension === undefined ? null : this.engine(dimension).init() })
    this.init = withIssued(from(fields, fresh), (state) => this.#issuedOf(state))
    // A prior that does not fit its experts is refused now, and not with the first row.
    if (dimension !== undefined) this.engine(dimension)
  }

  predict(state: AggregateState, x: Features): Forecast {
    return this.engine(dimensionOf(state, x)).predict(this.#stateOf(state, x), x)
  }

  /** The forecast of an outcome that comes after the next one. */
  foresee(state: AggregateState, x: Features): Forecast {
    return this.engine(dimensionOf(state, x)).foresee(this.#stateOf(state, x), x)
  }

  /** The same model for x of this length, with scratch of its own. */
  ofDimension(dimension: number, layout?: Layout): AggregateModel {
    return new AggregateModel({ ...this.plan, dimension, ...(layout ? { layout } : {}) })
  }

  issue(state: AggregateState, x: Features, atOnce = false): Issue<Forecast, Issued> {
    const engine = this.engine(dimensionOf(state, x))
    const own = this.#stateOf(state, x)
    if (atOnce) return this.#borrowed.of(engine, own, engine.borrow(own, x))
    return { answer: engine.predict(own, x), issued: engine.issue(own, x) }
  }

  settle(state: AggregateState, issued: Issued, y: number): ScoredRound {
    // What was issued to be settled at once is of this engine, and its x was looked at.
    const isBorrowed = issued === this.#engine?.current
    const engine = isBorrowed ? (this.#engine as Engine) : this.engine(dimensionOf(state, issued.x))
    if (state.engine) return engine.settle(state.engine, issued, y)
    const born = this.#stateOf(state, issued.x)
    const round = engine.settle(born, issued, y)
    this.#unborn = undefined
    state.engine = born
    return round
  }

  /** The program for vectors of this length. */
  engine(dimension: number): Engine {
    if (this.#engine?.parts.dimension === dimension) return this.#engine
    const { rules, loss, score, meta, prior, onFailure, ledger, history, switches } = this.plan
    const context = this.contextOf(dimension)
    const panel = joinPanels(rules.map((rule) => rule.bind(context)))
    const weights = prior && normalisedPrior(prior, panel.capacity)
    const parts = { panel, dimension, loss, score, meta, onFailure, ledger, history, switches }
    this.#engine = new Engine({ ...parts, prior: weights })
    this.#unborn = undefined
    return this.#engine
  }

  /** What a rule is told when it is bound to vectors of this length. */
  contextOf(dimension: number): GuidedContext {
    const { loss, seed, horizon, layout } = this.plan
    return {
      loss,
      dimension,
      seed,
      ...layout,
      ...(horizon === undefined ? {} : { horizon }),
    }
  }

  /** The state and its program; an error before the first x. */
  bound({ engine: state }: AggregateState): { readonly state: EngineState; readonly engine: Engine } {
    if (!state)
      throw new ArgumentError('the learner has not seen an x yet: give aggregate a dimension', 'no-forecast')
    return { state, engine: this.engine(state.dimension) }
  }

  /** What each expert is. */
  settings(of: AggregateState): readonly Settings[] {
    const { state, engine } = this.bound(of)
    return engine.parts.panel.settings(state.panel)
  }

  /** How long the x of a state that was read are, checked before anything is built from it. */
  #dimensionIn(engine: unknown, path: string): number {
    if (typeof engine !== 'object') misfit(path, 'an object or null', engine)
    const { dimension } = engine as EngineState
    // Every panel keeps something for each feature, so that more of them than this were never seen.
    expectWhole('the dimension', dimension, 0, 1024 + 64 * countNumbers(engine))
    const own = this.plan.dimension
    if (own === undefined || dimension === own) return dimension
    throw new ArgumentError(
      `the save is of another learner: dimension is ${own} here and ${dimension} in the save`,
      'other-save',
    )
  }

  /**
   * A forecast at an x of another length than the learner's, issued before that was known, is an ordinary mistake,
   * which `settle` refuses; how many experts it had depends on that x.
   */
  #issuedOf(state: AggregateState): StateShape<Issued> {
    const known = this.plan.dimension ?? state.engine?.dimension
    return shapeBy(
      (issued, path) => {
        const { x, beliefs } = (issued ?? {}) as Partial<Issued>
        if (!(x instanceof Float64Array)) misfit(`${path}.x`, 'a Float64Array', x)
        const given = beliefs?.mean instanceof Float64Array ? beliefs.mean.length : 0
        const isStray = known !== undefined && known !== x.length
        return issuedOf(isStray ? given : this.engine(x.length).parts.panel.capacity)
      },
      () => createIssued(known ?? 0, 0),
    )
  }

  /** The state itself, or before the first x one as it will be then: predicting must not settle the length, the first outcome does. */
  #stateOf({ engine: state }: AggregateState, x: Features): EngineState {
    if (state) return state
    this.#unborn ??= this.engine(x.length).init()
    return this.#unborn
  }
}

/** What is issued to be settled at once. Its answer is worked out only if it is read: learning does without. */
class BorrowedIssue implements Issue<Forecast, Issued> {
  issued!: Issued
  private engine!: Engine
  private state!: EngineState

  of(engine: Engine, state: EngineState, issued: Issued): this {
    this.engine = engine
    this.state = state
    this.issued = issued
    return this
  }

  get answer(): Forecast {
    return this.engine.predict(this.state, this.issued.x)
  }
}

function dimensionOf({ engine: state }: AggregateState, x: Features): number {
  const length = x?.length
  if (!(Number.isSafeInteger(length) && length >= 0))
    throw new ArgumentError(`x must be an array of numbers; received ${show(x)}`)
  return state?.dimension ?? length
}

function describe(plan: AggregatePlan): Description {
  const { rules, loss, score, meta, prior, horizon, seed, onFailure } = plan
  return {
    model: 'aggregate',
    experts: rules.map((rule) => rule.description ?? null),
    loss: loss.name,
    score: score.name,
    meta: { name: meta.name, ...meta.settings },
    prior: prior ? Array.from(prior) : null,
    horizon: horizon ?? null,
    seed,
    onFailure,
    ledger: plan.ledger,
    history: plan.history,
    switches: plan.switches,
  }
}
