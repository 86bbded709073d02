/**
 * The clock of a window W: every `period` rounds a fresh factor begins and is ready `lag` rounds later.
 *
 *     period = 2⌈W/5⌉, lag = 4⌊W/22⌋ + 1
 *
 * Nearly half of the rounds share the work of building, which keeps the slowest below three times the median
 * (`node bench/gp.js slices` measures it, docs/benchmarks.md says what was seen; no test asserts times).
 * W − lag ≥ period, so that the older stack is never empty when a point must go.
 */
export function clock(window: number): { readonly period: number; readonly lag: number } {
  const period = window < 3 ? 1 : 2 * Math.ceil(window / 5)
  return { period, lag: window < 3 ? 0 : 4 * Math.floor(window / 22) + 1 }
}

/** The last round not after `round` at which a fresh factor came into use; 0 if none has. */
export function lastRebuild(window: number, round: number): number {
  const { period, lag } = clock(window)
  const rebuilt = Math.floor((round - lag) / period) * period + lag
  return rebuilt >= period + lag ? rebuilt : 0
}

/** Points a history must hold so that a window's factors can be had from it again. */
export function needed(window: number): number {
  return window + clock(window).period
}
