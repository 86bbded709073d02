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

/** The five online regression methods in every way that a reading may have them, each a learner with one expert. */
export function competitors(
  { learners, window }: NonstationarySettings,
  seed: number,
): Record<string, AggregateLearner> {
  const alone = (rule: Rule): AggregateLearner =>
    aggregate({ experts: rule, loss: squared, score: point, dimension: 10, seed })
  return {
    'Online Bagging': alone(onlineBagging(linearRegression(), { learners })),
    'Bagged Hoeffding trees': alone(onlineBagging(hoeffdingTree(), { learners })),
    AMF: alone(mondrianForest({ learners, form: 'river-0.20' })),
    'AMF, corrected': alone(mondrianForest({ learners })),
    KNN: alone(knn()),
    'KNN, 250 rounds': alone(knn({ window })),
    HAT: alone(hoeffdingAdaptiveTree()),
    ARF: alone(adaptiveRandomForest({ learners })),
  }
}
