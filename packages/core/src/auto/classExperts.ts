import type { AggregateModel } from '../aggregate/aggregateModel.ts'
import { classForest } from '../classes/classForest.ts'
import { classNeighbours } from '../classes/classNeighbours.ts'
import { classNormals } from '../classes/classNormals.ts'
import { frequencies, transitions } from '../classes/frequencies.ts'
import { oneAgainstRest } from '../classes/oneAgainstRest.ts'
import { softmaxRegression } from '../classes/softmaxRegression.ts'
import { LEAD, WIDE } from '../models/epochs/screen.ts'
import type { ClassRule } from '../nouns/classRule.ts'

/**
 * The experts of `auto` on classes, for features in standard units.
 *
 * While there are at most ten classes, each has the experts of a number, on labels −1 and +1. All classes together have a
 * multinomial logistic regression, normal distributions of x, neighbours, a forest, and frequencies: their cost hardly grows with
 * the number of classes.
 *
 * @param memory whether the last class is known when the next is forecast
 */
export function classExperts(each: AggregateModel, memory: boolean): ClassRule[] {
  return [
    oneAgainstRest(each),
    frequencies(),
    ...(memory ? [transitions()] : []),
    ...[
      softmaxRegression({ priorVariance: [0.05, 1] }),
      classNormals(),
      classNeighbours(),
      classForest(),
    ].map((rule) => leading(rule as ClassRule)),
  ]
}

/** Of many features those that lead. */
function leading(rule: ClassRule): ClassRule {
  return {
    ...rule,
    bind: ({ dimension }) => rule.bind({ dimension: dimension > WIDE ? LEAD : dimension }),
  }
}
