import { Forecast } from '../../aggregate/forecast.ts'
import { expectSame, fromBytes, toBytes } from '../../base/save/save.ts'
import {
  cell,
  counter,
  finite,
  floats,
  listOf,
  names,
  nullable,
  real,
  type StateShape,
  shape,
  whole,
} from '../../base/shape.ts'
import { learn } from '../../live/learn.ts'
import { Mixture } from '../../math/mixture.ts'
import { InEpochsModel } from '../../models/inEpochs.ts'
import type { InEpochsState } from '../../models/inEpochsState.ts'
import type { Advised, AdvisedRound, Moments, Peers } from '../../models/peers.ts'
import type { Description } from '../../nouns/model.ts'
import { CALENDAR, type Calendar, calendarNames, cyclesOf, writeCalendar } from '../../rows/calendar.ts'
import type { RowInTable } from '../../rows/table.ts'
import { ofRows } from '../ofRows.ts'
import { ABOUT, aboutOf, cellOf, clipped, type GaugeState, gaugeOf, observeGauge } from './gauge.ts'
import { AGES, ageOf, BLENDS, followed, gainsOf, learnTrust } from './trust.ts'

/** What the pool said of a row, and what it is to learn of it. Plain data. */
interface Advice {
  readonly own: Moments
  /** What the pool forecast; null before it knew anything. */
  readonly said: Moments | null
  readonly at: number
  readonly unit: number
  readonly age: number
  readonly names: readonly string[]
  readonly cells: readonly (number | string | null)[]
}

/** A row of the period that is open. Plain data. */
interface OpenRow {
  readonly names: readonly string[]
  readonly cells: readonly (number | string | null)[]
  /** By how many units of its key the outcome was above the key's own forecast. */
  readonly error: number
  readonly age: number
  readonly gains: Float64Array | null
}

/** What a row has shown to all keys. Plain data. */
export interface PoolNews {
  readonly time: number
  /** null where there is nothing to learn from it. */
  readonly row: OpenRow | null
}

/** What all keys share. Plain data. */
interface PoolState {
  /** The time of the period that is open, and the shortest step between two. */
  at: number
  step: number
  periods: number
  /** Rows that came after one of a later time. */
  late: number
  calendar: Calendar | null
  readonly experts: InEpochsState
  /** For each age what each blend has gained, over how many rows. */
  readonly gains: Float64Array
  readonly rows: Float64Array
  open: OpenRow[]
}

const MOMENTS = /* @__PURE__ */ shape<Moments>({ mean: finite, sd: real() })
const ROW = { names, cells: /* @__PURE__ */ listOf(cell, ({ names }: Advice) => names.length) as never }
const ADVICE: StateShape<Advice> = /* @__PURE__ */ shape<Advice>({
  own: MOMENTS,
  said: nullable(MOMENTS),
  at: real(),
  unit: real(),
  age: whole(0, AGES - 1),
  ...ROW,
})
const OPEN: StateShape<OpenRow> = /* @__PURE__ */ shape<OpenRow>({
  ...ROW,
  error: finite,
  age: whole(0, AGES - 1),
  gains: nullable(floats(BLENDS.length)),
})

/** Outcomes of a key before the pool speaks of it, and rows before it speaks at all. */
const LEAST_OUTCOMES = 2
const LEAST_ROWS = 10
/** Periods that show which cycles there are. */
const LEAST_PERIODS = 4
/** The pool moves a forecast by so many typical errors of the key at most, and learns errors up to so many. */
const MOST_MOVED = 3
const MOST_LEARNT = 10
/** How much the rows of one period share its shocks, and rows in which gains fade by half. */
const ALIKE = 0.1
const HALF_LIFE = 200

/**
 * What the rows of all keys of a table show of the errors of each: one more expert of every key.
 *
 * Its experts are those of `auto`, over the rows of all keys. They see columns and past outcomes in the units of the key,
 * words, the calendar, the age of the key and what the key's own learner forecasts. They forecast by how many of its
 * typical errors that forecast will be wrong. Each key follows the pool as far as that was right for it, and begins as
 * keys of its age have.
 *
 * Rows of one time are learnt when a later time comes: none of them has seen the outcomes of the others. A row that comes
 * after one of a later time is neither moved nor learnt by the pool. Rows without times are learnt in the order in which
 * they come.
 */
