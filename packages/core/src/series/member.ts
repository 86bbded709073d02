import type { KeyInput } from '../crowd/keyModel.ts'
import { SHARED } from '../paths/noise.ts'
import { type BlankRow, comingRows, type SeriesRows, timelineOf } from './forecastSeries.ts'
import { type Grid, gridOf } from './grid.ts'
import { KnownCells } from './knownCells.ts'
import type { ComingRow } from './seriesPaths.ts'
import type { Spacing } from './spacing.ts'
import { StepRecords } from './stepRecord.ts'

/** The rows of one of many series. */
export interface NamedSeries extends SeriesRows {
  readonly key: string
}

/** One of many series, its rows on the clock that all of them share. */
export class Member {
  readonly key: string
  readonly grid: Grid
  readonly blank: readonly BlankRow[]
  readonly coming: readonly ComingRow[]
  readonly isTimed: boolean
  #known: KnownCells = new KnownCells([], 0)
  #numbers: number[][] = []
  /** Earlier rows are not judged: there is little to judge by. */
  readonly #judged: number
  #records: StepRecords | undefined

  constructor(series: NamedSeries, clock: Spacing | undefined) {
    const { timeline, blank } = timelineOf(series)
    this.key = series.key
    this.grid = gridOf(timeline, clock)
    this.blank = blank
    this.coming = comingRows(this.grid, blank)
    this.isTimed = series.times !== undefined
    this.#judged = this.grid.slots[Math.floor(this.grid.slots.length / 3)]
  }

  get last(): number {
    return this.grid.slots[this.grid.slots.length - 1]
  }

  /** Reads known columns as all series do. */
  know(known: KnownCells): void {
    this.#known = known
    this.#numbers = []
    this.grid.cells.forEach((row, i) => {
      this.#numbers.push(known.numbersOf(row, this.#numbers[i - 1]))
    })
  }

  /** What is known when row i is learnt, or forecast where i is the number of rows. */
  input(i: number, steps: number): KeyInput {
    const { slots } = this.grid
    const reach = Math.max(SHARED, steps)
    if (i === slots.length) return { known: this.#knownAfter(i - 1, reach) }
    const gap = i > 0 ? slots[i] - slots[i - 1] : 1
    return { at: slots[i], known: this.#knownAfter(i - 1, Math.max(reach, gap)) }
  }

  /** Keeps the record of forecasts. */
  judge(steps: number, season: number): StepRecords {
    this.#records = new StepRecords(steps, season)
    return this.#records
  }

  get records(): StepRecords {
    return this.#records ?? this.judge(0, 1)
  }

  isJudged(slot: number): boolean {
    return slot >= this.#judged
  }

  /** Numbers of the places after row i; where no row is, as in the one before. */
  #knownAfter(i: number, reach: number): number[][] {
    if (this.#known.width === 0) return []
    const { slots, cells } = this.grid
    const origin = i >= 0 ? slots[i] : slots[0] - 1
    let numbers = this.#numbers[Math.max(i, 0)]
    let raw = cells[Math.max(i, 0)]
    let next = i + 1
    const later = i === slots.length - 1 ? this.coming : []
    return Array.from({ length: reach }, (_, k) => {
      const slot = origin + k + 1
      if (next < slots.length && slots[next] === slot) {
        numbers = this.#numbers[next]
        raw = cells[next++]
      }
      const given = later.find(({ step }) => origin + step === slot)
      if (given) {
        raw = raw.map((cell, c) => given.cells[c] ?? cell)
        numbers = this.#known.numbersOf(raw, numbers)
      }
      return numbers
    })
  }
}
