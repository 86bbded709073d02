import type { PathState } from '../paths/parts.ts'
import { zAt } from '../paths/track.ts'
import type { CrowdShape } from './crowdPlan.ts'
import { gaugeUnit, toGauge } from './gauge.ts'
import type { SharedState, Sums } from './shared.ts'

/** How large the errors of one series are. Plain data. */
export interface MannersState {
  /** Typical error of one step, and how many errors are in it; and the same on the gauge. */
  error: number
  errors: number
  spread: number
  spreads: number
}

const FADE = 0.97
/** Errors count up to so many typical ones. */
const LARGE = 8
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
    return { error: 0, errors: 0, spread: 0, spreads: 0 }
  }

  /** Typical error of one step; at first that of all, at the level of this series. */
  unit({ error, errors }: MannersState, { spread }: SharedState, { level }: PathState): number {
    return errors > 0 && error > 0 ? error : spread * level
  }

  /** What the outcome of one step shows. */
  follow(
    state: MannersState,
    shared: SharedState,
    path: PathState,
    y: number,
    mean: number,
    sums: Sums | undefined,
  ): void {
    const unit = this.unit(state, shared, path)
    if (!(unit > 0)) return
    const most = state.errors > 2 ? LARGE * unit : Infinity
    state.errors = FADE * state.errors + 1
    state.error += (Math.min(Math.abs(y - mean), most) - state.error) / state.errors
    const gauge = gaugeUnit(path.least, path.level)
    if (gauge === 0) return
    const off = Math.abs(toGauge(y, gauge) - toGauge(mean, gauge))
    const bounded = Math.min(off, state.spreads > 2 ? LARGE * state.spread : 1)
    state.spreads = FADE * state.spreads + 1
    state.spread += (bounded - state.spread) / state.spreads
    if (!sums) return
    sums.spreads[0] += bounded
    sums.spreads[1]++
  }

  /** What the last outcomes add to the season and the growth of all. */
  share(path: PathState, start: number, sums: Sums): void {
    const { track } = path.scales[0]
    const { season } = this.#shape
    const last = track.end - 1
    sums.period[0]++
    if (season < 2 || last + 1 < season || !(path.least > 0)) return
    let total = 0
    for (let i = 0; i < season; i++) total += Math.log(zAt(track, last - i))
    const middle = last - ((season - 1) >> 1)
    const phase = (start + middle) % season
    sums.phases[phase] += clip(Math.log(zAt(track, middle)) - total / season, LARGE_PHASE)
    sums.phaseCounts[phase]++
    if (last + 1 < 2 * season) return
    const growth = Math.log(zAt(track, last) / zAt(track, last - season)) / season
    sums.growths[0] += clip(growth, LARGE_GROWTH)
    sums.growths[1]++
  }
}

function clip(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value))
}
