import { ArgumentError } from '../base/errors.ts'
import { LazyIssue } from '../base/lazyIssue.ts'
import { refuseUnknown } from '../base/options.ts'
import { expectWhole } from '../base/save/shape.ts'
import {
  also,
  floats,
  likeFresh,
  listOf,
  type ModelShape,
  real,
  shape,
  whole,
  withIssued,
} from '../base/shape.ts'
import { refuse, show } from '../base/show.ts'
import type { Description, Issue, Model } from '../nouns/model.ts'
import { Draft } from './draft.ts'
import { LEVELS, MEDIAN } from './ends.ts'
import type { Guide } from './guide.ts'
import { SHARED } from './noise.ts'
import { NOTE } from './openPaths.ts'
import { Parts, type PathPlan, type PathState } from './parts.ts'
import { type Moments, Path, PathForecast, StepForecast } from './path.ts'
import { Standing } from './standing.ts'
import { samePhase, zAt } from './track.ts'
import { MIXTURES } from './weights.ts'

/** What a path is asked about: the rows after the last outcome. */
export interface PathInput {
  /** Known columns of the next rows, one list of numbers a row. Rows beyond the last are as the last. @default none */
  readonly known?: readonly ArrayLike<number>[]
  /** For `learn`: how many rows without an outcome come before the one that is learnt. @default 0 */
  readonly gap?: number
}

/** An outcome with what was forecast of it. */
export interface PathRound {
  /** How many rows after the last outcome. */
  readonly step: number
  readonly y: number
  /** NaN beyond the path. */
  readonly mean: number
  readonly median: number
  readonly lower: number
  readonly upper: number
  readonly covered: boolean
}

/** What is needed to score an outcome as it was forecast. Plain data. */
export interface PathIssued {
  readonly gap: number
  readonly known: readonly ArrayLike<number>[]
  readonly mean: number
  readonly median: number
  readonly lower: number
  readonly upper: number
}

/** Beyond this, squares and 32-bit floats overflow. */
const LARGEST = 1e30
/** Sizes below this are none: they would overflow as a unit of others. */
const SMALLEST = 1e-120
/** More rows than this are not a gap. */
const LONGEST_GAP = 1_000_000
/** Outcomes before experts are judged, and before logarithms have a unit. */
const ENOUGH = 8

/** The joint forecast of the next rows of one series, learnt row by row. */
export class PathModel implements Model<PathInput, Path, PathRound, PathState, PathIssued> {
  readonly plan: PathPlan
  readonly description: Description
  readonly init: ModelShape<PathState, PathIssued>
  readonly #parts: Parts
  readonly #draft: Draft
  readonly #guide: Guide | undefined
  /** What is to be settled at once: the draft is still the one that it was issued from. */
  #drafted: PathIssued | undefined
  /** Whose path the draft is. A guide may move it at any time. */
  #standing: Standing | undefined

