import { counter, floats, type StateShape, shape, whole } from 'credence/kinds'

/**
 * A long run as some hundred stretches, for charts. Plain data.
 *
 * A stretch holds `width` rounds; when there are too many, neighbours are joined and `width` doubles: one pass, memory that does not grow.
 */
export interface SeriesState {
  width: number
  /** Full stretches. */
  size: number
  readonly columns: Record<Column, Float64Array>
  /** Stretch after stretch, one Σω per expert; made with the first weights. */
  weights: Float64Array
  /** The same for Σ loss, where the losses of experts were given. */
  losses: Float64Array
  experts: number
}

/** Sums over a stretch; `low` and `high` are the least and greatest outcome. */
const SUMS = [
  'rounds',
  'outcomes',
  'y',
  'forecast',
  'forecasts',
  'lower',
  'upper',
  'intervals',
  'judged',
  'covered',
  'error',
  'errors',
  'naive',
  'naives',
  'seasonal',
  'seasonals',
  'loss',
  'scored',
  'time',
  'times',
] as const
type Column = (typeof SUMS)[number] | 'low' | 'high'

/** Stretches at most; there are at least half as many, once a run is that long. */
export const MOST_STRETCHES = 1024

const COLUMNS: readonly Column[] = [...SUMS, 'low', 'high']
const ofExperts = /* @__PURE__ */ floats(({ experts }: SeriesState) => MOST_STRETCHES * experts)

export const SERIES: StateShape<SeriesState> = /* @__PURE__ */ shape<SeriesState>({
  width: whole(1),
  size: whole(0, MOST_STRETCHES),
  columns: shape<Record<Column, Float64Array>>(
    Object.fromEntries(COLUMNS.map((name) => [name, floats(MOST_STRETCHES)])) as Record<
      Column,
      StateShape<Float64Array>
    >,
  ),
  weights: ofExperts,
  losses: ofExperts,
  experts: counter,
})

/** What one round adds; NaN where there is nothing. */
export interface Sample {
  /** Milliseconds; NaN where rows have no time. */
  time: number
  y: number
  forecast: number
  /** What its error is measured from: the forecast itself where there is no other. */
  median: number
  lower: number
  upper: number
  covered: boolean
  naive: number
  seasonal: number
  loss: number
  weights: ArrayLike<number> | undefined
  losses: ArrayLike<number> | undefined
}

export function observeSeries(state: SeriesState, sample: Sample): void {
  if (state.size === MOST_STRETCHES && state.columns.rounds[MOST_STRETCHES - 1] === state.width) halve(state)
  const { columns } = state
  if (state.size === 0 || columns.rounds[state.size - 1] === state.width) open(state)
  const i = state.size - 1
  columns.rounds[i]++
  if (!Number.isNaN(sample.time)) {
    columns.times[i]++
    columns.time[i] += sample.time
  }
  const { y, forecast, median, lower, upper, loss, naive, seasonal, weights, losses } = sample
  if (!Number.isNaN(y)) {
    columns.outcomes[i]++
    columns.y[i] += y
    columns.low[i] = Math.min(columns.low[i], y)
    columns.high[i] = Math.max(columns.high[i], y)
    if (!Number.isNaN(forecast)) {
      columns.errors[i]++
      columns.error[i] += Math.abs(y - median)
    }
    if (!Number.isNaN(naive)) {
      columns.naives[i]++
      columns.naive[i] += Math.abs(naive)
    }
    if (!Number.isNaN(seasonal)) {
      columns.seasonals[i]++
      columns.seasonal[i] += Math.abs(seasonal)
    }
  }
  if (!Number.isNaN(forecast)) {
    columns.forecasts[i]++
    columns.forecast[i] += forecast
  }
  if (Number.isFinite(lower) && Number.isFinite(upper)) {
    columns.intervals[i]++
    columns.lower[i] += lower
    columns.upper[i] += upper
  }
  if (![y, lower, upper].some(Number.isNaN)) {
    columns.judged[i]++
    if (sample.covered) columns.covered[i]++
  }
  if (Number.isNaN(loss)) return
  columns.scored[i]++
  columns.loss[i] += loss
  if (weights === undefined) return
  if (state.experts === 0) {
    state.experts = weights.length
    state.weights = new Float64Array(MOST_STRETCHES * weights.length)
    state.losses = new Float64Array(MOST_STRETCHES * weights.length)
  }
  addAt(state.weights, i * state.experts, weights, state.experts)
  if (losses !== undefined) addAt(state.losses, i * state.experts, losses, state.experts)
}

