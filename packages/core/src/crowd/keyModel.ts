import { ArgumentError } from '../base/errors.ts'
import { LazyIssue } from '../base/lazyIssue.ts'
import { likeFresh, type ModelShape, shape, whole, withIssued } from '../base/shape.ts'
import type { Description, Issue, Model } from '../nouns/model.ts'
import type { Draft } from '../paths/draft.ts'
import { LEVELS, MEDIAN, wholeEnds } from '../paths/ends.ts'
import type { Family } from '../paths/family.ts'
import type { PathPlan, PathState } from '../paths/parts.ts'
import type { Path } from '../paths/path.ts'
import type { PathIssued, PathRound } from '../paths/pathInput.ts'
import { PathModel } from '../paths/pathModel.ts'
import type { PathPeers, ScoredStep } from '../paths/peers.ts'
import { type CommonCourse, CommonSeason } from './commonSeason.ts'
import { CrowdShape } from './crowdPlan.ts'
import { Manners, type MannersState } from './manners.ts'
import { Shared, type SharedState, type Tally } from './shared.ts'
import { type Sight, type TaughtState, Teaching } from './teaching.ts'

/** A row of one series. */
export interface KeyInput {
  /** Its place on the clock that all series share: a whole number from 0. @default the place after the last outcome */
  readonly at?: number
  /** Known columns of the rows after the last outcome. @default none */
  readonly known?: readonly ArrayLike<number>[]
}

export interface KeyIssued {
  readonly at: number
  readonly path: PathIssued
}

/** All that is remembered of one series of a crowd. Plain data. */
export interface KeyState {
  readonly path: PathState
  /** Places of the first and of the last outcome; −1 before there is one. */
  start: number
  last: number
  readonly manners: MannersState
  readonly taught: TaughtState
}

/** A mean absolute error of a normal distribution is so many times smaller than its standard deviation. */
const DEVIATION = 1.2533141373155001
const LARGEST_LOSS = 6

/**
 * One series of a crowd: a path that is told what all series share.
 *
 * What is shared is no part of its state. It stands in `shared`, and what the series has to add to it goes to `tally`.
 */
export class KeyModel implements Model<KeyInput, Path, PathRound, KeyState, KeyIssued>, PathPeers {
  readonly description: Description
  readonly init: ModelShape<KeyState, KeyIssued>
  readonly plan: PathPlan
  readonly sharing: Shared
  shared: SharedState
  tally: Tally
  /** Is called with every step that has its outcome. */
  onScore: ((scored: ScoredStep) => void) | undefined
  /** True while a grown series plays a new one: it then adds only to what is known of young ones. */
  rehearsing = false
  readonly shape: CrowdShape
  readonly #path: PathModel
  readonly #teaching: Teaching
  readonly #manners: Manners
  readonly #course: CommonCourse
  /** The series that is asked about. */
  #key: KeyState | undefined

