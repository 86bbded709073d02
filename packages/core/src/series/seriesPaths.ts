import type { Learner } from '../live/learner.ts'
import type { Model } from '../nouns/model.ts'
import { pathsAround } from '../paths/around.ts'
import { SHARED } from '../paths/noise.ts'
import type { Path } from '../paths/path.ts'
import type { PathInput, PathRound } from '../paths/pathInput.ts'
import { type PathOptions, paths } from '../paths/paths.ts'
import type { RawRow } from '../rows/rows.ts'
import type { Grid } from './grid.ts'
import { KnownCells } from './knownCells.ts'
import { seasonsOfSpacing, timeAt } from './spacing.ts'
import type { PlainCell } from './timeline.ts'

export interface SeriesPathsOptions {
  /** @default 0.9 */
  readonly coverage?: number | undefined
  /** Rows after which a season returns. @default found from the spacing */
  readonly seasons?: readonly number[] | undefined
  /** Columns that are known in advance. @default none */
  readonly known?: readonly number[] | undefined
  /** Forecasts a row from its known columns, as one more column; used where there are known columns. @default none */
  readonly model?: Model<RawRow, { readonly mean: number }, unknown, unknown, unknown> | undefined
}

/** A row to come. */
export interface ComingRow {
  /** How many places after the last outcome, from 1. */
  readonly step: number
  readonly cells: readonly (PlainCell | undefined)[]
}

/** Rows are given where there is a model to forecast them. */
interface Asked extends PathInput {
  readonly rows?: readonly RawRow[]
}

type AnyPaths = Learner<Asked, Path, PathRound, unknown, unknown>

/** Called after each row that is learnt, with what the path from there would be. */
export type OnRow = (i: number, pathFrom: () => Path) => void

/**
 * Paths learnt from the rows of a series as a table has them.
 *
 * What it forecasts depends on these rows alone, not on when or how often it was asked before: it goes on from what it
 * has learnt only where that is the same as to start anew.
 */
export class SeriesPaths {
  readonly #options: SeriesPathsOptions
  #seasons: readonly number[] = []
  #known: KnownCells = new KnownCells([], 0)
  #numbers: number[][] = []
  /** Rows after an outcome whose known columns are asked for: enough for what all steps share. */
  #reach = 0
  #signature = ''
  /** What is learnt for good, how many rows that is, and the rows themselves. */
  #learner: AnyPaths | undefined
  #learnt = 0
  #grid: Grid | undefined

  constructor(options: SeriesPathsOptions = {}) {
    this.#options = options
  }

  get seasons(): readonly number[] {
    return this.#seasons
  }

