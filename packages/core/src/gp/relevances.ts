import { type Options, options } from '../base/options.ts'
import { countUpTo, list, numberFrom0 } from '../base/values.ts'

export interface RelevancesOptions {
  /** Number of features. */
  readonly dimension: number
  /** What a feature's scale may be beside 1. @default [0, 3] */
  readonly factors?: readonly number[]
}

export const RELEVANCES: Options<RelevancesOptions> = options('relevances', {
  dimension: { value: countUpTo(1000) },
  factors: { value: list(numberFrom0), default: [0, 3] },
})

/**
 * An axis of `scales` on which an aggregate learns how much each feature matters (automatic relevance determination): all
 * features alike, and then one feature at a time with another scale; 0 leaves it out.
 *
 *     relevances({ dimension: 2 })  →  [1 1] [0 1] [3 1] [1 0] [1 3]
 */
export function relevances(given: RelevancesOptions): readonly (readonly number[])[] {
  const { dimension, factors } = RELEVANCES.read(given)
  const alike = new Array<number>(dimension).fill(1)
  const others = alike.flatMap((_, j) =>
    factors.map((factor) => alike.map((one, i) => (i === j ? factor : one))),
  )
  return [alike, ...others]
}
