/** The caller's mistake: an argument, a feature vector or an outcome that cannot be used. */
export class ArgumentError extends RangeError {
  override readonly name: string = 'ArgumentError'
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
  readonly round: number
  readonly expert: number

  constructor(message: string, { round, expert }: NumericalContext) {
    super(message)
    this.round = round
    this.expert = expert
  }
}
