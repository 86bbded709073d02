import type { PathState } from '../paths/parts.ts'
import { zAt } from '../paths/track.ts'
import type { CrowdShape } from './crowdPlan.ts'
import { gaugeUnit, toGauge } from './gauge.ts'
import type { SharedState, Tally } from './shared.ts'

/** How large the errors of one series are. Plain data. */
export interface MannersState {
  /** Typical error of one step, and how many errors are in it; and the same on the gauge. */
  error: number
  errors: number
  spread: number
  spreads: number
  /** The last two errors in units of the typical one. */
  last: number
  before: number
}

const FADE = 0.97
/** Rows that the typical error of all series is worth. */
const PRIOR = 3
/** Errors count up to so many typical ones; in what all series share, up to fewer. */
const LARGE = 8
const LARGE_SHOCK = 3
const LARGE_CHANGE = 12
/** Parts of a season and of growth that are taken for mistakes. */
const LARGE_PHASE = 2
const LARGE_GROWTH = 0.1

/** The units of one series, and what its rows tell about all. */
export class Manners {
  readonly #shape: CrowdShape

  constructor(shape: CrowdShape) {
    this.#shape = shape
  }

  init(): MannersState {
    return { error: 0, errors: 0, spread: 0, spreads: 0, last: 0, before: 0 }
  }

  /** Typical error of one step; at first that of all, at the level of this series. */
  unit({ error, errors }: MannersState, { spread }: SharedState, { level }: PathState): number {
    return errors > 0 && error > 0 ? error : spread * level
  }

  /** The same on the gauge. */
  spread(state: MannersState, shared: SharedState, path: PathState): number {
    if (gaugeUnit(path.least, path.level) === 0) return Math.max(this.unit(state, shared, path), 1e-12)
    const { spread, spreads } = state
    return Math.max((spread * spreads + PRIOR * shared.spread) / (spreads + PRIOR), 1e-6)
  }

  /** What the outcome of one step shows. */
  follow(
    state: MannersState,
    shared: SharedState,
    path: PathState,
    y: number,
    mean: number,
    tally: Tally | undefined,
  ): void {
    const unit = this.unit(state, shared, path)
    if (!(unit > 0)) return
    const error = clip((y - mean) / unit, LARGE)
    state.before = state.last
    state.last = error
    if (tally && path.outcomes > this.#shape.lag) {
      tally.period[1]++
      tally.period[2] += clip(error, LARGE_SHOCK)
    }
    const most = state.errors > 2 ? LARGE * unit : Infinity
    state.errors = FADE * state.errors + 1
    state.error += (Math.min(Math.abs(y - mean), most) - state.error) / state.errors
    const gauge = gaugeUnit(path.least, path.level)
    if (gauge === 0) return
    const off = Math.abs(toGauge(y, gauge) - toGauge(mean, gauge))
    const bounded = Math.min(off, state.spreads > 2 ? LARGE * state.spread : 1)
    state.spreads = FADE * state.spreads + 1
    state.spread += (bounded - state.spread) / state.spreads
    if (!tally) return
    tally.spreads[0] += bounded
    tally.spreads[1]++
  }

  /** What the last outcomes add to the season and the growth of all. */
  share({ spread }: MannersState, path: PathState, start: number, tally: Tally): void {
    const { track } = path.scales[0]
    const { season, lag } = this.#shape
    const last = track.end - 1
    tally.period[0]++
    const unit = gaugeUnit(path.least, path.level)
    if (last >= lag && unit > 0) {
      const change = toGauge(zAt(track, last), unit) - toGauge(zAt(track, last - lag), unit)
      tally.period[3] += clip(change / Math.max(spread, 1e-6), LARGE_CHANGE)
    }
    if (season < 2 || last + 1 < season || !(path.least > 0)) return
    let sum = 0
    for (let i = 0; i < season; i++) sum += Math.log(zAt(track, last - i))
    const middle = last - ((season - 1) >> 1)
    const phase = (start + middle) % season
    tally.phases[phase] += clip(Math.log(zAt(track, middle)) - sum / season, LARGE_PHASE)
    tally.phaseCounts[phase]++
    if (last + 1 < 2 * season) return
    const growth = Math.log(zAt(track, last) / zAt(track, last - season)) / season
    tally.growths[0] += clip(growth, LARGE_GROWTH)
    tally.growths[1]++
  }
}

function clip(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value))
}
