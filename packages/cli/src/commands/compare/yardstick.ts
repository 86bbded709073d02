import type { NumericRecord } from '@credence/recipe'
import { medianOf, pointOf, type Yardstick } from '@credence/report'
import { normalQuantile } from 'credence/random'

/** The loss of a record; NaN where it has no outcome, or nothing that this yardstick reads. */
export function lossBy(by: Yardstick, record: NumericRecord, coverage: number): number {
  const { y, lower, upper, probability } = record
  if (y === null) return Number.NaN
  if (by === 'interval') return intervalScore(lower ?? Number.NaN, upper ?? Number.NaN, y, coverage)
  if (by === 'probability') return squareOf((probability ?? Number.NaN) - (y > 0 ? 1 : 0))
  return by === 'absolute' ? Math.abs(y - medianOf(record)) : squareOf(y - pointOf(record))
}

/** What the loss of a record is about: its probability, or its forecast. */
export function comparedPoint(by: Yardstick, record: NumericRecord): number {
  if (by === 'probability') return record.probability ?? Number.NaN
  return by === 'absolute' ? medianOf(record) : pointOf(record)
}

/** Winkler (1972); NaN for an infinite interval, which no score can be compared with. */
function intervalScore(lower: number, upper: number, y: number, coverage: number): number {
  const width = upper - lower
  if (!Number.isFinite(width)) return Number.NaN
  return width + (2 / (1 - coverage)) * (Math.max(0, lower - y) + Math.max(0, y - upper))
}

function squareOf(x: number): number {
  return x * x
}

/**
 * What can be done without learning: repeat the last value; say the frequency so far; or put the normal interval
 * of all past errors around the forecast. It knows an outcome as many rows later as the contenders do.
 */
export class Naive {
  readonly #by: Yardstick
  readonly #coverage: number
  readonly #reach: number
  readonly #ahead: number
  /** Rounds whose outcome is not known yet, the oldest first. */
  readonly #open: { readonly y: number | null; readonly error: number }[] = []
  #last = Number.NaN
  #seen = 0
  #sum = 0

  constructor(by: Yardstick, coverage: number, ahead = 1) {
    this.#by = by
    this.#ahead = ahead
    this.#coverage = coverage
    this.#reach = normalQuantile((1 + coverage) / 2)
  }

  /** Its forecast and loss in this round, before it sees the outcome. */
  lose(record: NumericRecord): { readonly loss: number; readonly point: number } {
    const { y, t } = record
    const forecast = { t, y, ...this.#forecast(record) }
    const loss = lossBy(this.#by, forecast, this.#coverage)
    const open = this.#open
    open.push({ y, error: pointOf(record) - (y ?? Number.NaN) })
    if (open.length >= this.#ahead) this.#learn(open.shift() as (typeof open)[number])
    return { loss, point: comparedPoint(this.#by, forecast) }
  }

  #learn({ y, error }: { readonly y: number | null; readonly error: number }): void {
    if (y === null) return
    this.#last = y
    // A row in which nothing was known has no error to learn a width from.
    if (this.#by !== 'probability' && Number.isNaN(error)) return
    this.#seen++
    this.#sum += this.#by === 'probability' ? Number(y > 0) : squareOf(error)
  }

  #forecast(record: NumericRecord): Partial<NumericRecord> {
    if (this.#by === 'probability') return { probability: (this.#sum + 0.5) / (this.#seen + 1) }
    if (this.#by !== 'interval') return { mean: this.#last }
    const reach = this.#reach * Math.sqrt(this.#sum / this.#seen)
    const centre = pointOf(record)
    return { lower: centre - reach, upper: centre + reach }
  }
}
