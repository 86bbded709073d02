/** The miss rate that is asked of a law so that its intervals miss at the rate that was promised. Plain data. */
export interface LevelState {
  miss: number
  readonly target: number
  rounds: number
  misses: number
}

const STEP = 0.01
/** The miss rate asked for stays between these, whatever happened. */
const LEAST = 0.002
const MOST = 0.6

export function createLevel(coverage: number): LevelState {
  return { miss: 1 - coverage, target: 1 - coverage, rounds: 0, misses: 0 }
}

/** The mass to ask of a law for an interval that covers as often as promised. */
export function governedMass({ miss }: LevelState): number {
  return 1 - Math.max(LEAST, Math.min(MOST, miss))
}

/**
 * Adaptive conformal inference (Gibbs & Candès 2021) on the level of a law's own quantiles.
 *
 *     miss ← miss + step·(target − 1{y outside})
 */
export function observeMiss(state: LevelState, missed: boolean): void {
  state.rounds++
  if (missed) state.misses++
  state.miss += STEP * (state.target - (missed ? 1 : 0))
  // Beyond the ends nothing more can be asked for; a debt there would only delay the way back.
  state.miss = Math.max(0, Math.min(MOST + 0.1, state.miss))
}
