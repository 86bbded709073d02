import { type AggregateLearner, aggregate, point, type Rule, squared } from 'credence'
import {
  adaptiveRandomForest,
  hoeffdingAdaptiveTree,
  hoeffdingTree,
  knn,
  linearRegression,
  mondrianForest,
  onlineBagging,
} from 'credence/baselines'
import type { NonstationarySettings } from './settings.ts'

/** The five online regression methods, and bagged trees, each as a learner with a single expert. */
export function competitors(
  { learners, window }: NonstationarySettings,
  seed: number,
): Record<string, AggregateLearner> {
  const alone = (rule: Rule): AggregateLearner =>
    aggregate({ experts: rule, loss: squared, score: point, dimension: 10, seed })
  return {
    'Online Bagging': alone(onlineBagging(linearRegression(), { learners })),
    AMF: alone(mondrianForest({ learners })),
    KNN: alone(knn({ window })),
    HAT: alone(hoeffdingAdaptiveTree()),
    ARF: alone(adaptiveRandomForest({ learners })),
    'Bagged Hoeffding trees': alone(onlineBagging(hoeffdingTree(), { learners })),
  }
}
