import type { AutoLearner } from 'credence'
import type { RawRow, Reasons } from 'credence/auto'

/** Which rows of a run are explained: so many rows lie between two, for each column that the last explanation found. */
export class Explained {
  /** Of the last row; undefined where it was not explained. */
  last: Reasons | undefined
  readonly #every: number
  #next = 0

  /** @param every rows for each column; 0 explains every row */
  constructor(every: number) {
    this.#every = every
  }

  /** Explains the row if it is due. @param t rows before it */
  take(learner: AutoLearner, row: RawRow, t: number): void {
    this.last = undefined
    if (t < this.#next) return
    const reasons = learner.reasons(row)
    if (reasons.columns.length > 0) this.last = reasons
    this.#next = t + Math.max(1, Math.ceil(this.#every * reasons.columns.length))
  }
}

/** The effect of each column, the largest first, as a record has it. */
export function effectsOf({ columns }: Reasons): Readonly<Record<string, number>> {
  return Object.fromEntries(columns.map(({ column, effect }) => [column, effect]))
}
