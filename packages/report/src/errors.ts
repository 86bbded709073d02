import { counter, listOf, real, type StateShape, shape, whole } from 'credence/kinds'
import { MIDDLE, type MiddleState, middleOf, observeMiddle } from './middle.ts'

/** Sums over rounds in which all forecasters that there are had something to go by: only they are compared. */
interface ErrorSums {
  /** Σ|error| by forecaster: the learner's own is that of its median. */
  readonly absolute: Record<Forecaster, number>
  /** Σerror² by forecaster: the learner's own is that of its mean. */
  readonly squared: Record<Exclude<Forecaster, 'median'>, number>
  compared: number
  /** Rounds of these in which its median was not its mean. */
  medians: number
}

/** Errors of the learner, and of forecasts that anybody could make from what was known then. Plain data. */
export interface ErrorState extends ErrorSums {
  /** The same before an outcome a season ago was known, for streams that are not much longer than a season. */
  readonly early: ErrorSums
  readonly ahead: number
  readonly season: number
  /** Rows back to the last season whose outcomes were known; 0 where there is no season. */
  readonly back: number
  /** The outcome of each of the last `reach` rows, at the row's number modulo `reach`; NaN where it is missing. */
  readonly past: number[]
  readonly reach: number
  rows: number
  /** The last outcome that is known, the mean and the median of those known, and their number. */
  last: number
  mean: number
  readonly middle: MiddleState
  known: number
}

export type Forecaster = 'own' | 'last' | 'mean' | 'median' | 'seasonal'
const FORECASTERS: readonly Forecaster[] = ['own', 'last', 'mean', 'median', 'seasonal']

const SUMS = { own: real(), last: real(), mean: real(), seasonal: real() }

const ERROR_SUMS = {
  absolute: /* @__PURE__ */ shape<ErrorSums['absolute']>({ ...SUMS, median: real() }),
  squared: /* @__PURE__ */ shape<ErrorSums['squared']>(SUMS),
  compared: counter,
  medians: counter,
}

/**
 * @param season rows in a season, 0 where there is none
 * @param ahead rows between the last outcome that a forecast knows and its own
 */
export function errorsOf(season: number, ahead: number): StateShape<ErrorState> {
  const back = season > 0 ? season * Math.ceil(ahead / season) : 0
  const always = (value: number): StateShape<number> => whole(value, value)
  return shape<ErrorState>({
    ...ERROR_SUMS,
    early: shape<ErrorSums>(ERROR_SUMS),
    ahead: always(ahead),
    season: always(season),
    back: always(back),
    past: listOf(real(), ({ rows, reach }: ErrorState) => Math.min(rows, reach)),
    reach: always(Math.max(ahead, back)),
    rows: counter,
    last: real(Number.NaN),
    mean: real(),
    middle: MIDDLE,
    known: counter,
  })
}

/** A row, and what naive forecasts of it were off by. */
export interface NaiveErrors {
  readonly forecast: number
  /** The forecast itself where there is no other. */
  readonly median: number
  readonly y: number
  /** Of the last outcome known, NaN where there is none. */
  naive: number
  /** Of the outcome a season ago, NaN where there is none. */
  seasonal: number
}

/** Enters the forecast of the next row and its outcome, NaN where it is missing; writes the errors of naive forecasts into it. */
export function observeErrors(state: ErrorState, row: NaiveErrors): void {
  const { past, reach, back, rows } = state
  const { y } = row
  learnKnown(state)
  const naive = y - state.last
  const own = y - row.forecast
  const seasonal = back > 0 ? y - (rows < back ? Number.NaN : past[(rows - back) % reach]) : 0
  if (Number.isFinite(own) && state.known > 0) {
    if (!Number.isNaN(seasonal)) addErrors(state, state, row, naive, seasonal)
    else if (rows < back) addErrors(state.early, state, row, naive, 0)
  }
  past[rows % reach] = y
  state.rows++
  row.naive = naive
  row.seasonal = back > 0 ? seasonal : Number.NaN
}

function addErrors(
  sums: ErrorSums,
  known: Pick<ErrorState, 'mean' | 'middle'>,
  { y, forecast, median }: NaiveErrors,
  last: number,
  seasonal: number,
): void {
  const { absolute, squared } = sums
  const own = y - forecast
  const mean = y - known.mean
  sums.compared++
  if (median !== forecast) sums.medians++
  // Spelt out: fields that are looked up by name cost five times as much.
  absolute.own += Math.abs(y - median)
  absolute.last += Math.abs(last)
  absolute.mean += Math.abs(mean)
  absolute.median += Math.abs(y - middleOf(known.middle))
  absolute.seasonal += Math.abs(seasonal)
  squared.own += own * own
  squared.last += last * last
  squared.mean += mean * mean
  squared.seasonal += seasonal * seasonal
}

/** The outcome that came `ahead` rows before the next row is known now. */
function learnKnown(state: ErrorState): void {
  const { past, reach, ahead, rows } = state
  const y = rows < ahead ? Number.NaN : past[(rows - ahead) % reach]
  if (Number.isNaN(y)) return
  state.last = y
  state.known++
  state.mean += (y - state.mean) / state.known
  observeMiddle(state.middle, y)
}

/** Mean errors over the same rounds. */
export interface ErrorSummary {
  /** Rounds compared: those in which every forecaster had something to go by. */
  readonly rounds: number
  readonly meanAbsolute: Partial<Record<Forecaster, number>>
  readonly rootMeanSquared: Partial<Record<Exclude<Forecaster, 'median'>, number>>
  /** Whose absolute errors the learner's own are: of its median where it forecasts one, else of its mean. */
  readonly absoluteOf: 'median' | 'mean'
  /** Rounds in a season, where there is one. */
  readonly season?: number
}

/** Part of the rounds that must have an outcome a season ago, so that they are compared with it. */
const SEASONAL = 0.25

/**
 * @param alone true where rows are not of one series: then no forecast from the rows before is one that anybody would make
 * @param fewest rounds that must have an outcome a season ago, or else the season is left out
 */
export function summariseErrors(
  state: ErrorState,
  alone: boolean = false,
  fewest: number = 0,
): ErrorSummary | undefined {
  const { early, season } = state
  const whole = state.compared + early.compared
  if (whole === 0) return undefined
  const isSeasonal = season > 0 && state.compared >= Math.max(SEASONAL * whole, fewest)
  const parts: readonly ErrorSums[] = isSeasonal || season === 0 ? [state] : [state, early]
  const rounds = parts.reduce((sum, { compared }) => sum + compared, 0)
  const there = FORECASTERS.filter((who) => (alone ? who === 'own' : who !== 'seasonal' || isSeasonal))
  const mean = (value: (sums: ErrorSums) => number): number =>
    parts.reduce((sum, part) => sum + value(part), 0) / rounds
  const squares = there.filter((who) => who !== 'median')
  return {
    rounds,
    meanAbsolute: Object.fromEntries(there.map((who) => [who, mean(({ absolute }) => absolute[who])])),
    rootMeanSquared: Object.fromEntries(
      squares.map((who) => [who, Math.sqrt(mean(({ squared }) => squared[who]))]),
    ),
    absoluteOf: parts.some(({ medians }) => medians > 0) ? 'median' : 'mean',
    ...(isSeasonal && !alone ? { season } : {}),
  }
}
