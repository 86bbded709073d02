import { LazyIssue } from '../base/lazyIssue.ts'
import { expectWhole } from '../base/save/shape.ts'
import { also, likeFresh, type ModelShape, withIssued } from '../base/shape.ts'
import type { Description, Issue, Model } from '../nouns/model.ts'
import { Draft } from './draft.ts'
import { LEVELS, MEDIAN } from './ends.ts'
import { Learning } from './learning.ts'
import { Parts, type PathPlan, type PathState } from './parts.ts'
import { type Moments, Path, PathForecast, StepForecast } from './path.ts'
import {
  expectOutcome,
  issuedOf,
  type PathInput,
  type PathIssued,
  type PathRound,
  readInput,
} from './pathInput.ts'
import type { PathPeers } from './peers.ts'
import { Standing } from './standing.ts'

/** The joint forecast of the next rows of one series, learnt row by row. */
export class PathModel implements Model<PathInput, Path, PathRound, PathState, PathIssued> {
  readonly plan: PathPlan
  readonly description: Description
  readonly init: ModelShape<PathState, PathIssued>
  readonly #parts: Parts
  readonly #draft: Draft
  readonly #learning: Learning
  readonly #peers: PathPeers | undefined
  /** What is to be settled at once: the draft is still the one that it was issued from. */
  #drafted: PathIssued | undefined
  /** Whose path the draft is. Peers may move it at any time. */
  #standing: Standing | undefined

  /** @param peers what the path is told from outside */
  constructor(plan: PathPlan, peers?: PathPeers) {
    this.plan = plan
    this.description = { model: 'paths', ...plan }
    this.#peers = peers
    this.#parts = new Parts(plan, peers)
    this.#draft = new Draft(this.#parts, peers)
    this.#learning = new Learning(plan, this.#parts, this.#draft, peers)
    const issued = issuedOf(plan.known)
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
    const { known } = readInput(input, this.plan.known)
    this.#write(state, known)
    return this.#answer(state)
  }

  issue(state: PathState, input: PathInput, atOnce = false): Issue<Path, PathIssued> {
    const { known, gap } = readInput(input, this.plan.known)
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
    return this.#learning.take(state, issued, y)
  }

  /** Refuses a row or an outcome that cannot be learnt. */
  expect(input: PathInput, y: number): void {
    readInput(input, this.plan.known)
    expectOutcome(y)
  }

  /** Drafts the path from here, unless it stands already: who asks for a path often learns the next row. */
  #write(state: PathState, known: readonly ArrayLike<number>[]): void {
    this.#drafted = undefined
    if (state.outcomes === 0 || this.#standing?.isOf(state, known)) return
    this.#draft.write(state, known)
    this.#standing = this.#peers === undefined ? new Standing(state, known) : undefined
  }

  #answer(state: PathState): Path {
    const { steps } = this.plan
    const { leant, quantiles, totalMean, totalQuantiles, correlations } = this.#draft
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
      return new StepForecast(k + 1, leant[k], own, moments, least)
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
    const { leant, quantiles } = this.#draft
    const at = gap * LEVELS
    const [lower, upper] = [quantiles[at], quantiles[at + LEVELS - 1]]
    return { mean: leant[gap], median: quantiles[at + MEDIAN], lower, upper }
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

/** Refuses counts of rows that do not fit together. */
function expectRows({ row, outcomes, scales }: PathState, path: string): void {
  expectWhole(`${path}.row`, row, 0, Number.MAX_SAFE_INTEGER)
  expectWhole(`${path}.outcomes`, outcomes, 0, row)
  for (const { track } of scales) {
    expectWhole(`${path}.track.end`, track.end, 0, row)
    expectWhole(`${path}.track.first`, track.first, 0, track.end)
  }
}
