import type { Forecast } from '../aggregate/forecast.ts'
import { remembered } from '../base/remembered.ts'
import { counter, listOf, nullable, shape, shapeOf, upTo } from '../base/shape.ts'
import { canLearn } from '../live/canLearn.ts'
import { modelOf } from '../live/modelOf.ts'
import type { ClassPanel, ClassRule } from '../nouns/classRule.ts'
import type { Model, Modelled } from '../nouns/model.ts'
import type { Features } from '../nouns/panel.ts'

/** A model of labels −1 and +1. */
interface LabelModel<State, Issued> extends Model<Features, Forecast, unknown, State, Issued> {
  /** The same model for x of this length, with scratch of its own. @default this one serves every length */
  ofDimension?(dimension: number): LabelModel<State, Issued>
}

export interface OneAgainstRestState<State = unknown> {
  /** One for each class; null where there is none, or where another says all. */
  readonly learners: (State | null)[]
  /** Rounds that each has seen. */
  readonly rounds: number[]
  round: number
}

/** Each class has a model of its own: of more classes than this it says nothing, and costs nothing. */
export const MOST_ONE_BY_ONE = 10
/** Rounds before what a model says of a class that appeared late is believed. */
const YOUNG = 20

/**
 * An expert on classes made of a model of labels −1 and +1: one state for each class against all others. Their
 * probabilities are divided by their sum.
 *
 *     oneAgainstRest(aggregate({ experts: svb({ scale: [0.1, 1] }), loss: logistic }))
 *
 * Of two classes one model says all. With more than ten classes it sleeps.
 */
export function oneAgainstRest<State, Issued>(
  around: Modelled<LabelModel<State, Issued>>,
): ClassRule<OneAgainstRestState<State>> {
  const model = modelOf(around)
  return {
    description: { kind: 'one-against-rest', of: model.description },
    bind: ({ dimension }) => onePerClass(model, dimension),
  }
}

function onePerClass<State, Issued>(
  model: LabelModel<State, Issued>,
  dimension: number,
): ClassPanel<OneAgainstRestState<State>> {
  // One program for each class, because a program's scratch follows one state.
  const programs = remembered(() => model.ofDimension?.(dimension) ?? model)

  function begin({ learners, rounds }: OneAgainstRestState<State>, classes: number): void {
    while (learners.length < classes) {
      learners.push(null)
      rounds.push(0)
    }
    for (let c = classes === 2 ? 1 : 0; c < classes; c++) learners[c] ??= programs(c).init()
  }

  return {
    capacity: 1,
    init: shape<OneAgainstRestState<State>>({
      learners: upTo(MOST_ONE_BY_ONE, listOf(nullable(shapeOf(model.ofDimension?.(dimension) ?? model)))),
      rounds: listOf(counter, ({ learners }: OneAgainstRestState) => learners.length),
      round: counter,
    }),
    expect(state, classes) {
      if (classes >= 2 && classes <= MOST_ONE_BY_ONE) begin(state, classes)
    },
    predict({ learners, rounds, round }, x, classes, out) {
      if (classes > MOST_ONE_BY_ONE) {
        out.fill(Number.NaN, 0, classes)
        return
      }
      let total = 0
      for (let c = classes === 2 ? 1 : 0; c < classes; c++) {
        const learner = learners[c] ?? null
        const isYoung = (rounds[c] ?? 0) < Math.min(YOUNG, round)
        const p = learner === null || isYoung ? 1 / classes : programs(c).predict(learner, x).probability
        total += out[c] = p
      }
      if (classes === 2) {
        out[0] = 1 - out[1]
        total = 1
      }
      for (let c = 0; c < classes; c++) out[c] /= total
    },
    update(state, x, y, classes) {
      const { learners, rounds } = state
      if (classes > MOST_ONE_BY_ONE) {
        learners.length = 0
        rounds.length = 0
        return
      }
      state.round++
      if (classes < 2) return
      begin(state, classes)
      learners.forEach((learner, c) => {
        if (learner === null) return
        if (canLearn(programs(c), learner, x, c === y ? 1 : -1)) rounds[c]++
      })
    },
  }
}
