import { Forecast } from '../../aggregate/forecast.ts'
import { remembered } from '../../base/remembered.ts'
import { from, nullable, real, type StateShape, shape, shapeBy, shapeOf, whole } from '../../base/shape.ts'
import { canLearn } from '../../live/canLearn.ts'
import { learn } from '../../live/learn.ts'
import type { Model } from '../../nouns/model.ts'
import type { Features } from '../../nouns/panel.ts'
import type { Layout } from '../../panels/guidedContext.ts'
import { type Encoding, encodingShape, layoutOf } from '../../rows/encoding.ts'
import { firstKept, outcomeOf } from '../../rows/history.ts'
import type { ReadRow, Rows, RowsState } from '../../rows/rows.ts'
import { Guesses } from './guesses.ts'
import { quietSince } from './quiet.ts'
import {
  areAlike,
  isOutside,
  type Scales,
  scaleFeatures,
  scaleOutcome,
  scalesOf,
  scalesShape,
} from './scales.ts'
import { leadsStill, type ScreenOptions, screen, WIDE } from './screen.ts'

/** Rows after which it is asked again whether the past supports other features. */
const FEATURE_ROWS = 12
/** Rows of the past that fresh experts learn. */
const REPLAYED = 600
/** Rows of the past that are learnt again in each round until coordinates are new: fewer once they cost most. */
const ROWS_A_ROUND = 3
/** So few are learnt at once: two states of the experts take more than all these rows. */
const FEW_ROWS = 20
const LATE_ROWS_A_ROUND = 2
const LATE = 200
/** The same while outcomes leave the units that forecast. */
const HURRIED_ROWS = 20
/** Outcomes outside the units, lately, at which another regime has begun. */
const REPEATEDLY = 3
const FORGOTTEN = 0.1
/** Classes by which features are screened: those that came most often. */
const SCREENED_CLASSES = 8
/** Rows of a regime in which units are found anew soon anyway. */
const YOUNGEST = 60

/** How coordinates are found. */
type FindOptions = ScreenOptions & { readonly labels: boolean }

/** The features of rows without any. */
const NOTHING: Encoding = { names: ['nothing'], parts: [{ from: 'nothing' }], spacing: Number.NaN, fill: 0 }

/** A model in coordinates of its own. Plain data. */
export interface Coordinates<State = unknown> {
  readonly encoding: Encoding
  readonly scales: Scales
  readonly inner: State
}

/** A model of x that learns in frozen coordinates: what is asked of it beyond the contract, if it has it. */
export interface Inside<Answer = Forecast, State = unknown, Issued = unknown>
  extends Model<Features, Answer, unknown, State, Issued> {
  /** The same model for x of this length, with scratch of its own. @default this one serves every length */
  ofDimension?(dimension: number, layout: Layout): Inside<Answer, State, Issued>
  /** The forecast of an outcome that comes after the next one. @default `predict` */
  foresee?(state: State, x: Features): Answer
  /** There will be so many classes: told to a fresh state that is to learn a past. @default they show as they appear */
  expect?(state: State, classes: number): void
}

/** Plain data. */
export interface EpochsState<State = unknown> {
  /** What forecasts; null before two rows. */
  front: Coordinates<State> | null
  /** What is being built for the next epoch, and the next row of the past that it learns. */
  next: Coordinates<State> | null
  nextRow: number
  /** Which of the two programs the front runs on; the other one builds. */
  program: 0 | 1
  /** The first row of the regime: units are found from it on. */
  origin: number
  /** How many outcomes left the units lately, at most `REPEATEDLY`, each row less by `FORGOTTEN`; and the first of them. */
  outside: number
  leftAt: number
}

/** What is known of the row that was learnt last. */
export interface LearntRow {
  /** Of its forecast. @default not known */
  readonly error?: number
  /** How many classes there are. @default outcomes are numbers */
  readonly classes?: number
  /**
   * Whether fresh experts shall learn the past whatever the coordinates: where there is a class more, of which the
   * present ones have not seen that it did not come. @default false
   */
  readonly anew?: boolean
}

export interface EpochsOptions {
  readonly rows: Rows
  /** How many rows before its outcome a forecast is made. */
  readonly ahead: number
  /** Whether outcomes are classes, counted from 0: they have no units. @default false: they are numbers */
  readonly classes?: boolean
}

