import { real, type StateShape, shape } from '../base/shape.ts'
import { type Governor, governed, governedLevel } from '../conformal/memories/governor.ts'

/** How often intervals held the outcome, and what the governor has come to. Plain data. */
export interface CoveringState {
  /** g of the governor. */
  governor: number
  rounds: number
  misses: number
}

export const COVERING: StateShape<CoveringState> = /* @__PURE__ */ shape<CoveringState>({
  governor: real(),
  rounds: real(),
  misses: real(),
})

/**
 * How far below what was promised the governor may ask, as g: for odds of 2 to 1 where 9 to 1 were promised. Hundreds of rows
 * that never changed are all held; to pay all of that back would miss too many of the rows that do change.
 */
const MOST_OWED = 1.5

/** The mass to ask of a distribution for an interval that covers as often as promised; 1 for all numbers. */
export function governedMass(governor: Governor, { governor: g }: CoveringState): number {
  const mass = 1 - governedLevel(governor, g)
  // Nearer to 1 the upper end would be at the level 1.
  if (g > governor.limit || mass > 1 - Number.EPSILON) return 1
  return Math.max(Number.EPSILON, mass)
}

/** Counts an outcome that was held, and asks for as much as before. */
export function observeHit(state: CoveringState): void {
  state.rounds++
}

/** The bound on misses holds in spite of the floor, which only makes them fewer. */
export function observeMiss(governor: Governor, state: CoveringState, missed: boolean): void {
  state.rounds++
  if (missed) state.misses++
  state.governor = Math.max(-MOST_OWED, governed(governor, state.governor, missed ? 1 : 0))
}

/**
 * Asks for little less than promised, where the distribution that was too wide is gone. The bound on misses stands: they only
 * get fewer.
 *
 * @param owed how much less may still be asked, as g
 */
export function askInFull(state: CoveringState, owed: number): void {
  state.governor = Math.max(-owed, state.governor)
}
