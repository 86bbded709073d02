import { misfit } from '../../base/save/shape.ts'
import { also, real, type StateShape } from '../../base/shape.ts'

/**
 * The unit in which outcomes are learnt: 1, or 2⁻⁵³² for those that begin so large that their squares would overflow.
 *
 * A power of two, so that no digit is lost on the way and back.
 */
const HUGE = 1e140
const UNIT_OF_HUGE = 7.112827998352248e-161
/** Outcomes beyond ± this count as it: a distribution about them could not be told in numbers. */
const LARGEST = 1e300

export function outcomeUnit(first: number): number {
  return Math.abs(first) > HUGE ? UNIT_OF_HUGE : 1
}

export const OUTCOME_UNIT: StateShape<number> = /* @__PURE__ */ also(real(1), (unit, path) => {
  if (unit !== 1 && unit !== UNIT_OF_HUGE) misfit(path, 'a unit of outcomes', unit)
})

export function inUnit(y: number, unit: number): number {
  return unit * Math.max(-LARGEST, Math.min(LARGEST, y))
}
