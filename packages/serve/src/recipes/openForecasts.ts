import type { ForecastRecord } from '../learning/series.ts'

/** The forecasts that wait for their outcome, as they were given. Plain data, oldest first. */
export class OpenForecasts {
  readonly entries: [string, ForecastRecord][]
  readonly #limit: number

  constructor(limit: number, entries: [string, ForecastRecord][] = []) {
    this.#limit = limit
    this.entries = entries
  }

  keep(id: string, given: ForecastRecord): void {
    this.entries.push([id, given])
    if (this.entries.length > this.#limit) this.entries.shift()
  }

  get(id: string): ForecastRecord {
    return this.entries.find(([known]) => known === id)?.[1] as ForecastRecord
  }

  forget(id: string): void {
    const at = this.entries.findIndex(([known]) => known === id)
    if (at >= 0) this.entries.splice(at, 1)
  }
}
