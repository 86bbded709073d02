import type { ArgumentError, NumericalError } from 'credence'

/** Rows that were passed over: how many, and the first few reasons. */
export interface PassedOver {
  readonly count: number
  readonly reasons: readonly string[]
}

/** Reasons that are shown. */
export const MOST_REASONS = 3

/** Rows that were passed over on the user's wish: those that cannot be read, and those that the learner refused. */
export class Skipped {
  #unread: PassedOver = { count: 0, reasons: [] }
  /** A run that goes on reads the first rows again, but does not learn from them again: this is to be saved. */
  refused: PassedOver = { count: 0, reasons: [] }

  readonly add = (error: ArgumentError): void => {
    this.#unread = withOne(this.#unread, error)
  }

  refuse(error: ArgumentError | NumericalError): void {
    this.refused = withOne(this.refused, error)
  }

  get count(): number {
    return this.#unread.count + this.refused.count
  }

  /** Lines for people; none if nothing was passed over. */
  get lines(): string[] {
    const { count } = this
    if (count === 0) return []
    const all = [...this.#unread.reasons, ...this.refused.reasons].sort((a, b) => lineOf(a) - lineOf(b))
    const shown = all.slice(0, MOST_REASONS)
    const more = count > shown.length ? [`… and ${count - shown.length} more`] : []
    const title = count === 1 ? '1 bad row skipped:' : `${count} bad rows skipped:`
    return [title, ...[...shown, ...more].map((reason) => `  ${reason}`)]
  }
}

function withOne({ count, reasons }: PassedOver, { message }: Error): PassedOver {
  return { count: count + 1, reasons: count < MOST_REASONS ? [...reasons, message] : reasons }
}

/** A reason begins with the line. */
function lineOf(reason: string): number {
  return Number(/\d+/.exec(reason)?.[0] ?? 0)
}
