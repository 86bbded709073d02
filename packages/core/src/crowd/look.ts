import type { Draft } from '../paths/draft.ts'
import type { PathState } from '../paths/parts.ts'
import { rowsOf, samePhase, zAt } from '../paths/track.ts'
import type { CrowdShape } from './crowdPlan.ts'
import { toGauge } from './gauge.ts'

/** Features before the phase of the season. */
const COMMON = 21
/** Longer seasons are waves, not words. */
const MOST_PHASES = 31
const WAVES = 3
/** Features are clipped to so many units. */
const LARGE = 12

/** What one step of one series is seen by. */
export interface Sight {
  /** Unit of the logarithm, and typical error on it. */
  readonly unit: number
  readonly spread: number
  /** Typical error of one step, in units of the outcome. */
  readonly error: number
  /** The last two standardised errors of one step. */
  readonly last: number
  readonly before: number
  readonly shock: number
  readonly change: number
  /** Place of the first row on the clock that all series share. */
  readonly start: number
  readonly season: Float64Array
}

/** The past of a series in its own units, as the regression over all series sees it. */
export class Look {
  readonly dimension: number
  readonly #shape: CrowdShape
  readonly #phases: number

  constructor(shape: CrowdShape) {
    this.#shape = shape
    const { season, plan } = shape
    this.#phases = season < 2 ? 0 : season <= MOST_PHASES ? season : 2 * WAVES
    this.dimension = COMMON + this.#phases + 2 * plan.known + (plan.year > 0 ? 4 : 0)
  }

  /** The outcome of the last row with the phase of step k, from 0; with the season of all, in the first season. */
  naive({ scales: [{ track }] }: PathState, k: number, { unit, season, start }: Sight): number {
    const { lag } = this.#shape
    const row = track.end + k
    if (rowsOf(track) > lag) return toGauge(zAt(track, samePhase(row, track.end, lag)), unit)
    const last = track.end - 1
    const shift = unit > 0 ? this.#seasonAt(season, start + row) - this.#seasonAt(season, start + last) : 0
    return toGauge(zAt(track, last) * Math.exp(shift), unit)
  }

  /** Writes the features of step k; `mean` and `naive` stand on the gauge. */
  write(
    state: PathState,
    k: number,
    sight: Sight,
    mean: number,
    naive: number,
    draft: Draft,
    out: Float64Array,
  ): void {
    const { unit, spread } = sight
    const q = (value: number): number => Math.max(-LARGE, Math.min(LARGE, value / spread))
    out[0] = 1
    out[1] = q(mean - naive)
    out[2] = sight.last
    out[3] = sight.before
    out[4] = sight.shock
    out[5] = sight.change
    let o = this.#writeLags(state, k, sight, naive, q, out, 6)
    const { track } = state.scales[0]
    const clock = sight.start + track.end
    const now = this.#seasonAt(sight.season, clock - 1)
    out[o++] = unit > 0 ? q(this.#seasonAt(sight.season, clock + k) - now) : 0
    out[o++] = 1 / Math.sqrt(rowsOf(track))
    o = this.#writeFamilies(draft, k, mean, unit, q, out, o)
    o = this.#writePhase(clock + k, out, o)
    o = this.#writeKnown(draft, k, out, o)
    this.#writeYear(clock, k, out, o)
  }

  /** Changes of the last rows, and against a season ago; 0 where there is no such row. */
  #writeLags(
    { scales: [{ track }] }: PathState,
    k: number,
    { unit }: Sight,
    naive: number,
    q: (value: number) => number,
    out: Float64Array,
    from: number,
  ): number {
    const { lag } = this.#shape
    const last = track.end - 1
    const rows = rowsOf(track)
    const z = (row: number): number => toGauge(zAt(track, row), unit)
    const change = (row: number, before: number): number =>
      before >= track.first ? q(z(row) - z(before)) : 0
    let o = from
    for (let i = 0; i < 4; i++) out[o++] = change(last - i, last - i - lag)
    out[o++] = change(last, last - 1)
    out[o++] = change(last - 1, last - 2)
    const then = samePhase(track.end + k, track.end, lag)
    out[o++] = then - lag >= track.first ? q(naive - z(then - lag)) : 0
    let mean = 0
    let before = 0
    const span = Math.min(lag, rows)
    for (let i = 0; i < span; i++) {
      mean += z(last - i) / span
      before += z(last - i - lag) / span
    }
    out[o++] = rows >= 2 * lag ? q(mean - before) : 0
    out[o++] = q(z(last) - mean)
    out[o++] = q(naive - mean)
    return o
  }

  /** What the first two families and the last one forecast beside the mean. */
  #writeFamilies(
    { paths, families }: Draft,
    k: number,
    mean: number,
    unit: number,
    q: (value: number) => number,
    out: Float64Array,
    from: number,
  ): number {
    const size = paths.length / this.#shape.steps
    let at = k * size
    let o = from
    families.forEach((count, f) => {
      if (f < 2 || f === families.length - 1) {
        let sum = 0
        for (let i = at; i < at + count; i++) sum += paths[i]
        out[o++] = q(toGauge(sum / count, unit) - mean)
      }
      at += count
    })
    return o
  }

  #writeKnown({ columns }: Draft, k: number, out: Float64Array, from: number): number {
    const { known } = this.#shape.plan
    for (let c = 0; c < known; c++) {
      out[from + 2 * c] = columns.future[k * known + c]
      out[from + 2 * c + 1] = columns.future[k * known + c] - columns.now[c]
    }
    return from + 2 * known
  }

  #writeYear(clock: number, k: number, out: Float64Array, from: number): void {
    const { year } = this.#shape.plan
    if (year === 0) return
    const angle = (2 * Math.PI * (clock + k)) / year
    const origin = (2 * Math.PI * (clock - 1)) / year
    out[from] = Math.sin(angle)
    out[from + 1] = Math.cos(angle)
    out[from + 2] = Math.sin(angle) - Math.sin(origin)
    out[from + 3] = Math.cos(angle) - Math.cos(origin)
  }

  #seasonAt(season: Float64Array, row: number): number {
    return season[row % season.length]
  }

  #writePhase(row: number, out: Float64Array, from: number): number {
    const { season } = this.#shape
    const phases = this.#phases
    if (phases === season) {
      out.fill(0, from, from + phases)
      out[from + (row % season)] = 1
    } else {
      for (let w = 0; w < phases / 2; w++) {
        const angle = (2 * Math.PI * (w + 1) * row) / season
        out[from + 2 * w] = Math.sin(angle)
        out[from + 2 * w + 1] = Math.cos(angle)
      }
    }
    return from + phases
  }
}