  /** @param guide what the path is told from outside */
  constructor(plan: PathPlan, guide?: Guide) {
    this.plan = plan
    this.description = { model: 'paths', ...plan }
    this.#guide = guide
    this.#parts = new Parts(plan, guide)
    this.#draft = new Draft(this.#parts, guide)
    const issued = shape<PathIssued>({
      gap: whole(0, LONGEST_GAP),
      known: listOf(floats(plan.known)),
      mean: real(),
      median: real(),
      lower: real(),
      upper: real(),
    })
    const state = also(
      likeFresh(() => this.#parts.init()),
      expectRows,
    )
    this.init = withIssued(state, () => issued)
  }

  /** How many experts forecast. */
  get experts(): number {
    return this.#parts.size
  }

  /** Moments between the quantiles of a step. */
  get moments(): Moments {
    return this.#parts.moments
  }

  predict(state: PathState, input: PathInput): Path {
    const { known } = this.#read(input)
    this.#write(state, known)
    return this.#answer(state)
  }

  issue(state: PathState, input: PathInput, atOnce = false): Issue<Path, PathIssued> {
    const { known, gap } = this.#read(input)
    this.#write(state, known)
    const own = atOnce ? known : known.map((row) => Float64Array.from(row))
    const issued = { gap, known: own, ...this.#forecast(state, gap) }
    if (atOnce) this.#drafted = issued
    return new LazyIssue(issued, () => this.#answer(state))
  }

  settle(state: PathState, issued: PathIssued, y: number): PathRound {
    expectOutcome(y)
    if (issued !== this.#drafted) this.#write(state, issued.known)
    this.#drafted = undefined
    this.#standing = undefined
    return this.#take(state, issued, y)
  }

  /** Refuses a row or an outcome that cannot be learnt. */
  expect(input: PathInput, y: number): void {
    this.#read(input)
    expectOutcome(y)
  }

  #read(input: PathInput): { known: readonly ArrayLike<number>[]; gap: number } {
    refuseUnknown('the input of paths', input, ['known', 'gap'])
    const { known = [], gap = 0 } = input
    const columns = this.plan.known
    if (!(Number.isSafeInteger(gap) && gap >= 0 && gap <= LONGEST_GAP)) {
      refuse('gap', `a whole number from 0 to ${LONGEST_GAP}`, gap)
    }
    known.forEach((row, k) => {
      if (row?.length !== columns) {
        const message = `known[${k}] must have ${columns} numbers; received ${show(row)}`
        throw new ArgumentError(message, 'wrong-length')
      }
      for (let c = 0; c < columns; c++) {
        if (Number.isFinite(row[c])) continue
        const message = `known[${k}][${c}] must be a finite number; received ${show(row[c])}`
        throw new ArgumentError(message, 'not-finite')
      }
    })
    return { known, gap }
  }

  /** Drafts the path from here, unless it stands already: who asks for a path often learns the next row. */
  #write(state: PathState, known: readonly ArrayLike<number>[]): void {
    this.#drafted = undefined
    if (state.outcomes === 0 || this.#standing?.isOf(state, known)) return
    this.#draft.write(state, known)
    this.#standing = this.#guide === undefined ? new Standing(state, known) : undefined
  }

  #answer(state: PathState): Path {
    const { steps } = this.plan
    const { mean, quantiles, totalMean, totalQuantiles, correlations } = this.#draft
    const { moments } = this.#parts
    const least = state.least >= 0 && state.outcomes > 0 ? 0 : -Infinity
    if (state.outcomes === 0) {
      const unknown = (): Float64Array => Float64Array.of(-Infinity, 0, 0, 0, Infinity)
      const each = Array.from({ length: steps }, (_, k) => {
        return new StepForecast(k + 1, 0, unknown(), moments, least)
      })
      const total = new PathForecast(0, unknown(), moments, least)
      return new Path(each, total, new Float64Array(steps * steps), false)
    }
    const each = Array.from({ length: steps }, (_, k) => {
      const own = quantiles.slice(k * LEVELS, (k + 1) * LEVELS)
      return new StepForecast(k + 1, mean[k], own, moments, least)
    })
    // The sum of one step is that step.
    const sum = steps === 1 ? quantiles.slice(0, LEVELS) : totalQuantiles.slice()
    const total = new PathForecast(totalMean, sum, moments, least)
    return new Path(each, total, corner(correlations, this.#parts.steps, steps), state.whole)
  }

  /** What the draft forecasts of the row after the gap. */
  #forecast(state: PathState, gap: number): Omit<PathIssued, 'gap' | 'known'> {
    if (gap >= this.plan.steps) {
      return { mean: Number.NaN, median: Number.NaN, lower: -Infinity, upper: Infinity }
    }
    if (state.outcomes === 0) return { mean: 0, median: 0, lower: -Infinity, upper: Infinity }
    const { mean, quantiles } = this.#draft
    const at = gap * LEVELS
    const [lower, upper] = [quantiles[at], quantiles[at + LEVELS - 1]]
    return { mean: mean[gap], median: quantiles[at + MEDIAN], lower, upper }
  }

  /** Opens the draft, passes the gap, and learns y. */
  #take(state: PathState, issued: PathIssued, y: number): PathRound {
    const { gap, known, mean, median, lower, upper } = issued
    if (state.outcomes > 0) {
      this.#open(state)
      const shift = gap > SHARED ? this.#shift(state) : 0
      for (let g = 0; g < gap; g++) this.#pass(state, this.#between(state, g, shift))
    }
    const learnt = Math.abs(y) < SMALLEST ? 0 : y
    this.#score(state, learnt)
    this.#absorb(state, learnt, known[Math.min(gap, known.length - 1)])
    return { step: gap + 1, y, mean, median, lower, upper, covered: lower <= y && y <= upper }
  }

  /** What stands for row g of a gap: the mean of the first steps, then the season before, `shift` higher. */
  #between({ scales: [{ track }] }: PathState, g: number, shift: number): number {
    const [period] = this.plan.seasons
    const { mean } = this.#draft
    if (period === undefined) return mean[Math.min(g, SHARED - 1)]
    // After a season the rows before are filled ones, and shifted already.
    return g < SHARED ? mean[g] : zAt(track, track.end - period) + (g < period ? shift : 0)
  }

  /** How much higher the first steps are than a season before. */
  #shift({ scales: [{ track }] }: PathState): number {
    const [period] = this.plan.seasons
    if (period === undefined) return 0
    let sum = 0
    for (let k = 0; k < SHARED; k++) {
      sum += this.#draft.mean[k] - zAt(track, samePhase(track.end + k, track.end, period))
    }
    return sum / SHARED
  }

