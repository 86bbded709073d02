/** Why an argument was refused, for programs; the message is for people. All of them: docs/errors.md. */
export type ArgumentCode =
  | 'invalid-argument'
  | 'unknown-option'
  | 'unknown-name'
  | 'unknown-column'
  | 'wrong-length'
  | 'not-finite'
  | 'bad-outcome'
  | 'missing-value'
  | 'empty'
  | 'too-large'
  | 'duplicate'
  | 'not-supported'
  | 'not-kept'
  | 'no-expert-awake'
  | 'no-forecast'
  | 'forecast-waiting'
  | 'no-such-id'
  | 'id-waiting'
  | 'id-answered'
  | 'id-skipped'
  | 'id-expired'
  | 'no-such-key'
  | 'bad-save'
  | 'other-save'
  | 'save-version'
  | 'bad-row'
  | 'ambiguous-decimal'
  | 'bad-recipe'

/** What left the finite numbers, for programs. */
export type NumericalCode =
  | 'expert-failed'
  | 'loss-overflow'
  | 'forecast-overflow'
  | 'score-overflow'
  | 'weight-lost'

export type ErrorCode = ArgumentCode | NumericalCode

/** The caller's mistake: an argument, a feature vector or an outcome that cannot be used. */
export class ArgumentError extends RangeError {
  override readonly name: string = 'ArgumentError'
  readonly code: ArgumentCode
  /** The option that was refused, where it is one that a caller sets by name. */
  readonly option: string | undefined

  constructor(
    message: string,
    code: ArgumentCode = 'invalid-argument',
    options?: ErrorOptions & { readonly option?: string | undefined },
  ) {
    super(message, options)
    this.code = code
    this.option = options?.option
  }
}

/** Where arithmetic broke down. */
export interface NumericalContext {
  /** The round, counted from 1. */
  readonly round: number
  /** The expert's index among all experts of the aggregate. */
  readonly expert: number
}

/** A computation left the finite numbers: a diverged expert, a non-finite loss, a lost pivot. */
export class NumericalError extends Error {
  override readonly name: string = 'NumericalError'
  readonly code: NumericalCode
  readonly round: number
  readonly expert: number

  constructor(
    message: string,
    { round, expert }: NumericalContext,
    code: NumericalCode = 'expert-failed',
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.round = round
    this.expert = expert
  }
}