/**
 * A model whose coordinates are frozen in epochs, over rows that are remembered elsewhere.
 *
 * After 2, 4, 8, 20, 60, 200, 600, … rows the units of x and y are found anew, and every 12 rows the features that the
 * past supports. If they differ, fresh experts learn the rows of the past in them, a few in each round, and take over
 * when they have caught up. So coordinates never slide under an expert that remembers, and no round waits for the
 * whole past.
 *
 * Outcomes that leave the units are clipped to their edge. Where they leave them repeatedly, a regime has begun in which
 * the old units make experts blind: fresh experts start from its first rows at once, as at the start of a stream. So they
 * do where outcomes have become so small that the forecast is further from them than they are from each other.
 */
export class Epochs<Answer = Forecast> {
  readonly #rows: Rows
  readonly #classes: boolean
  readonly #ahead: number
  /** Two programs for each length of x, because a program's scratch follows one state. */
  readonly #programs: readonly ((encoding: Encoding) => Inside<Answer>)[]
  readonly #guesses: Guesses
  readonly #vector = remembered((dimension) => new Float64Array(dimension))

  constructor(inside: Inside<Answer>, { rows, ahead, classes = false }: EpochsOptions) {
    this.#rows = rows
    this.#guesses = new Guesses(rows)
    this.#classes = classes
    this.#ahead = ahead
    const programs = (): ((encoding: Encoding) => Inside<Answer>) => {
      const made = new Map<string, Inside<Answer>>()
      return (encoding) => {
        const layout = layoutOf(encoding)
        const key = `${encoding.names.length} ${layout.guided} ${layout.words} ${layout.lags}`
        const known = made.get(key) ?? inside.ofDimension?.(encoding.names.length, layout) ?? inside
        made.set(key, known)
        return known
      }
    }
    this.#programs = [programs(), programs()]
  }

  init(): EpochsState {
    return { front: null, next: null, nextRow: 0, program: 0, origin: 0, outside: 0, leftAt: 0 }
  }

  /** Of its states, over these rows. */
  of({ columns, history }: RowsState): StateShape<EpochsState> {
    const row = whole(0, history.count)
    const coordinates = (on: (state: EpochsState) => 0 | 1): StateShape<Coordinates | null> =>
      nullable(
        shapeBy<Coordinates, EpochsState>(
          (_value, _path, state) => this.#coordinatesOf(columns.length, on(state)),
          () => this.#coordinatesOf(0, 0)(),
        ),
      )
    const fields = shape<EpochsState>({
      program: whole(0, 1) as StateShape<0 | 1>,
      front: coordinates(({ program }) => program),
      next: coordinates(builder),
      nextRow: row,
      origin: row,
      outside: real(),
      leftAt: row,
    })
    return from(fields, () => this.init())
  }