/** sums[at + k] += values[k] for the first `count` values. */
export function addAt(sums: Float64Array, at: number, values: ArrayLike<number>, count: number): void {
  for (let k = 0; k < count; k++) sums[at + k] += values[k]
}

function open(state: SeriesState): void {
  const i = state.size++
  for (const name of SUMS) state.columns[name][i] = 0
  state.columns.low[i] = Infinity
  state.columns.high[i] = -Infinity
  state.weights.fill(0, i * state.experts, (i + 1) * state.experts)
  state.losses.fill(0, i * state.experts, (i + 1) * state.experts)
}

function halve(state: SeriesState): void {
  const { columns, weights, losses, experts } = state
  for (let i = 0; i < MOST_STRETCHES / 2; i++) {
    for (const name of SUMS) columns[name][i] = columns[name][2 * i] + columns[name][2 * i + 1]
    columns.low[i] = Math.min(columns.low[2 * i], columns.low[2 * i + 1])
    columns.high[i] = Math.max(columns.high[2 * i], columns.high[2 * i + 1])
    for (let k = 0; k < experts; k++) {
      for (const sums of [weights, losses]) {
        sums[i * experts + k] = sums[2 * i * experts + k] + sums[(2 * i + 1) * experts + k]
      }
    }
  }
  state.size = MOST_STRETCHES / 2
  state.width *= 2
}

/** Means over each stretch; null where a stretch has nothing to say. */
export interface Series {
  /** Rounds in a stretch; the last one may hold fewer. */
  readonly width: number
  /** The last round of each stretch. */
  readonly t: readonly number[]
  /** The mean time of each stretch, in milliseconds; null where rows have none. */
  readonly time: readonly (number | null)[]
  readonly y: readonly (number | null)[]
  readonly low: readonly (number | null)[]
  readonly high: readonly (number | null)[]
  readonly forecast: readonly (number | null)[]
  readonly lower: readonly (number | null)[]
  readonly upper: readonly (number | null)[]
  readonly coverage: readonly (number | null)[]
  readonly error: readonly (number | null)[]
  readonly naive: readonly (number | null)[]
  /** Of the value a season ago; null where there is none. */
  readonly seasonal: readonly (number | null)[]
  readonly loss: readonly (number | null)[]
  /** By expert. */
  readonly weights: readonly (readonly (number | null)[])[]
  /** By expert; empty where their losses were not given. */
  readonly losses: readonly (readonly (number | null)[])[]
}

/** @param ends among which the weights are split, so that those of a stretch sum to 1 */
export function seriesOf({ width, size, columns, weights, losses, experts }: SeriesState, ends = 1): Series {
  const stretches = Array.from({ length: size }, (_, i) => i)
  const mean = (sum: Column, count: Column): (number | null)[] =>
    stretches.map((i) => (columns[count][i] > 0 ? columns[sum][i] / columns[count][i] : null))
  const bound = (name: 'low' | 'high'): (number | null)[] =>
    stretches.map((i) => (Number.isFinite(columns[name][i]) ? columns[name][i] : null))
  const byExpert = (sums: Float64Array, share = 1): (number | null)[][] =>
    Array.from({ length: experts }, (_, k) =>
      stretches.map((i) =>
        columns.scored[i] > 0 ? sums[i * experts + k] / (share * columns.scored[i]) : null,
      ),
    )
  let t = 0
  return {
    width,
    t: stretches.map((i) => {
      t += columns.rounds[i]
      return t
    }),
    time: mean('time', 'times'),
    y: mean('y', 'outcomes'),
    low: bound('low'),
    high: bound('high'),
    forecast: mean('forecast', 'forecasts'),
    lower: mean('lower', 'intervals'),
    upper: mean('upper', 'intervals'),
    coverage: mean('covered', 'judged'),
    error: mean('error', 'errors'),
    naive: mean('naive', 'naives'),
    seasonal: mean('seasonal', 'seasonals'),
    loss: mean('loss', 'scored'),
    weights: byExpert(weights, ends),
    losses: losses.some((sum) => sum !== 0) ? byExpert(losses) : [],
  }
}