  #open(state: PathState): void {
    const { cells, size, open, noise, correction, dependence, total, scales } = this.#parts
    const draft = this.#draft
    const { row } = state
    const base = draft.baseOf(state)
    const { forecasts, notes } = state.open
    open.open(state.open, row, base)
    this.#guide?.open(state, draft)
    dependence.open(state.dependence, row)
    noise.open(state.noise, draft.multiplicative)
    total.open(state.total, row, draft.totalMean, draft.totalScale, draft.totalQuantiles)
    scales.forEach((scale, s) => {
      if (state.scales[s].awake) scale.open(state.scales[s])
    })
    for (let k = 0; k < this.#parts.steps; k++) {
      const cell = cells.at(row, k + 1)
      const to = cell * size
      for (let i = 0; i < size; i++) forecasts[to + i] = draft.paths[k * size + i] - base
      const note = cell * open.width
      notes[note + NOTE.mean] = draft.mean[k]
      notes[note + NOTE.plain] = draft.mixed.mean[k]
      notes[note + NOTE.corrected] = draft.corrected[k]
      notes[note + NOTE.scale] = draft.scales.scale[k]
      notes[note + NOTE.followed] = draft.scales.followed[k]
      copy(draft.quantiles, k, LEVELS, notes, note + NOTE.quantiles)
      copy(draft.mixed.mixtures, k, MIXTURES, notes, note + NOTE.mixtures)
      copy(draft.scales.features, k, noise.dimension, notes, note + NOTE.noise)
      copy(draft.features, k, correction.dimension, notes, note + NOTE.noise + noise.dimension)
    }
  }

  /** Scores y as the outcome of every path that is open for this row. */
  #score(state: PathState, y: number): void {
    const { cells, size, open, weights, correction, noise, ends, dependence, total } = this.#parts
    const { forecasts, notes } = state.open
    const { row } = state
    // Where an expert starts says little about it.
    const judged = state.outcomes >= ENOUGH
    for (let k = 0; k < this.#parts.steps; k++) {
      const origin = row - k
      if (!open.isOpen(state.open, origin)) continue
      const cell = cells.at(origin, k + 1)
      const note = cell * open.width
      const mean = notes[note + NOTE.mean]
      const plain = notes[note + NOTE.plain]
      const corrected = notes[note + NOTE.corrected]
      const scale = notes[note + NOTE.scale]
      const features = note + NOTE.noise
      const base = open.baseOf(state.open, origin)
      this.#guide?.score(state, {
        k,
        origin,
        forecasts,
        at: cell * size,
        base,
        mean,
        y,
        ...endsIn(notes, note),
      })
      if (judged)
        weights.learn(state.weights, k, forecasts, cell * size, base, notes, note + NOTE.mixtures, mean, y)
      correction.learn(state.correction, k, notes, features + noise.dimension, plain, corrected, y)
      const followed = notes[note + NOTE.followed]
      const error = Math.abs(y - mean)
      if (noise.isBeyond(state.noise, k, error, notes, features, followed, row)) ends.forget(state.ends, k)
      total.learn(state.total, origin, k, y)
      if (noise.isOld(state.noise, origin, k)) continue
      noise.learn(state.noise, k, error, scale, notes, features, followed, row)
      if (!(scale > 0)) continue
      ends.learn(state.ends, k, notes, note + NOTE.quantiles, y)
      dependence.learn(state.dependence, origin, k, (y - mean) / scale)
    }
  }

  #absorb(state: PathState, y: number, known: ArrayLike<number> | undefined): void {
    const { scales, noise } = this.#parts
    state.outcomes++
    state.least = Math.min(state.least, y)
    state.most = Math.max(state.most, y)
    state.whole &&= Number.isInteger(y)
    state.level += (Math.abs(y) - state.level) / state.outcomes
    noise.observe(state.noise, y, state.level)
    if (known) this.#parts.known.learn(state.known, known)
    scales.forEach((scale, s) => {
      const own = state.scales[s]
      if (scale.isLog && state.least < 0) own.awake = false
      if (own.awake) scale.learn(own, y)
    })
    this.#advance(state)
    const [plain, logs] = state.scales
    const isDue = logs.unit === 0 && state.least >= 0 && state.outcomes >= ENOUGH && state.level > 0
    if (isDue) scales[1].wake(logs, plain.track, state.level)
  }

  /** A row without an outcome, for which y was forecast. */
  #pass(state: PathState, y: number): void {
    this.#parts.scales.forEach((scale, s) => {
      if (state.scales[s].awake) scale.pass(state.scales[s], y)
    })
    this.#advance(state)
  }

  /** After two seasons the experts that know them have started anew. */
  #advance(state: PathState): void {
    state.row++
    const [period = 0] = this.plan.seasons
    if (state.row === 2 * period) this.#parts.weights.restart(state.weights)
  }
}