  #coordinatesOf(columns: number, program: 0 | 1): StateShape<Coordinates> {
    const by = <T>(of: (encoding: Encoding) => StateShape<T>): StateShape<T> =>
      shapeBy<T, Coordinates>(
        (_value, _path, { encoding }) => of(encoding),
        () => of(NOTHING)(),
      )
    return shape<Coordinates>({
      encoding: encodingShape(columns),
      scales: by(({ names }) => scalesShape(names.length)),
      inner: by((encoding) => shapeOf(this.#programs[program](encoding))),
    })
  }

  /**
   * The forecast for a row that comes `ahead` rows after the last one learnt; null before two rows.
   *
   * @param row also the place of one that is remembered: as it would be forecast now, after what came before it
   * @param hidden sources whose features are taken as the others suggest. @default none
   */
  predict(
    { front, program }: EpochsState,
    rows: RowsState,
    row: ReadRow | number,
    hidden: readonly string[] = [],
  ): Answer | null {
    if (!front) return null
    const x = this.#encode(front, rows, row, this.#ahead - 1, hidden)
    const inside = this.#inside(program, front)
    const beyond = this.#ahead > 1 ? inside.foresee?.(front.inner, x) : undefined
    const forecast = beyond ?? inside.predict(front.inner, x)
    if (!(forecast instanceof Forecast)) return forecast
    return forecast.rescaled(front.scales.unit, front.scales.centre) as Answer
  }

  /** Where the features that forecast now come from; none before two rows. */
  sources({ front }: EpochsState, rows: RowsState): string[] {
    return front ? this.#guesses.sources(front.encoding, rows).map(({ name }) => name) : []
  }

  /** The place of a row of the regime that was learnt, the last one being 1 back; undefined where it is not remembered. */
  placeOf({ origin }: EpochsState, { history }: RowsState, back: number): number | undefined {
    const place = history.count - back
    return back >= 1 && place >= Math.max(origin, firstKept(history)) ? place : undefined
  }

  /** Whether all outcomes of the regime that are remembered are equal. */
  isSteady({ origin }: EpochsState, { history }: RowsState): boolean {
    const first = Math.max(origin, firstKept(history))
    const last = history.count - 1
    for (let row = last - 1; row >= first; row--)
      if (outcomeOf(history, row) !== outcomeOf(history, last)) return false
    return true
  }

  /** Learns the row that comes after the last one. Call `advance` when the rows have learnt it too. */
  learn(state: EpochsState, rows: RowsState, row: ReadRow, y: number): void {
    const { front, program } = state
    if (!front) return
    const x = this.#encode(front, rows, row, 0)
    const inside = this.#inside(program, front)
    // A row taken some rounds ago can no longer be refused.
    if (this.#ahead > 1) canLearn(inside, front.inner, x, this.#outcome(front, y))
    else learn(inside, front.inner, x, this.#outcome(front, y))
    if (!this.#classes) observeOutside(state, rows.history.count, isOutside(front.scales, y))
  }

  /**
   * Learns some of the past in the coordinates that are due next; finds new ones at the end of an epoch.
   *
   * @returns whether a regime in other units has begun
   */
  advance(state: EpochsState, rows: RowsState, { error, classes = 0, anew }: LearntRow = {}): boolean {
    const { count } = rows.history
    if (anew && count >= 2) {
      this.#begin(state, rows, classes, true)
      return false
    }
    const old = count - state.origin >= YOUNGEST
    const blind = old && state.outside >= REPEATEDLY
    const quiet =
      old && state.front && error !== undefined
        ? quietSince(rows.history, state.origin, state.front.scales.unit, error)
        : count
    const lost = blind && !isReady(state.next, outcomeOf(rows.history, count - 1))
    if (quiet < count) this.#beginRegime(state, rows, quiet)
    else if (lost) this.#beginRegime(state, rows, state.leftAt)
    else if (state.next) this.#replay(state, state.next, rows, blind ? HURRIED_ROWS : usualRows(count))
    const due = !state.front || isEpoch(count - state.origin) || count % FEATURE_ROWS === 0
    if (count >= 2 && !state.next && due) this.#begin(state, rows, classes)
    return quiet < count || lost
  }

  /** Starts again from the first row of a regime. */
  #beginRegime(state: EpochsState, rows: RowsState, first: number): void {
    state.origin = Math.max(first, firstKept(rows.history))
    state.outside = 0
    state.front = null
    state.next = null
    this.#begin(state, rows)
    if (state.next) this.#replay(state, state.next, rows, rows.history.count)
  }

  #begin(state: EpochsState, rows: RowsState, classes = 0, anew = false): void {
    const { front } = state
    const found = this.#rows.freeze(rows)
    const between = !anew && !isEpoch(rows.history.count - state.origin)
    if (between && front && hasFeatures(front.encoding, found)) return
    const first = Math.max(state.origin, firstKept(rows.history))
    const outcomes = this.#classes ? frequentClasses(rows, first, classes) : [(y: number) => y]
    const options = { first, labels: this.#classes, outcomes }
    if (!anew && front && this.#stays(front, rows, found, options)) return
    const encoding = isWide(found) ? screen(this.#rows, rows, found, options) : found
    const scales = scalesOf(this.#rows, rows, encoding, options)
    const inside = this.#programs[builder(state)](encoding)
    state.next = { encoding, scales, inner: inside.init() }
    inside.expect?.(state.next.inner, classes)
    state.nextRow = Math.max(first, rows.history.count - REPLAYED)
    const few = rows.history.count - state.nextRow <= FEW_ROWS
    if (few) this.#replay(state, state.next, rows, FEW_ROWS)
    else if (!front) this.#replay(state, state.next, rows, usualRows(rows.history.count))
  }

  /** Whether coordinates serve still: the same features, in about the same units; of many, the same that lead. */
  #stays({ encoding, scales }: Coordinates, rows: RowsState, found: Encoding, options: FindOptions): boolean {
    if (!hasFeatures(encoding, found)) return false
    const wide = isWide(found)
    const own = wide ? encoding : found
    if (!areAlike(scales, scalesOf(this.#rows, rows, own, options))) return false
    return !wide || leadsStill(this.#rows, rows, own, options)
  }

  /** @param most rows that are learnt in this round */
  #replay(state: EpochsState, next: Coordinates, rows: RowsState, most: number): void {
    const program = builder(state)
    const inside = this.#inside(program, next)
    const x = this.#vector(next.encoding.names.length)
    const { count } = rows.history
    const end = Math.min(count, state.nextRow + most)
    while (state.nextRow < end) {
      const y = this.#rows.replay(rows, next.encoding, state.nextRow++, x)
      scaleFeatures(next.scales, x)
      if (!canLearn(inside, next.inner, x, this.#outcome(next, y))) {
        state.next = null
        return
      }
    }
    if (state.nextRow < count) return
    state.front = next
    state.next = null
    state.program = program
    state.outside = 0
  }

  #encode(
    { encoding, scales }: Coordinates,
    rows: RowsState,
    row: ReadRow | number,
    waiting: number,
    hidden: readonly string[] = [],
  ): Float64Array {
    const x = this.#vector(encoding.names.length)
    if (typeof row === 'number') this.#rows.replay(rows, encoding, row, x)
    else this.#rows.encode(rows, encoding, row, waiting, x)
    if (hidden.length > 0) this.#guesses.write(encoding, rows, x, hidden)
    scaleFeatures(scales, x)
    return x
  }

  #outcome({ scales }: Coordinates, y: number): number {
    return this.#classes ? y : scaleOutcome(scales, y)
  }

  #inside(program: 0 | 1, { encoding }: Coordinates): Inside<Answer> {
    return this.#programs[program](encoding)
  }
}

/** Whether what is being built has room for an outcome that left the units. */
function isReady(next: Coordinates | null, y: number): boolean {
  return next !== null && !isOutside(next.scales, y)
}

function usualRows(count: number): number {
  return count > LATE ? LATE_ROWS_A_ROUND : ROWS_A_ROUND
}

function observeOutside(state: EpochsState, row: number, outside: boolean): void {
  if (outside && state.outside === 0) state.leftAt = row
  state.outside = outside ? Math.min(REPEATEDLY, state.outside + 1) : Math.max(0, state.outside - FORGOTTEN)
}

function builder({ front, program }: EpochsState): 0 | 1 {
  return front && program === 0 ? 1 : 0
}

/** Whether the outcome is this class or another, for those that came most often; of two classes for one. */
function frequentClasses({ history }: RowsState, first: number, classes: number): ((y: number) => number)[] {
  const counts = new Float64Array(Math.max(2, classes))
  for (let row = first; row < history.count; row++) counts[outcomeOf(history, row)]++
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b)
  const screened = order.slice(0, counts.length === 2 ? 1 : SCREENED_CLASSES)
  return screened.map((own) => (y) => (y === own ? 1 : -1))
}

/** 2, 4, 8, 20, 60, 200, 600, 2000, …: after each there is a good deal more to learn scales from. */
export function isEpoch(count: number): boolean {
  if (count < 20) return count === 2 || count === 4 || count === 8
  let rest = count
  while (rest % 10 === 0) rest /= 10
  return rest === 2 || rest === 6
}

function isWide({ names }: Encoding): boolean {
  return names.length > WIDE
}

/** Whether these are its features, of many in whatever order. */
function hasFeatures({ names }: Encoding, found: Encoding): boolean {
  const own = new Set(names)
  return (
    names.length === found.names.length &&
    found.names.every((name, j) => (isWide(found) ? own.has(name) : name === names[j]))
  )
}
