import type { AutoLearner } from 'credence'
import type { RawRow, Reasons } from 'credence/auto'

/**
 * Which rows of a run are explained: about so many rows lie between two, for each column that the last explanation found.
 *
 * Rows of many series take turns, so the distance varies: at a fixed one the same series would be met every time.
 */
export class Explained {
  /** Of the last row; undefined where it was not explained. */
  last: Reasons | undefined
  readonly #every: number
  #rows = 0
  #next = 0
  #turn = 0

  /** @param every rows for each column; 0 explains every row */
  constructor(every: number) {
    this.#every = every
  }

  /** A row that is not explained. */
  skip(): void {
    this.last = undefined
  }

  /** Explains the row if it is due. */
  take(learner: AutoLearner, row: RawRow): void {
    this.last = undefined
    if (this.#rows++ < this.#next) return
    const reasons = learner.reasons(row)
    if (reasons.columns.length > 0) this.last = reasons
    // A half to one and a half times as many rows, spread evenly.
    this.#turn = (this.#turn + GOLDEN) % 1
    const apart = this.#every * reasons.columns.length * (0.5 + this.#turn)
    this.#next = this.#rows - 1 + Math.max(1, Math.round(apart))
  }
}

const GOLDEN = (Math.sqrt(5) - 1) / 2

/** The effect of each column, the largest first, as a record has it. */
export function effectsOf({ columns }: Reasons): Readonly<Record<string, number>> {
  return Object.fromEntries(columns.map(({ column, effect }) => [column, effect]))
}
