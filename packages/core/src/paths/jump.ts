import { keptPerRound } from '../math/powers.ts'

/** What speaks for a jump of noise. Plain data. */
export interface JumpState {
  /** How much likelier the last errors are if noise has jumped: a logarithm, never below 0. */
  evidence: number
  /** The mean of these errors, freed of what noise follows; how many they are; and the largest of them as it came. */
  scale: number
  errors: number
  peak: number
  /** The largest error before them, fading. */
  largest: number
}

/** The largest error, over what errors would be usual if there were a jump to noise of which it is usual. */
const TOP = 1.2
/** How many times as large noise is after a jump. */
const LARGER = 3
/** An error counts as so many usual ones at most. */
const CLIPPED = 6
/** Evidence that is enough: at least three errors in a row that are about twice as large as the largest before. */
const SURE = 6
const FADE = keptPerRound(80)

export function createJump(): JumpState {
  return { evidence: 0, scale: 0, errors: 0, peak: 0, largest: 0 }
}

/**
 * Takes in an error of one step, and tells whether noise has jumped: by a sum of log likelihood ratios that starts anew
 * at 0. An error counts beside the largest of late, not beside the usual one: mornings after quiet nights are no jump,
 * nor is a single outlier.
 *
 * @param freed the error freed of what noise follows
 * @param isKnown whether enough errors are known to say which are large
 */
export function hasJumped(state: JumpState, error: number, freed: number, isKnown: boolean): boolean {
  state.largest *= FADE
  const ratio = isKnown && state.largest > 0 ? Math.min((TOP * error) / state.largest, CLIPPED) : 0
  state.evidence = Math.max(0, state.evidence + ratio * (1 - 1 / LARGER) - Math.log(LARGER))
  state.peak = Math.max(state.peak, error)
  if (state.evidence === 0) {
    state.largest = Math.max(state.largest, state.peak)
    restart(state)
    return false
  }
  state.errors++
  state.scale += (freed - state.scale) / state.errors
  return state.evidence >= SURE
}

/** The world after the jump is the usual one. */
export function settleJump(state: JumpState): void {
  state.largest = state.peak
  restart(state)
}

function restart(state: JumpState): void {
  state.evidence = 0
  state.scale = 0
  state.errors = 0
  state.peak = 0
}
