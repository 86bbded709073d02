import { type ConfidenceState, confidenceInterval, createConfidence, observe } from 'credence/conformal'
import { counter, likeFresh, real, type StateShape, shape, string } from 'credence/kinds'
import { type ErrorState, type Forecaster, observeErrors, summariseErrors } from './errors.ts'
import { intervalScore } from './intervals.ts'
import { createOrder, type OrderState } from './order.ts'
import type { Sample } from './series.ts'
import type { Future } from './summary.ts'
import { summariseUnits, UNITS, type UnitChange, type UnitState } from './unitChange.ts'

/** What became of the rows of one of many series. Plain data. */
export interface KeyState {
  readonly name: string
  rows: number
  readonly errors: ErrorState
  readonly order: OrderState
  readonly units: UnitState
  readonly misses: ConfidenceState
  /** Intervals of finite width, and sums over them. */
  finite: number
  width: number
  score: number
  /** Of classes: outcomes with a forecast, and those that were wrong. */
  judged: number
  wrong: number
  /** The last rows: outcome, forecast, lower and upper end, those of the inner interval, median; row i at i modulo the room. */
  readonly recent: Float32Array
  /** Their times, NaN where they have none. */
  readonly times: Float64Array
}

/** Rows of a series that its small picture shows. */
const PICTURED = 48
const FIELDS = 7

/** @param errors of the series */
export function keyOf(errors: StateShape<ErrorState>): StateShape<KeyState> {
  return shape<KeyState>({
    name: string,
    rows: counter,
    errors,
    order: likeFresh(createOrder),
    units: UNITS,
    misses: likeFresh(createConfidence),
    finite: real(),
    width: real(),
    score: real(),
    judged: counter,
    wrong: real(),
    recent: likeFresh(() => new Float32Array(FIELDS * PICTURED)),
    times: likeFresh(() => new Float64Array(PICTURED)),
  })
}

/**
 * Enters a round of numbers; naive forecasts are those of the same series.
 *
 * @param inner the interval that should hold half of the outcomes, where it is known
 */
export function observeKey(
  state: KeyState,
  sample: Sample,
  coverage: number,
  inner: readonly [number, number] = [Number.NaN, Number.NaN],
): void {
  const { time, y, forecast, median, lower, upper } = sample
  const at = state.rows++ % PICTURED
  state.recent.set([y, forecast, lower, upper, ...inner, median], FIELDS * at)
  state.times[at] = time
  observeErrors(state.errors, sample)
  if ([y, lower, upper].some(Number.isNaN)) return
  observe(state.misses, lower <= y && y <= upper ? 0 : 1)
  if (!Number.isFinite(upper - lower)) return
  state.finite++
  state.width += upper - lower
  state.score += intervalScore(coverage, lower, upper, y)
}

/** Enters a round of classes. */
export function observeKeyClass(state: KeyState, wrong: boolean, covered: boolean | undefined): void {
  state.rows++
  state.judged++
  if (wrong) state.wrong++
  if (covered !== undefined) observe(state.misses, covered ? 0 : 1)
}

/** Mean |error| of the last value in this series so far: its unit. NaN before there is one. */
export function unitOf({ errors: { absolute, compared } }: KeyState): number {
  return compared > 0 && absolute.last > 0 ? absolute.last / compared : Number.NaN
}

/** One of many series, by itself. */
export interface KeySummary {
  readonly name: string
  readonly rows: number
  /** Rounds in which every forecaster had something to go by; the errors are over these. */
  readonly rounds: number
  readonly meanAbsolute: Partial<Record<Forecaster, number>>
  /** Error over that of the best naive forecast of this series; null where there is none, or it is always right. */
  readonly relative: number | null
  /** Of classes: the share that was wrong. */
  readonly wrong: number | null
  readonly covered: number | null
  /** Where the average chance of covering lies: in all series at once, and at all rounds, with probability 0.95. */
  readonly confidence: readonly [number, number]
  readonly meanWidth: number | null
  readonly meanScore: number | null
  /** Mean |error| of the last rows over that of the rows before them; null where there are too few of either. */
  readonly lately: number | null
  /** Rows whose time was before that of the row before, in the same series; and those that had the same time. */
  readonly back: number
  readonly same: number
  /** Where its outcomes became many times as large, or as small. */
  readonly units: readonly UnitChange[]
}

/** The last rows of one of many series as columns, oldest first; null where something is not known. */
export interface KeyPicture {
  /** Milliseconds. */
  readonly time: readonly (number | null)[]
  readonly y: readonly (number | null)[]
  readonly forecast: readonly (number | null)[]
  readonly lower: readonly (number | null)[]
  readonly upper: readonly (number | null)[]
  /** The interval that should hold half of the outcomes; nothing where it was not asked for. */
  readonly innerLower: readonly (number | null)[]
  readonly innerUpper: readonly (number | null)[]
  /** The rows after the last outcome; absent where they were not forecast. */
  readonly future?: Future | undefined
}

/** A naive forecast beside which the forecasts of each series were judged, in that series alone. */
export interface BesideNaive {
  /** Middle of error over naive error; half of the series are below it. */
  readonly median: number
  /** Series in which the forecasts were better. */
  readonly better: number
}