/** The first rows and columns of a square. */
function corner(square: Float64Array, width: number, size: number): Float64Array {
  if (size === width) return square.slice()
  return Float64Array.from(
    { length: size * size },
    (_, i) => square[Math.floor(i / size) * width + (i % size)],
  )
}

function endsIn(notes: Float64Array, note: number): { median: number; lower: number; upper: number } {
  const at = note + NOTE.quantiles
  return { median: notes[at + MEDIAN], lower: notes[at], upper: notes[at + LEVELS - 1] }
}

function copy(from: Float64Array, k: number, size: number, to: Float64Array, at: number): void {
  for (let i = 0; i < size; i++) to[at + i] = from[k * size + i]
}

function expectOutcome(y: number): void {
  if (Math.abs(y) <= LARGEST) return
  throw new ArgumentError(
    `y must be a number from -${LARGEST} to ${LARGEST}; received ${show(y)}`,
    'bad-outcome',
  )
}

/** Refuses counts of rows that do not fit together. */
function expectRows({ row, outcomes, scales }: PathState, path: string): void {
  expectWhole(`${path}.row`, row, 0, Number.MAX_SAFE_INTEGER)
  expectWhole(`${path}.outcomes`, outcomes, 0, row)
  for (const { track } of scales) {
    expectWhole(`${path}.track.end`, track.end, 0, row)
    expectWhole(`${path}.track.first`, track.first, 0, track.end)
  }
}