  constructor(plan: PathPlan) {
    this.plan = plan
    this.description = { model: 'crowd', ...plan }
    this.shape = new CrowdShape(plan)
    this.#course = { season: new Float64Array(this.shape.season), growth: 0, start: 0, positive: true }
    this.#teaching = new Teaching(this.shape)
    this.#manners = new Manners(this.shape)
    this.#path = new PathModel(plan, this)
    this.init = this.#stateOf()
    this.sharing = new Shared(this.shape, this.#path.experts, this.#teaching)
    this.shared = this.sharing.init()
    this.tally = this.sharing.tally()
  }

  predict(state: KeyState, input: KeyInput): Path {
    const { known, gap } = read(state, input)
    this.#turnTo(state, state.last + 1 + gap)
    return this.#path.predict(state.path, { known, gap: state.last < 0 ? 0 : gap })
  }

  issue(state: KeyState, input: KeyInput, atOnce = false): Issue<Path, KeyIssued> {
    const { known, gap } = read(state, input)
    const at = state.last + 1 + gap
    this.#turnTo(state, at)
    const { issued } = this.#path.issue(state.path, { known, gap: state.last < 0 ? 0 : gap }, atOnce)
    return new LazyIssue({ at, path: issued }, () => this.predict(state, input))
  }

  settle(state: KeyState, { at, path }: KeyIssued, y: number): PathRound {
    this.#turnTo(state, at)
    const round = this.#path.settle(state.path, path, y)
    if (state.start < 0) state.start = at
    state.last = at
    if (!this.rehearsing) this.#manners.share(state.path, state.start, this.tally.sums)
    return round
  }

  /** Refuses a row, or an outcome, that a series with this last place cannot learn. */
  expect(last: number, input: KeyInput, y: number): void {
    const { known, gap } = read({ last }, input)
    this.#path.expect({ known, gap: last < 0 ? 0 : gap }, y)
  }

  #stateOf(): ModelShape<KeyState, KeyIssued> {
    const { init } = this.#path
    const state = shape<KeyState>({
      path: init,
      start: whole(-1),
      last: whole(({ start }: KeyState) => start, Number.MAX_SAFE_INTEGER, -1),
      manners: likeFresh(() => this.#manners.init()),
      taught: likeFresh(() => this.#teaching.init()),
    })
    return withIssued(state, ({ path, last }) =>
      shape<KeyIssued>({ at: whole(last + 1), path: init.issued(path) }),
    )
  }

  families(steps: number): readonly Family[] {
    return this.shape.season < 2 ? [] : [new CommonSeason(steps, this.#course)]
  }

  prior({ outcomes }: PathState): Float64Array {
    const size = this.shape.steps * this.#path.experts
    const at = this.shape.ageOf(outcomes) * size
    return this.shared.prior.subarray(at, at + size)
  }

  correct(state: PathState, draft: Draft): void {
    const { taught } = this.#current()
    const { sums, grove } = this.shared
    this.#teaching.correct(taught, sums, grove, state, this.#sight(state), draft)
  }

  spread(state: PathState, { quantiles, mean }: Draft): void {
    const { steps } = this.shape
    const age = this.shape.ageOf(state.outcomes)
    for (let k = 0; k < steps; k++) {
      const at = k * LEVELS
      const cell = age * steps + k
      if (!Number.isFinite(quantiles[at + LEVELS - 1])) this.#borrow(state, cell, mean[k], quantiles, at)
      const middle = quantiles[at + MEDIAN]
      for (let l = 0; l < LEVELS; l++) {
        const factor = this.shared.stretch[2 * age + (l < MEDIAN ? 0 : 1)]
        const moved = middle + factor * (quantiles[at + l] - middle)
        quantiles[at + l] = state.least >= 0 ? Math.max(0, moved) : moved
      }
      if (state.whole) wholeEnds(quantiles, at)
    }
  }

  open({ row }: PathState): void {
    this.#teaching.open(this.#current().taught, row)
  }

  score(state: PathState, scored: ScoredStep): void {
    const { k, mean, lower, upper, y } = scored
    const { manners, taught } = this.#current()
    const { sums, rows } = this.tally
    if (k === 0)
      this.#manners.follow(manners, this.shared, state, y, mean, this.rehearsing ? undefined : sums)
    const outcomes = state.outcomes - k
    const age = this.shape.ageOf(outcomes)
    const cell = age * this.shape.steps + k
    this.#scoreExperts(cell, this.#manners.unit(manners, this.shared, state), scored)
    this.#teaching.score(taught, sums, this.rehearsing ? undefined : rows, scored, outcomes)
    if (Number.isFinite(upper - lower)) {
      sums.misses[3 * age] += y < lower ? 1 : 0
      sums.misses[3 * age + 1] += y > upper ? 1 : 0
      sums.misses[3 * age + 2]++
    }
    if (!this.rehearsing) this.onScore?.(scored)
  }

  #scoreExperts(cell: number, unit: number, { k, forecasts, at, base, mean, y }: ScoredStep): void {
    const { experts, means, counts } = this.tally.sums
    const size = this.#path.experts
    if (!(unit > 0)) return
    const most = LARGEST_LOSS * Math.sqrt(k + 1)
    const change = y - base
    const to = cell * size
    for (let i = 0; i < size; i++) {
      experts[to + i] += Math.min(Math.abs(change - forecasts[at + i]) / unit, most)
    }
    means[cell] += Math.min(Math.abs(y - mean) / unit, most)
    counts[cell]++
  }

  /** Quantiles of a series that has none yet, from the errors of others at its age. */
  #borrow(state: PathState, cell: number, mean: number, quantiles: Float64Array, at: number): void {
    const { means, counts } = this.shared.sums
    if (!(counts[cell] > 1)) return
    const { manners } = this.#current()
    const error = (this.#manners.unit(manners, this.shared, state) * means[cell]) / counts[cell]
    const { scores } = this.#path.moments
    for (let l = 0; l < LEVELS; l++) quantiles[at + l] = mean + DEVIATION * error * scores[l]
  }

  #sight(state: PathState): Sight {
    const { manners, start } = this.#current()
    return { error: this.#manners.unit(manners, this.shared, state), start }
  }

  #current(): KeyState {
    if (this.#key === undefined) throw new ArgumentError('no series is looked at')
    return this.#key
  }

  #turnTo(key: KeyState, at: number): void {
    this.#key = key
    this.#course.season.set(this.shared.season)
    this.#course.growth = this.shared.growth
    this.#course.start = key.start < 0 ? at : key.start
    this.#course.positive = key.path.least > 0
  }
}

function read(
  { last }: Pick<KeyState, 'last'>,
  { at = last + 1, known = [] }: KeyInput,
): { gap: number; known: readonly ArrayLike<number>[] } {
  if (!(Number.isSafeInteger(at) && at > last)) {
    throw new ArgumentError(
      `at must be a whole number after ${last}, the place of the last outcome; received ${at}`,
    )
  }
  return { gap: at - last - 1, known }
}
