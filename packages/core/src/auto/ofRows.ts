import { AggregateModel, type AggregateState } from '../aggregate/aggregateModel.ts'
import type { Forecast } from '../aggregate/forecast.ts'
import type { Issued } from '../aggregate/issued.ts'
import type { ScoredRound } from '../aggregate/scoredRound.ts'
import { EncodedModel } from '../models/encoded.ts'
import { point } from '../scores/scores.ts'
import type { AutoPlan } from './autoModel.ts'
import { autoExperts, autoLoss, slower } from './experts.ts'
import { StepGuide } from './stepGuide.ts'

/** Rows → x → the experts of `auto`, for numbers. */
export function ofRows(plan: AutoPlan): EncodedModel<Forecast, ScoredRound, AggregateState, Issued> {
  const { time, dates, zone, memory, ahead, guide: wanted = true } = plan
  const guide = wanted && memory && ahead === 1 ? new StepGuide() : undefined
  return new EncodedModel(modelOfX(plan, false), { time, dates, zone, memory, ahead, guide })
}

/** @param labels whether outcomes are −1 and +1 */
export function modelOfX({ memory, ahead, experts: families }: AutoPlan, labels: boolean): AggregateModel {
  // Not by `aggregate`: a page that loads `auto` alone must not load its options and its learner.
  return new AggregateModel({
    rules: [autoExperts({ labels, memory: memory && ahead === 1, ahead, families })],
    loss: autoLoss(labels),
    score: point,
    meta: slower(1, 0.01, ahead),
    prior: undefined,
    dimension: undefined,
    horizon: undefined,
    seed: 0,
    onFailure: 'restart',
    ledger: false,
    history: 0,
    switches: 0,
  })
}
