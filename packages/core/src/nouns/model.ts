/** What something is, apart from what it has seen: plain data. A save is continued only by its like. */
export type Description =
  | null
  | boolean
  | number
  | string
  | readonly Description[]
  | { readonly [name: string]: Description }

/**
 * Something that learns, over plain state. What composing models gives is again a model.
 *
 * The model is the program: options, compiled parts, scratch. The state is all that changes as rounds pass: numbers,
 * strings, booleans, null, typed arrays, and plain objects and arrays of them. So one model serves any number of
 * states, and a state can be cloned, compared, saved, and continued in another process.
 */
export interface Model<
  Input = unknown,
  Answer = unknown,
  Round = unknown,
  State = unknown,
  Issued = unknown,
> {
  /** Every option that changes a number. */
  readonly description: Description
  init(): State
  /** The answer at this input. Changes nothing. */
  predict(state: State, input: Input): Answer
  /**
   * The same answer, and what `settle` needs to score y later as it was forecast now. Changes nothing.
   *
   * @param atOnce true if it is settled before the model is called again: then what is issued may be borrowed, and need
   * hold no more than that takes. A model may ignore it. @default false: it is plain data of its own
   */
  issue(state: State, input: Input, atOnce?: boolean): Issue<Answer, Issued>
  /**
   * Learns y for a forecast, in place: scored as issued, absorbed by the state of today. The only way to learn.
   * Whatever can fail fails before anything changes. The round may be borrowed: the next call overwrites it.
   */
  settle(state: State, issued: Issued, y: number): Round
}

/** A forecast that was issued. */
export interface Issue<Answer, Issued> {
  /** It may be worked out when it is read: read it before the model is called again. */
  readonly answer: Answer
  readonly issued: Issued
}

/** A model, or a learner of one: what combinators take. */
export type Modelled<M extends Model> = M | { readonly model: M }
