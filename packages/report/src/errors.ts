/** Sums of errors: of the learner, and of forecasts that anybody could make. Plain data. */
export interface ErrorState {
  /** Σ|error| and Σerror², by forecaster. */
  readonly absolute: Record<Forecaster, number>
  readonly squared: Record<Forecaster, number>
  last: number
  mean: number
  /** Outcomes of the last season; empty where there is none. */
  readonly season: Float64Array
  seen: number
  /** Rounds in which all forecasters that there are had something to go by: only they are compared. */
  compared: number
}

export type Forecaster = 'own' | 'last' | 'mean' | 'seasonal'
const FORECASTERS: readonly Forecaster[] = ['own', 'last', 'mean', 'seasonal']

/** @param season rounds in a season, 0 where there is none */
export function createErrors(season: number): ErrorState {
  const zeros = (): Record<Forecaster, number> => ({ own: 0, last: 0, mean: 0, seasonal: 0 })
  return {
    absolute: zeros(),
    squared: zeros(),
    last: 0,
    mean: 0,
    season: new Float64Array(season),
    seen: 0,
    compared: 0,
  }
}

/** Enters a forecast and its outcome; gives the error of the naive forecast that repeats the last outcome, NaN in the first round. */
export function observeErrors(state: ErrorState, forecast: number, y: number): number {
  const { season, seen } = state
  const place = season.length > 0 ? seen % season.length : 0
  const naive = seen > 0 ? y - state.last : Number.NaN
  if (seen >= Math.max(1, season.length) && Number.isFinite(forecast)) {
    const { absolute, squared } = state
    const own = y - forecast
    const mean = y - state.mean
    const seasonal = season.length > 0 ? y - season[place] : 0
    state.compared++
    // Spelt out: fields that are looked up by name cost five times as much.
    absolute.own += Math.abs(own)
    absolute.last += Math.abs(naive)
    absolute.mean += Math.abs(mean)
    absolute.seasonal += Math.abs(seasonal)
    squared.own += own * own
    squared.last += naive * naive
    squared.mean += mean * mean
    squared.seasonal += seasonal * seasonal
  }
  state.last = y
  state.seen++
  state.mean += (y - state.mean) / state.seen
  if (season.length > 0) season[place] = y
  return naive
}

/** Mean errors over the same rounds. */
export interface ErrorSummary {
  /** Rounds compared: those in which every forecaster had something to go by. */
  readonly rounds: number
  readonly meanAbsolute: Partial<Record<Forecaster, number>>
  readonly rootMeanSquared: Partial<Record<Forecaster, number>>
  /** Rounds in a season, where there is one. */
  readonly season?: number
}

export function summariseErrors({
  compared,
  absolute,
  squared,
  season,
}: ErrorState): ErrorSummary | undefined {
  if (compared === 0) return undefined
  const there = FORECASTERS.filter((who) => who !== 'seasonal' || season.length > 0)
  const each = (value: (who: Forecaster) => number): Partial<Record<Forecaster, number>> =>
    Object.fromEntries(there.map((who) => [who, value(who)]))
  return {
    rounds: compared,
    meanAbsolute: each((who) => absolute[who] / compared),
    rootMeanSquared: each((who) => Math.sqrt(squared[who] / compared)),
    ...(season.length > 0 ? { season: season.length } : {}),
  }
}
