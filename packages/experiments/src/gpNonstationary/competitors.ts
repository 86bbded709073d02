import { type AggregateLearner, aggregate, point, type Rule, squared } from 'credence'
import * as baselines from 'credence/baselines'
import type { NonstationarySettings } from './settings.ts'

/** The five online regression methods in every way that a reading may have them, each a learner with one expert. */
export function competitors(
  { learners, window }: NonstationarySettings,
  seed: number,
): Record<string, AggregateLearner> {
  const alone = (rule: Rule): AggregateLearner =>
    aggregate({ experts: rule, loss: squared, score: point, dimension: 10, seed })
  return {
    'Online Bagging': alone(baselines.onlineBagging(baselines.linearRegression(), { learners })),
    'Bagged Hoeffding trees': alone(baselines.onlineBagging(baselines.hoeffdingTree(), { learners })),
    AMF: alone(baselines.mondrianForest({ learners, form: 'river-0.20' })),
    'AMF, corrected': alone(baselines.mondrianForest({ learners })),
    KNN: alone(baselines.knn()),
    'KNN, 250 rounds': alone(baselines.knn({ window })),
    HAT: alone(baselines.hoeffdingAdaptiveTree()),
    ARF: alone(baselines.adaptiveRandomForest({ learners })),
  }
}
