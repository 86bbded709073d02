/**
 * How large widths were, by steps of 2 %. Plain data, of a size that does not grow.
 *
 * A mean is no use where the first intervals are a thousand times as wide as the others.
 */
export interface WidthsState {
  /** The first size: steps are counted from it. 0 before there is one. */
  unit: number
  /** Sizes in each step, the first one in the middle; those beyond the ends count there. */
  readonly counts: Float64Array
}

const STEP = Math.log(1.02)
const STEPS = 2048

export function createWidths(): WidthsState {
  return { unit: 0, counts: new Float64Array(STEPS) }
}

/** @param size at least 0 */
export function observeWidth(state: WidthsState, size: number): void {
  if (state.unit === 0) state.unit = size > 0 ? size : 0
  const place = size > 0 ? Math.round(Math.log(size / state.unit) / STEP) + STEPS / 2 : 0
  state.counts[Math.max(0, Math.min(STEPS - 1, place))]++
}

/** The median, exact to 1 %; 0 below all steps, null of none. */
export function medianWidth({ unit, counts }: WidthsState): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let before = 0
  const place = counts.findIndex((count) => {
    before += count
    return before >= all / 2
  })
  return place === 0 ? 0 : unit * Math.exp((place - STEPS / 2) * STEP)
}
