import type { Model, Modelled } from '../nouns/model.ts'
import { type IdOptions, idIn, NONE } from './idOptions.ts'
import {
  isLate,
  type Lateness,
  type LateOutcome,
  Live,
  type LiveOptions,
  type LiveState,
  type SaveFormat,
  type Step,
} from './live.ts'
import { modelOf } from './modelOf.ts'
import type { Id } from './openRounds.ts'

/** One model at work on one stream: `predict`, then `learn`. */
export class Learner<Input = unknown, Answer = unknown, Round = unknown, State = unknown, Issued = unknown> {
  readonly model: Model<Input, Answer, Round, State, Issued>
  readonly #options: LiveOptions
  protected live: Live<Input, Answer, Round, State, Issued>
  #stream: LiveState<State> | undefined

  constructor(model: Model<Input, Answer, Round, State, Issued>, options: LiveOptions = {}) {
    this.model = model
    this.#options = options
    this.live = new Live(model, options)
  }

  /** All that is remembered: the model's state, and the forecasts that wait for their outcome. Plain data, live. */
  get stream(): LiveState<State> {
    // When it is first asked for: a learner that goes on from elsewhere needs no fresh one, which may take megabytes.
    this.#stream ??= this.live.init()
    return this.#stream
  }

  protected set stream(stream: LiveState<State>) {
    this.#stream = stream
  }

  /** The forecast at this input. Changes nothing, unless an `id` asks to keep it open for `learn({ id, y })`. */
  predict(input: Input, options: IdOptions = NONE): Answer {
    return this.live.predict(this.stream, input, idIn('predict', options))
  }

  /** `predict`, then `learn`: both, or neither where one fails. No other forecast that waits is touched. */
  predictAndLearn(input: Input, y: number, options: IdOptions = NONE): Step<Answer, Round> {
    return this.live.predictAndLearn(this.stream, input, y, idIn('predictAndLearn', options))
  }

  /** Learns the outcome at this input, or that of a forecast that was given an id. */
  learn(input: Input, y: number): Round
  learn(late: LateOutcome): Round
  learn(first: Input | LateOutcome, y?: number): Round {
    if (y === undefined && isLate(first)) return this.live.learnById(this.stream, first.id, first.y)
    return this.live.learn(this.stream, first as Input, y as number)
  }

  /** Gives up on the outcome of an open prediction. */
  skip(id: Id): void {
    this.live.skip(this.stream, id)
  }

  /** Outcomes learnt. */
  get round(): number {
    return this.stream.round
  }

  /** Predictions that wait for their outcome, and what became of the others. */
  get lateness(): Lateness {
    return this.live.lateness(this.stream)
  }

  /** All that the model remembers, live. */
  get state(): State {
    return this.stream.state
  }

  /** Everything, as bytes with a version and a checksum; or as JSON, just as exact; or compact, for many small saves. */
  save(format?: 'compact'): Uint8Array
  save(format: 'json'): string
  save(format?: SaveFormat): Uint8Array | string {
    return this.live.save(this.stream, format)
  }

  /**
   * Goes on from a save of a learner with the same options, bit for bit. What is damaged, of another version or
   * of another learner is refused, and this learner stays as it was.
   */
  restore(saved: Uint8Array | string): this {
    this.stream = this.live.restore(saved)
    return this
  }

  /** Goes on as another model, from a stream that is that model's. */
  protected become(model: Model<Input, Answer, Round, State, Issued>, stream: LiveState<State>): void {
    ;(this as { model: Model<Input, Answer, Round, State, Issued> }).model = model
    this.live = new Live(model, this.#options)
    this.stream = stream
  }

  /** An independent copy: what one learns the other does not. */
  clone(): this {
    return this.#like(structuredClone(this.stream))
  }

  /** This learner over a state of its model that lives elsewhere: what can be read off it. */
  over(state: State): this {
    return this.#like({ state, round: 0, pending: null, open: null })
  }

  #like(stream: LiveState<State>): this {
    const Same = this.constructor as new (model: this['model'], options: LiveOptions) => this
    const copy = new Same(this.model, this.#options)
    copy.live = this.live
    copy.stream = stream
    return copy
  }
}

/** A learner around any model. */
export function live<Input, Answer, Round, State, Issued>(
  model: Modelled<Model<Input, Answer, Round, State, Issued>>,
  options: LiveOptions = {},
): Learner<Input, Answer, Round, State, Issued> {
  return new Learner(modelOf(model), options)
}
