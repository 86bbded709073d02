import { show } from '../../base/check.ts'
import { ArgumentError } from '../../base/errors.ts'
import { between, type StateShape } from '../../base/shape.ts'
import type { Conformity } from '../../nouns/conformity.ts'

/** What a classifier of two labels says. */
export const PROBABILITY: StateShape<number> = /* @__PURE__ */ between(0, 1)

/**
 * How little a label was expected: 1 − P(label). The labels whose score is at most the threshold are the set.
 *
 * As an interval: [−1, 1] are both labels, a point is one, and an empty interval is none.
 */
export const labelScore: Conformity<number> = {
  name: 'label',
  sides: 1,
  signed: false,
  check(probability) {
    if (probability >= 0 && probability <= 1) return
    throw new ArgumentError(`a probability must be in [0, 1]; received ${show(probability)}`)
  },
  score: (probability, y) => (y > 0 ? 1 - probability : probability),
  lower: (probability, threshold) => (probability <= threshold ? -1 : 1),
  upper: (probability, threshold) => (1 - probability <= threshold ? 1 : -1),
}

/** The labels in an interval that `labelScore` made. */
export function labelsIn(lower: number, upper: number): readonly (-1 | 1)[] {
  if (lower > upper) return []
  if (lower < upper) return [-1, 1]
  return lower > 0 ? [1] : [-1]
}
