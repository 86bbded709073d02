import { ArgumentError } from '../base/errors.ts'
import { Crowd } from '../crowd/crowd.ts'
import { KeyModel } from '../crowd/keyModel.ts'
import { Lessons, type LessonsState } from '../crowd/lessons.ts'
import type { SharedState } from '../crowd/shared.ts'
import { learn } from '../live/learn.ts'
import type { Path } from '../paths/path.ts'
import {
  endOf,
  forecastSeries,
  type SeriesEnd,
  type SeriesForecast,
  type SeriesForecastOptions,
  stepsOf,
} from './forecastSeries.ts'
import { timesAfter } from './grid.ts'
import { KnownCells } from './knownCells.ts'
import { Member, type NamedSeries } from './member.ts'
import { type Spacing, seasonsOfSpacing, spacingOf } from './spacing.ts'
import type { PlainCell } from './timeline.ts'

export interface ManyOptions extends Omit<SeriesForecastOptions, 'model'> {
  /** How many series teach the others: beyond it, series learn from them and not the other way. @default 500 */
  readonly teachers?: number | undefined
}

/** What all series have in common before they are learnt. Plain data. */
export interface ManyPlan {
  readonly steps: number
  readonly seasons: readonly number[]
  readonly coverage: number
  readonly year: number
  readonly clock: Spacing | undefined
  /** Cells of known columns of all series, from which words and numbers are told apart. */
  readonly known: KnownCells['columns']
  readonly teachers: readonly string[]
}

const TEACHERS = 500
/** Rows that show which words a known column has. */
const LOOKED_AT = 20_000

/**
 * Looks at all series, one after the other: one clock, one length of paths, the keys that teach. Undefined where they
 * have no clock in common.
 *
 * @param series gone through twice; no two of them need be in memory at once
 */
export function planMany(series: Iterable<NamedSeries>, options: ManyOptions = {}): ManyPlan | undefined {
  const { clock, isTimed } = clockOf(series)
  if (isTimed && !clock) return undefined
  const keys: string[] = []
  const rows: (readonly PlainCell[])[] = []
  let columns: number | undefined
  let [reach, last] = [-Infinity, -Infinity]
  let ends: SeriesEnd[] = []
  for (const each of series) {
    const { grid, coming } = new Member(each, clock)
    keys.push(each.key)
    columns ??= each.known?.[0]?.length ?? 0
    if (rows.length < LOOKED_AT) rows.push(...grid.cells.slice(0, LOOKED_AT - rows.length))
    const end = endOf(grid, coming)
    reach = Math.max(reach, end.last - grid.slots[0])
    if (end.last > last) ends = []
    last = Math.max(last, end.last)
    const isNew = !ends.some((one) => one.spacing === end.spacing && one.reach === end.reach)
    if (end.last === last && isNew) ends.push(end)
  }
  const found = seasonsOfSpacing(clock)
  return {
    steps: ends.reduce((most, end) => Math.max(most, stepsOf(end, options)), -Infinity),
    seasons: options.seasons ?? found.seasons.filter((season) => 2 * season <= reach),
    coverage: options.coverage ?? 0.9,
    year: options.seasons === undefined ? found.year : 0,
    clock,
    known: new KnownCells(rows, columns ?? 0).columns,
    teachers: Lessons.choose(keys, options.teachers ?? TEACHERS),
  }
}

/** One clock for all: that of all their times together. */
function clockOf(series: Iterable<NamedSeries>): { clock: Spacing | undefined; isTimed: boolean } {
  const all = new Set<number>()
  let isTimed = false
  for (const { times } of series) {
    if (times) isTimed = true
    for (const time of times ?? []) all.add(time)
  }
  return { clock: spacingOf([...all].sort((a, b) => a - b)), isTimed }
}

/**
 * Forecasts each of many series, all of which learn from each other.
 *
 *     const shops = forecastMany([{ key: 'north', times, y }, { key: 'south', times, y: other }], { steps: 14 })
 *     shops[0].path.steps[0].mean
 *
 * Up to 500 of them, chosen by their names, learn from each other row by row. The others learn from these.
 */
export function forecastMany(series: readonly NamedSeries[], options: ManyOptions = {}): SeriesForecast[] {
  if (series.length === 0) return []
  check(series)
  const plan = planMany(series, options)
  if (!plan) return series.map((each) => forecastSeries(each, options))
  const many = new ManySeries(plan, options)
  const teachers = new Set(plan.teachers)
  const teaching = many.teach(series.filter(({ key }) => teachers.has(key)))
  let step = teaching.next()
  while (!step.done) step = teaching.next()
  const lessons = step.value
  return series.map((each) => many.forecast(each, lessons))
}