/** All series: no number compares one with another. */
export interface KeysSummary {
  readonly by: readonly string[]
  /** Whether the columns were found. */
  readonly found: boolean
  /** Whether series learn from each other; `unordered`: they would, if rows came in the order of their times. */
  readonly learnt?: 'alone' | 'together' | 'unordered'
  /** Worst first, by `relative`; those without come last. */
  readonly each: readonly KeySummary[]
  /** Series with enough rounds to be judged by the errors. */
  readonly judged: number
  readonly beside: Partial<Record<Exclude<Forecaster, 'own'>, BesideNaive>>
  /** Middle of interval score over the mean error of the last value in the same series. */
  readonly scaledScore: number | null
  /** Middle of `relative`; null where no series has one. */
  readonly relative: number | null
  /** Of the first series of `each`, in their order. */
  readonly pictures: readonly KeyPicture[]
}

/** Rounds from which a series is judged. */
const ENOUGH = 10
/** Series with a small picture. */
const MOST_PICTURES = 1000

export function summariseKeys(
  states: readonly KeyState[],
  { by, found }: Pick<KeysSummary, 'by' | 'found'>,
): KeysSummary {
  const all = states
    .map((state) => ({ state, key: summaryOf(state, 0.05 / states.length) }))
    .sort((a, b) => (b.key.relative ?? -1) - (a.key.relative ?? -1) || (a.key.name < b.key.name ? -1 : 1))
  const each = all.map(({ key }) => key)
  const judged = each.filter(({ rounds }) => rounds >= ENOUGH)
  const beside = (['last', 'mean', 'median', 'seasonal'] as const).flatMap((who) => {
    const ratios = judged.flatMap(({ meanAbsolute }) => ratio(meanAbsolute.own, meanAbsolute[who]))
    if (ratios.length === 0) return []
    return [[who, { median: median(ratios), better: ratios.filter((one) => one < 1).length }] as const]
  })
  const scores = judged.flatMap(({ meanScore, meanAbsolute }) =>
    ratio(meanScore ?? undefined, meanAbsolute.last),
  )
  const relative = each.flatMap((key) => key.relative ?? [])
  return {
    by,
    found,
    each,
    judged: judged.length,
    relative: relative.length > 0 ? median(relative) : null,
    beside: Object.fromEntries(beside),
    scaledScore: scores.length > 0 ? median(scores) : null,
    pictures: all.slice(0, MOST_PICTURES).map(({ state }) => pictureOf(state)),
  }
}

function summaryOf(state: KeyState, error: number): KeySummary {
  const { name, rows, errors, misses, finite, width, score, judged, wrong, order, units } = state
  const [least, greatest] = confidenceInterval(misses, error)
  const { rounds = 0, meanAbsolute = {} } = summariseErrors(errors, false, ENOUGH) ?? {}
  const { own, ...naive } = meanAbsolute
  const best = Math.min(...Object.values(naive))
  return {
    name,
    rows,
    rounds,
    meanAbsolute,
    relative: rounds >= ENOUGH ? (ratio(own, best)[0] ?? null) : null,
    wrong: judged > 0 ? wrong / judged : null,
    covered: misses.count > 0 ? 1 - misses.sum / misses.count : null,
    confidence: [1 - greatest, 1 - least],
    meanWidth: finite > 0 ? width / finite : null,
    meanScore: finite > 0 ? score / finite : null,
    lately: latelyOf(state),
    back: order.back,
    same: order.same,
    units: summariseUnits(units),
  }
}

/** Rows that count as the last ones. */
const LAST = 24

/** Whether errors grew or shrank: those of the last rows beside all before them. */
function latelyOf({ rows, recent, errors: { absolute, compared } }: KeyState): number | null {
  let [sum, count] = [0, 0]
  for (let row = Math.max(0, rows - LAST); row < rows; row++) {
    const at = FIELDS * (row % PICTURED)
    const error = Math.abs(recent[at] - recent[at + 6])
    if (!Number.isFinite(error)) continue
    sum += error
    count++
  }
  const before = compared - count
  if (count < ENOUGH || before < ENOUGH) return null
  return ratio(sum / count, (absolute.own - sum) / before)[0] ?? null
}

function ratio(own: number | undefined, naive: number | undefined): number[] {
  return own !== undefined && naive !== undefined && naive > 0 && Number.isFinite(naive) ? [own / naive] : []
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function pictureOf({ rows, recent, times }: KeyState): KeyPicture {
  const size = Math.min(rows, PICTURED)
  const places = Array.from({ length: size }, (_, i) => (rows - size + i) % PICTURED)
  const known = (value: number): number | null => (Number.isNaN(value) ? null : value)
  const column = (field: number): (number | null)[] => places.map((at) => known(recent[FIELDS * at + field]))
  return {
    time: places.map((at) => known(times[at])),
    y: column(0),
    forecast: column(1),
    lower: column(2),
    upper: column(3),
    innerLower: column(4),
    innerUpper: column(5),
  }
}
