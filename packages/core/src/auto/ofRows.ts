import { aggregate } from '../aggregate/aggregate.ts'
import type { AggregateModel, AggregateState } from '../aggregate/aggregateModel.ts'
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
  const { model } = aggregate({
    experts: autoExperts({ labels, memory: memory && ahead === 1, ahead, families }),
    loss: autoLoss(labels),
    score: point,
    meta: slower(1, 0.01, ahead),
    onFailure: 'restart',
    ledger: false,
  })
  return model
}
