/** How large errors are of late: running means of √|e|, so that one of them does not swamp the others. Plain data. */
export interface RunningLevel {
  rounds: number
  /** Over 5, 25 and 200 rounds. */
  quick: number
  middle: number
  slow: number
}

/** The unit that scales are relative to; 0 before the first error. */
export function levelOf({ slow }: RunningLevel): number {
  return slow * slow
}

export function followLevel(state: RunningLevel, size: number): void {
  const root = Math.sqrt(size)
  const first = state.rounds === 0
  state.rounds++
  state.slow += (root - state.slow) / Math.min(state.rounds, 200)
  state.quick = first ? state.slow : 0.8 * state.quick + 0.2 * root
  state.middle = first ? state.slow : 0.96 * state.middle + 0.04 * root
}

/** Log ratios of the means: whether errors have just grown, and whether they have of late. Writes two numbers. */
export function recentChanges({ quick, middle, slow }: RunningLevel, out: Float64Array, at: number): void {
  const floor = 0.1 * slow
  const ratio = (above: number, below: number): number =>
    slow > 0 ? Math.max(-2, Math.min(2, 2 * Math.log((above + floor) / (below + floor)))) : 0
  out[at] = ratio(quick, middle)
  out[at + 1] = ratio(middle, slow)
}