export class Pool implements Peers<GaugeState, Advice> {
  readonly advice: StateShape<Advice> = ADVICE
  readonly description: Description
  readonly #model: InEpochsModel
  readonly #shape: StateShape<PoolState>
  #state: PoolState
  /** The state with the open period learnt: made when a later time is first asked about. */
  #closed: PoolState | undefined

  constructor() {
    const plan = { task: 'regression', time: null, memory: false, ahead: 1, coverage: 0.9 } as const
    this.#model = new InEpochsModel(ofRows(plan), { lower: -Infinity, upper: Infinity })
    this.description = { model: 'pool', of: this.#model.description }
    this.#shape = shape<PoolState>({
      at: real(-Infinity),
      step: real(Infinity),
      periods: counter,
      late: counter,
      calendar: nullable(CALENDAR),
      experts: this.#model.init,
      gains: floats(AGES * BLENDS.length),
      rows: floats(AGES),
      open: listOf(OPEN),
    })
    this.#state = this.#shape()
  }

  of(columns: number): StateShape<GaugeState> {
    return gaugeOf(columns)
  }

  /** Rows that came after one of a later time: nothing was learnt from them, and nothing added to their forecasts. */
  get late(): number {
    return this.#state.late
  }

  /** The time of the period that is open: before the first, −∞. */
  get at(): number {
    return this.#state.at
  }

  advise(gauge: GaugeState, read: RowInTable, own: Forecast): Advised<Advice> | null {
    const { time } = read.row
    const { unit, outcomes } = gauge
    const isUnit = unit > 1e-150 && unit < 1e150
    if (outcomes < LEAST_OUTCOMES || !isUnit || time < this.#state.at) return null
    // The cycles of the calendar must be known before the first row.
    if (!(Number.isNaN(time) || this.#state.calendar)) return null
    const pool = time > this.#state.at ? this.#close() : this.#state
    const { mean, sd } = own
    if (!(Number.isFinite(mean) && sd > 0)) return null
    const row = rowOf(pool, gauge, read, { mean, sd })
    const age = ageOf(outcomes)
    const advice = { own: { mean, sd }, at: time, unit, age, ...row }
    if (pool.experts.round < LEAST_ROWS) return { law: own, advice: { ...advice, said: null } }
    const errors = this.#model.predict(pool.experts, named(row))
    const moved = clipped(errors.mean, MOST_MOVED)
    const law = errors.rescaled(unit, mean + unit * (moved - errors.mean))
    const said = { mean: law.mean, sd: law.sd }
    const gains = pool.gains.subarray(age * BLENDS.length, (age + 1) * BLENDS.length)
    const part = followed(gauge.trust, gains, pool.rows[age])
    return { law: blended(own, law, part), advice: { ...advice, said } }
  }

  observe(gauge: GaugeState, read: RowInTable, { said, advice, y }: AdvisedRound<Advice>): void {
    const { time } = read.row
    const isNews = advice && !(advice.at < Math.max(time, this.#state.at))
    this.hear({ time, row: isNews ? openRow(gauge, advice, y) : null })
    observeGauge(gauge, read, advice?.own ?? said, y)
  }

  /**
   * Takes in what a row has shown. Pools in several threads, each with the rows of some keys, have this replaced, so that
   * all hear of all rows in one order.
   */
  hear({ time, row }: PoolNews): void {
    if (time > this.#state.at) this.#begin(time)
    else if (time < this.#state.at) this.#state.late++
    if (!row) return
    this.#state.open.push(row)
    this.#closed = undefined
    if (Number.isNaN(time)) this.#learnOpen(this.#state)
  }

  /** A later period: what the last one has shown is learnt. */
  #begin(time: number): void {
    const state = this.#close()
    this.#state = state
    // Before the first period at is −∞, and there is no step.
    state.step = Math.min(state.step, time - state.at)
    state.at = time
    if (++state.periods === LEAST_PERIODS) state.calendar = cyclesOf(state.step, time)
    this.#closed = undefined
  }

  #close(): PoolState {
    if (this.#state.open.length === 0) return this.#state
    if (!this.#closed) {
      this.#closed = structuredClone(this.#state)
      this.#learnOpen(this.#closed)
    }
    return this.#closed
  }

  #learnOpen(state: PoolState): void {
    const { open } = state
    for (const row of open) learn(this.#model, state.experts, named(row), row.error)
    for (let age = 0; age < AGES; age++) {
      const gains = open.flatMap((row) => (row.age === age && row.gains ? [row.gains] : []))
      if (gains.length > 0) shareGains(state, age, gains)
    }
    state.open = []
  }

  save(): Uint8Array {
    return toBytes({ description: this.description, state: this.#state })
  }

  restore(bytes: Uint8Array): this {
    const { description, state } = fromBytes(bytes)
    expectSame(description, this.description)
    this.#shape.check(state, '')
    this.#state = state as PoolState
    this.#closed = undefined
    return this
  }
}

/** What an outcome shows to all keys; its own key learns how far to follow the pool. */
function openRow(gauge: GaugeState, { own, said, unit, names, cells, age }: Advice, y: number): OpenRow {
  const gains = said && gainsOf(own, said, y)
  if (gains) learnTrust(gauge.trust, gains)
  return { names, cells, error: clipped((y - own.mean) / unit, MOST_LEARNT), age, gains }
}

/** The rows of one period share its shocks: m of them are worth m / (1 + 0.1(m − 1)). */
function shareGains(state: PoolState, age: number, each: readonly Float64Array[]): void {
  const worth = 1 / (1 + ALIKE * (each.length - 1))
  const keep = Math.exp((-Math.LN2 * worth * each.length) / HALF_LIFE)
  state.rows[age] = keep * state.rows[age] + worth * each.length
  for (let j = 0; j < BLENDS.length; j++) {
    const at = age * BLENDS.length + j
    state.gains[at] = keep * state.gains[at] + worth * each.reduce((sum, gains) => sum + gains[j], 0)
  }
}

/** A row as the pool sees it. Its own names cannot meet those of columns. */
function rowOf(
  { calendar }: PoolState,
  gauge: GaugeState,
  read: RowInTable,
  own: Moments,
): Pick<OpenRow, 'names' | 'cells'> {
  const { columns, timeColumn, timeParts } = read.table
  const places = columns.flatMap((_, j) => (j === timeColumn || timeParts.includes(j) ? [] : [j]))
  const cycles = calendar ? calendarNames(calendar).slice(0, -1) : []
  const parts = new Float64Array(cycles.length + 1)
  if (calendar) writeCalendar(calendar, read.row.time, parts, 0)
  return {
    names: [...places.map((j) => `column ${columns[j].name}`), ...ABOUT, ...cycles],
    cells: [
      ...places.map((j) => cellOf(gauge, read, j)),
      ...aboutOf(gauge, own),
      ...parts.subarray(0, cycles.length),
    ],
  }
}

function named({ names, cells }: Pick<OpenRow, 'names' | 'cells'>): Record<string, number | string | null> {
  return Object.fromEntries(names.map((name, i) => [name, cells[i]]))
}

/** Both forecasts as one mixture. */
function blended(own: Forecast, said: Forecast, part: number): Forecast {
  const join = (a: Float64Array, b: Float64Array): Float64Array => Float64Array.of(...a, ...b)
  const both = (a: Mixture, b: Mixture): Mixture =>
    new Mixture(
      join(
        a.weights.map((weight) => (1 - part) * weight),
        b.weights.map((weight) => part * weight),
      ),
      join(a.means, b.means),
      join(a.deviations, b.deviations),
      undefined,
      a.law,
    )
  return new Forecast('y', both(own, said), both(own.latent, said.latent), Number.NaN)
}
