import { finite, positive } from '../base/check.ts'
import { hypotenuse } from '../math/hypotenuse.ts'
import type { Description } from '../nouns/model.ts'

/**
 * The units in which a model sees y: (y − shift)/scale. Rule and plain state; what an outcome shows counts from the
 * next round on.
 */
export interface TargetScale<State = unknown> {
  readonly description: Description
  init(): State
  shift(state: State): number
  /** Positive. */
  scale(state: State): number
  /** y in these units. Before they are known it must not be y as it is, which may be 1e6 of them. */
  toUnits(state: State, y: number): number
  observe(state: State, y: number): void
}

const LARGEST = 1e150
const SMALLEST = 1e-150

/** How many outcomes were seen, their mean, and the root of their mean squared deviation from it. */
export interface RunningTargetState {
  count: number
  mean: number
  deviation: number
}

/**
 * Running standardisation of y, by the past alone (Welford 1962).
 *
 *     shift = mean,   scale = sd     of the outcomes so far
 *
 * While they have not varied there is no unit: the first outcome counts as 0, the first that differs as ±1. Outcomes
 * beyond ±1e150 say nothing of the unit: forecasts in units of them would overflow. Nor is a deviation below 1e-150
 * a unit: ordinary outcomes would overflow in it.
 */
export function standardizeTarget(): TargetScale<RunningTargetState> {
  return {
    description: 'standardize',
    init: () => ({ count: 0, mean: 0, deviation: 0 }),
    shift: ({ mean }) => mean,
    scale: ({ deviation }) => (deviation > SMALLEST ? deviation : 1),
    toUnits: ({ mean, deviation, count }, y) =>
      deviation > SMALLEST ? (y - mean) / deviation : count > 0 ? Math.sign(y - mean) : y * 0,
    observe(state, y) {
      if (Math.abs(y) > LARGEST) return
      const before = y - state.mean
      state.count++
      state.mean += before / state.count
      const kept = state.deviation * Math.sqrt((state.count - 1) / state.count)
      const added = Math.sqrt(Math.abs(before) / state.count) * Math.sqrt(Math.abs(y - state.mean))
      // A root of squares and not a sum of them: an outcome of 1e160 must not overflow.
      state.deviation = hypotenuse(kept, added)
    },
  }
}

/** A fixed unit: (y − shift)/scale. */
export function fixedTarget(shift: number, scale: number): TargetScale<null> {
  finite('shift', shift)
  positive('scale', scale)
  return {
    description: { shift, scale },
    init: () => null,
    shift: () => shift,
    scale: () => scale,
    toUnits: (_state, y) => (y - shift) / scale,
    observe() {},
  }
}