  /** The path of the next steps after the rows of the grid. @param coming what is known of them in advance */
  path(grid: Grid, steps: number, coming: readonly ComingRow[] = [], onRow?: OnRow): Path {
    this.#plan(grid, steps)
    const end = grid.slots.length
    // Rows whose path reaches beyond the last one may yet get other known columns than the last row's.
    const settled = this.#known.width === 0 ? end : this.#settledRows(grid)
    this.#learn(this.#learner as AnyPaths, grid, this.#learnt, settled, onRow)
    this.#learnt = Math.max(this.#learnt, settled)
    const learner = settled < end ? (this.#learner as AnyPaths).clone() : (this.#learner as AnyPaths)
    this.#learn(learner, grid, this.#learnt, end, onRow)
    return learner.predict(this.#inputAfter(grid, end - 1, this.#reach, coming))
  }

  #plan(grid: Grid, steps: number): void {
    const { coverage = 0.9, known = [], seasons, model } = this.#options
    const { spacing, slots } = grid
    const found = seasonsOfSpacing(spacing)
    const reach = slots[slots.length - 1] - slots[0]
    this.#seasons = seasons ?? found.seasons.filter((season) => season <= reach)
    const rows = grid.cells.map((row) => known.map((c) => row[c]))
    const cells = new KnownCells(rows, known.length)
    const options: PathOptions = {
      steps,
      seasons: this.#seasons,
      coverage,
      known: cells.width,
      year: seasons === undefined ? found.year : 0,
    }
    const signature = JSON.stringify([options, spacing, cells.columns])
    if (signature !== this.#signature || !this.#isPrefix(grid)) {
      this.#signature = signature
      this.#learnt = 0
      this.#learner = (cells.width > 0 && model ? pathsAround(model, options) : paths(options)) as AnyPaths
    }
    this.#known = cells
    this.#reach = Math.max(SHARED, steps)
    this.#grid = grid
    // Anew, because a row may have come late, before others or in the place of one.
    this.#numbers = []
    if (cells.width === 0) return
    for (const row of rows) this.#numbers.push(cells.numbersOf(row, this.#numbers[this.#numbers.length - 1]))
  }

  /** Whether the rows that were learnt are the first of these, and had the same known columns ahead of them. */
  #isPrefix({ slots, y, cells }: Grid): boolean {
    const before = this.#grid
    if (!before || slots.length < this.#learnt) return false
    for (let i = 0; i < this.#learnt; i++) {
      if (slots[i] !== before.slots[i] || y[i] !== before.y[i]) return false
    }
    if (this.#known.width === 0) return true
    const { known = [] } = this.#options
    const end = before.slots[this.#learnt - 1] + this.#reach
    for (let i = 0; before.slots[i] <= end; i++) {
      if (slots[i] !== before.slots[i]) return false
      if (!known.every((c) => Object.is(cells[i][c], before.cells[i][c]))) return false
    }
    return true
  }

  #settledRows({ slots }: Grid): number {
    const last = slots[slots.length - 1]
    let rows = this.#learnt
    while (rows + 1 < slots.length && slots[rows] + this.#reach <= last) rows++
    return rows
  }

  #learn(learner: AnyPaths, grid: Grid, from: number, to: number, onRow: OnRow | undefined): void {
    const { slots, y } = grid
    for (let i = from; i < to; i++) {
      const gap = i > 0 ? slots[i] - slots[i - 1] - 1 : 0
      const reach = Math.max(this.#reach, gap + 1)
      learner.learn({ ...this.#inputAfter(grid, i - 1, reach, []), gap }, y[i])
      onRow?.(i, () => learner.predict(this.#inputAfter(grid, i, this.#reach, [])))
    }
  }

  /** What is known of the rows after row i; where none tells, as in the row before. */
  #inputAfter(
    { slots, cells, spacing }: Grid,
    i: number,
    reach: number,
    coming: readonly ComingRow[],
  ): Asked {
    if (this.#known.width === 0) return {}
    const { known = [] } = this.#options
    const origin = i >= 0 ? slots[i] : slots[0] - 1
    let numbers = this.#numbers[Math.max(i, 0)]
    let raw = known.map((c) => cells[Math.max(i, 0)][c])
    const out: number[][] = []
    const rows: RawRow[] = []
    const rest = coming.map(({ step, cells: own }) => ({ slot: origin + step, cells: own }))
    let next = i + 1
    for (let slot = origin + 1; slot <= origin + reach; slot++) {
      if (next < slots.length && slots[next] === slot) {
        numbers = this.#numbers[next]
        raw = known.map((c) => cells[next][c])
        next++
      }
      const given = rest.find((row) => row.slot === slot)
      if (given) {
        raw = known.map((c, j) => given.cells[c] ?? raw[j])
        numbers = this.#known.numbersOf(raw, numbers)
      }
      out.push(numbers)
      const named = Object.fromEntries(raw.map((cell, j) => [`column ${j + 1}`, cell]))
      rows.push(spacing ? { time: new Date(timeAt(spacing, slot)), ...named } : named)
    }
    return this.#options.model ? { known: out, rows } : { known: out }
  }
}
