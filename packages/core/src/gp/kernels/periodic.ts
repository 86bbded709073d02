import type { Options } from '../../base/options.ts'
import { positiveNumber } from '../../base/values.ts'
import { exp } from '../../math/exp.ts'
import type { Kernel } from './kernel.ts'
import { type LeafOptions, leaf, leafOptions } from './leaf.ts'

export interface PeriodicOptions extends LeafOptions {
  /** After what distance a feature repeats, in units of x. */
  readonly period: number
}

export const PERIODIC: Options<PeriodicOptions> = leafOptions('periodic', {
  period: { value: positiveNumber },
})

/**
 * Functions that repeat (MacKay 1998): smooth ones on a circle, for each feature.
 *
 *     c(x, x') = exp(−2 Σⱼ lⱼ² sin²(π(xⱼ − x'ⱼ)/period))
 *
 * `scales` with zeros lets it see time alone.
 */
export function periodic(given: PeriodicOptions): Kernel {
  return leaf(PERIODIC, given, ({ period }) => ({
    part: (a, b) => squaredSine(a - b, period),
    whole: (sum) => exp(-2 * sum),
  }))
}

/** Taylor coefficients of sin(a)/a in a², the last first: ±1/(2k + 1)!. */
const TAYLOR = [21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1].map((n) => {
  let factorial = 1
  for (let i = 2; i <= n; i++) factorial *= i
  return (n % 4 === 1 ? 1 : -1) / factorial
})

/** sin²(πd/period), the same on every engine; d is brought to half a period, where eleven terms are enough. */
function squaredSine(d: number, period: number): number {
  const angle = (Math.PI * (d - period * Math.round(d / period))) / period
  const square = angle * angle
  let sum = 0
  for (const coefficient of TAYLOR) sum = sum * square + coefficient
  const sine = angle * sum
  return sine * sine
}
