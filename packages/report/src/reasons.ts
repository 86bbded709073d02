import { sharesOfParts } from 'credence/auto'
import { counter, listOf, real, type StateShape, shape, string, whole } from 'credence/kinds'

/** What columns did to forecasts lately, and how that went along the run. Plain data. */
export interface ReasonsState {
  /** Rows that were explained. */
  rows: number
  /** Columns, parts of the calendar, past outcomes: in order of appearance. */
  readonly names: string[]
  /** Σ |effect| of each, discounted. */
  readonly sums: number[]
  /** Σ effect · (forecast − base) of each, discounted: its part in how far forecasts move. */
  readonly parts: number[]
  /** Σ of the discounts. */
  weight: number
  readonly points: ReasonsPoint[]
  /** Explained rows between two points; doubles when there are too many. */
  every: number
}

/** The part of each name at some row. */
export interface ReasonsPoint {
  readonly t: number
  /** NaN where rows have no time. */
  readonly time: number
  readonly parts: readonly number[]
}

/** Why one forecast is what it is, as a learner reports it. */
export interface Explained {
  readonly forecast: number
  /** The forecast where nothing is known of the row. */
  readonly base: number
  readonly columns: readonly { readonly column: string; readonly effect: number }[]
}

/** What is explained lately counts: about the last 25 explanations. */
const KEEP = 0.96
const MOST_POINTS = 200
const MOST_NAMES = 200

const POINT: StateShape<ReasonsPoint> = /* @__PURE__ */ shape<ReasonsPoint>({
  t: real(1),
  time: real(),
  parts: listOf(real()),
})

export const REASONS: StateShape<ReasonsState> = /* @__PURE__ */ shape<ReasonsState>({
  rows: counter,
  names: listOf(string),
  sums: listOf(real(), ({ names }: ReasonsState) => names.length),
  parts: listOf(real(), ({ names }: ReasonsState) => names.length),
  weight: real(),
  points: listOf(POINT),
  every: whole(1),
})

/**
 * Enters the explanation of a row.
 *
 * The part of a column is its part in the square of the way that forecasts move: see `sharesOfReasons`.
 *
 * @param unit of the row's own series, so that a large series does not drown the others
 */
export function observeReasons(
  state: ReasonsState,
  { forecast, base, columns }: Explained,
  { t, time, unit = 1 }: { readonly t: number; readonly time: number; readonly unit?: number },
): void {
  if (!(unit > 0)) return
  const { names, sums, parts } = state
  for (let i = 0; i < sums.length; i++) {
    sums[i] *= KEEP
    parts[i] *= KEEP
  }
  state.weight = KEEP * state.weight + 1
  const way = (forecast - base) / unit
  for (const { column, effect } of columns) {
    let place = names.indexOf(column)
    if (place < 0 && names.length < MOST_NAMES) {
      place = names.push(column) - 1
      sums.push(0)
      parts.push(0)
    }
    if (place < 0 || !Number.isFinite(effect * way)) continue
    sums[place] += Math.abs(effect) / unit
    parts[place] += (effect / unit) * way
  }
  if (++state.rows % state.every !== 0) return
  state.points.push({ t, time, parts: [...parts] })
  if (state.points.length <= MOST_POINTS) return
  const kept = state.points.filter((_, i) => i % 2 === 1)
  state.points.splice(0, state.points.length, ...kept)
  state.every *= 2
}

/** Shares of the columns, those that matter most at the end first. */
export interface ReasonsSummary {
  readonly rows: number
  readonly t: readonly number[]
  /** Milliseconds; null where rows have no time. */
  readonly time: readonly (number | null)[]
  readonly columns: readonly {
    readonly name: string
    /** Mean size of its effect lately: in units of the target or of each series, for classes in probability. */
    readonly effect: number
    /** Its part in how far forecasts moved from what they are where nothing is known, 0 to 1. */
    readonly share: number
    /** Its share along the run. */
    readonly shares: readonly number[]
  }[]
}

export function summariseReasons({
  rows,
  names,
  sums,
  parts,
  weight,
  points,
}: ReasonsState): ReasonsSummary | undefined {
  if (points.length === 0) return undefined
  const latest = sharesOfParts(parts)
  const along = points.map((point) => sharesOfParts(point.parts))
  return {
    rows,
    t: points.map(({ t }) => t),
    time: points.map(({ time }) => (Number.isNaN(time) ? null : time)),
    columns: names
      .map((name, place) => ({
        name,
        effect: sums[place] / weight,
        share: latest[place],
        shares: along.map((shares) => shares[place] ?? 0),
      }))
      .sort((a, b) => b.share - a.share),
  }
}
