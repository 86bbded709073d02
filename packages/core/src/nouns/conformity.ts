/**
 * How badly y conforms to a forecast, and the set that a threshold makes of it.
 *
 *     score(forecast, y) ≤ threshold  ⟺  lower(forecast, threshold) ≤ y ≤ upper(forecast, threshold)
 *
 * With two sides each end has a score and a threshold of its own: side 0 is the upper one.
 */
export interface Conformity<Forecast = unknown> {
  readonly name: string
  readonly sides: 1 | 2
  /** Whether the score of the lower side is that of the upper one, negated. @default false */
  readonly mirrored?: boolean
  /** Whether a score may be negative; where it may not, a negative one is an error. */
  readonly signed: boolean
  /** Throws an ArgumentError at a forecast that cannot be used. */
  check?(forecast: Forecast): void
  /** What of an object is kept until its outcome comes, as plain data of its own. @default all that a plain object holds */
  copy?(forecast: Forecast): Forecast
  score(forecast: Forecast, y: number, side: 0 | 1): number
  lower(forecast: Forecast, threshold: number): number
  upper(forecast: Forecast, threshold: number): number
}

/** How residuals are read where a score is something else. */
export interface Residuals<Forecast> {
  /** y − ŷ. */
  of(forecast: Forecast, y: number): number
  /** The score that each residual would have at this forecast. */
  scoreAt(forecast: Forecast): ScoreOf
}

/** The score that a residual y − ŷ would have at the forecast of a round: increasing. */
export type ScoreOf = (residual: number) => number
