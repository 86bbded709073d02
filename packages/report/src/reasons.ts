import { counter, listOf, real, type StateShape, shape, string, whole } from 'credence/kinds'

/** What columns did to forecasts lately, and how that went along the run. Plain data. */
export interface ReasonsState {
  /** Rows that were explained. */
  rows: number
  /** Columns, parts of the calendar, past outcomes: in order of appearance. */
  readonly names: string[]
  /** Σ |effect| of each, discounted. */
  readonly sums: number[]
  /** Σ of the discounts. */
  weight: number
  readonly points: ReasonsPoint[]
  /** Explained rows between two points; doubles when there are too many. */
  every: number
}

/** Mean |effect| of each name at some row. */
export interface ReasonsPoint {
  readonly t: number
  /** NaN where rows have no time. */
  readonly time: number
  readonly effects: readonly number[]
}

/** What is explained lately counts: about the last 25 explanations. */
const KEEP = 0.96
const MOST_POINTS = 200
const MOST_NAMES = 200

const POINT: StateShape<ReasonsPoint> = /* @__PURE__ */ shape<ReasonsPoint>({
  t: real(1),
  time: real(),
  effects: listOf(real()),
})

export const REASONS: StateShape<ReasonsState> = /* @__PURE__ */ shape<ReasonsState>({
  rows: counter,
  names: listOf(string),
  sums: listOf(real(), ({ names }: ReasonsState) => names.length),
  weight: real(),
  points: listOf(POINT),
  every: whole(1),
})

export function observeReasons(
  state: ReasonsState,
  columns: readonly { readonly column: string; readonly effect: number }[],
  t: number,
  time: number,
): void {
  const { names, sums } = state
  for (let i = 0; i < sums.length; i++) sums[i] *= KEEP
  state.weight = KEEP * state.weight + 1
  for (const { column, effect } of columns) {
    let place = names.indexOf(column)
    if (place < 0 && names.length < MOST_NAMES) {
      place = names.push(column) - 1
      sums.push(0)
    }
    if (place >= 0 && Number.isFinite(effect)) sums[place] += Math.abs(effect)
  }
  if (++state.rows % state.every !== 0) return
  state.points.push({ t, time, effects: sums.map((sum) => sum / state.weight) })
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
    /** Mean size of its effect lately: in units of the target, for classes in probability. */
    readonly effect: number
    /** The same as a share of all columns, 0 to 1. */
    readonly share: number
    /** Its share along the run. */
    readonly shares: readonly number[]
  }[]
}

export function summariseReasons({
  rows,
  names,
  sums,
  weight,
  points,
}: ReasonsState): ReasonsSummary | undefined {
  if (points.length === 0) return undefined
  const total = sums.reduce((sum, value) => sum + value, 0)
  const shareAt = ({ effects }: ReasonsPoint, place: number): number => {
    const all = effects.reduce((sum, value) => sum + value, 0)
    return all > 0 ? (effects[place] ?? 0) / all : 0
  }
  return {
    rows,
    t: points.map(({ t }) => t),
    time: points.map(({ time }) => (Number.isNaN(time) ? null : time)),
    columns: names
      .map((name, place) => ({
        name,
        effect: sums[place] / weight,
        share: total > 0 ? sums[place] / total : 0,
        shares: points.map((point) => shareAt(point, place)),
      }))
      .sort((a, b) => b.share - a.share),
  }
}
