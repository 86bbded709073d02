import type { Forecast } from '../../aggregate/forecast.ts'
import { real, type StateShape, shape } from '../../base/shape.ts'

/** How much wider than believed the errors of forecasts made some rows ahead turned out. Plain data. */
export interface LateWidth {
  /** Σ ((y − mean)/sd)² and Σ 1 over the past, discounted. */
  squares: number
  count: number
}

const KEEP = 0.99
/** Rounds for which the distribution is taken at its word at first. */
const PRIOR = 10
/** One error counts as at most this many deviations, squared. */
const MOST = 100

export const LATE_WIDTH: StateShape<LateWidth> = /* @__PURE__ */ shape<LateWidth>({
  squares: real(PRIOR),
  count: real(PRIOR),
})

export function observeError(state: LateWidth, error: number, sd: number): void {
  const ratio = error / sd
  // 0/0 and ∞/∞ carry no information.
  if (Number.isNaN(ratio)) return
  state.squares = KEEP * state.squares + Math.min(MOST, ratio * ratio)
  state.count = KEEP * state.count + 1
}

/** Takes the distribution at its word again, as at first: other experts say it. */
export function forgetErrors(state: LateWidth): void {
  Object.assign(state, LATE_WIDTH())
}

export function widthOf({ squares, count }: LateWidth): number {
  return Math.sqrt(squares / count)
}

/**
 * The distribution, as wide about its mean as its errors were.
 *
 * Experts learn their noise when an outcome may be used, and know more then than when the forecast was made.
 */
export function widened(law: Forecast, state: LateWidth): Forecast {
  const width = widthOf(state)
  return law.rescaled(width, law.mean * (1 - width))
}
