import type { ArgumentError, NumericalError } from 'credence'

/** Rows that were passed over on the user's wish: how many, and the first few reasons. */
export class Skipped {
  count = 0
  readonly reasons: string[] = []

  readonly add = ({ message }: ArgumentError | NumericalError): void => {
    if (this.reasons.length < 3) this.reasons.push(message)
    this.count++
  }

  /** Lines for people; none if nothing was passed over. */
  get lines(): string[] {
    if (this.count === 0) return []
    const more = this.count > this.reasons.length ? [`… and ${this.count - this.reasons.length} more`] : []
    return [`${this.count} bad rows skipped:`, ...[...this.reasons, ...more].map((reason) => `  ${reason}`)]
  }
}