/** Every series has a name of its own, a time for each outcome where it has times, and an outcome. */
function check(series: readonly NamedSeries[]): void {
  const keys = new Set<string>()
  for (const { key, times, y } of series) {
    const named = JSON.stringify(key)
    if (keys.has(key))
      throw new ArgumentError(`each series must have a key of its own; received ${named} twice`, 'duplicate')
    keys.add(key)
    if (times && times.length !== y.length)
      throw new ArgumentError(
        `times must be as many as outcomes in ${named}; received ${times.length} and ${y.length}`,
        'wrong-length',
      )
    if (!y.some(Number.isFinite)) throw new ArgumentError(`${named} has no outcome to learn from`, 'empty')
  }
}

/** Many series by one plan. Teachers are learnt first, together; every series is then forecast by itself. */
export class ManySeries {
  readonly #plan: ManyPlan
  readonly #options: ManyOptions
  readonly #known: KnownCells
  readonly #model: KeyModel
  /** What is shared before anything is. */
  readonly #fresh: SharedState
  readonly #taught: Map<string, SeriesForecast> = new Map()

  constructor(plan: ManyPlan, options: ManyOptions = {}) {
    this.#plan = plan
    this.#options = options
    this.#known = KnownCells.of(plan.known)
    const { steps, seasons, coverage, year } = plan
    this.#model = new KeyModel({ steps, seasons, coverage, year, known: this.#known.width })
    this.#fresh = this.#model.shared
  }

  /** Learns the teachers together, place by place; yields how many rows are learnt. */
  *teach(series: readonly NamedSeries[]): Generator<number, LessonsState> {
    const { steps, seasons, coverage, year } = this.#plan
    const crowd = new Crowd({ steps, seasons, coverage, year, known: this.#known.width })
    const lessons = new Lessons()
    const members = series.map((each) => this.#member(each)).sort((a, b) => (a.key < b.key ? -1 : 1))
    const places = placesOf(members)
    let rows = 0
    for (const at of [...places.keys()].sort((a, b) => a - b)) {
      for (const [member, i] of places.get(at) as readonly (readonly [Member, number])[]) {
        this.#judging(crowd.model, member)
        crowd.learn(member.key, member.input(i, steps), member.grid.y[i])
        member.records.settle(at, member.grid.y[i])
        rows++
      }
      crowd.close()
      lessons.note(at, crowd.model.shared)
      yield rows
    }
    for (const member of members) {
      if (!this.#isUsual(member)) continue
      const path = crowd.predict(member.key, member.input(member.grid.slots.length, steps))
      this.#taught.set(member.key, this.#answer(member, path))
    }
    return lessons.state
  }

  /** One series, by what the teachers knew at each of its rows. */
  forecast(series: NamedSeries, lessons: LessonsState): SeriesForecast {
    const taught = this.#taught.get(series.key)
    if (taught) return taught
    const member = this.#member(series)
    const { steps } = this.#plan
    const { grid } = member
    if (!this.#isUsual(member)) return forecastSeries(series, this.#options)
    const model = this.#model
    const state = model.init()
    const known = new Lessons(lessons)
    this.#judging(model, member)
    grid.slots.forEach((at, i) => {
      model.shared = known.before(at) ?? this.#fresh
      learn(model, state, member.input(i, steps), grid.y[i])
      member.records.settle(at, grid.y[i])
    })
    model.shared = known.before(Infinity) ?? this.#fresh
    return this.#answer(member, model.predict(state, member.input(grid.slots.length, steps)))
  }

  /** Whether its path is as long as those of all. One that ended earlier may need a longer one: it is forecast by itself. */
  #isUsual({ grid, coming }: Member): boolean {
    return stepsOf(endOf(grid, coming), this.#options) === this.#plan.steps
  }

  #member(series: NamedSeries): Member {
    const member = new Member(series, this.#plan.clock)
    member.know(this.#known)
    member.judge(this.#plan.steps, this.#plan.seasons[0] ?? 1)
    return member
  }

  #judging(model: KeyModel, member: Member): void {
    const [first] = member.grid.slots
    model.onScore = ({ k, origin, y, ...step }) => {
      if (k < this.#plan.steps && member.isJudged(first + origin - 1)) {
        member.records.judge(first + origin + k, k, y, step)
      }
    }
  }

  #answer({ grid, blank, isTimed, records }: Member, path: Path): SeriesForecast {
    const { steps, seasons } = this.#plan
    const { slots, repeated } = grid
    return {
      path,
      times: isTimed
        ? timesAfter(
            grid,
            steps,
            blank.map(({ time }) => time),
          )
        : undefined,
      spacing: grid.spacing,
      seasons,
      outcomes: slots.length,
      missing: slots[slots.length - 1] - slots[0] + 1 - slots.length,
      repeated,
      record: records.steps,
    }
  }
}

/** The rows of each place, by the order of the series. */
function placesOf(members: readonly Member[]): Map<number, (readonly [Member, number])[]> {
  const places = new Map<number, (readonly [Member, number])[]>()
  for (const member of members) {
    member.grid.slots.forEach((at, i) => {
      const rows = places.get(at)
      if (rows) rows.push([member, i])
      else places.set(at, [[member, i]])
    })
  }
  return places
}
