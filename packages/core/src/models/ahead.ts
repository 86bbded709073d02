import { finite, positiveInteger } from '../base/check.ts'
import { expectWhole } from '../base/save/shape.ts'
import type { StateShape } from '../base/shape.ts'
import { also, issuedShapeOf, listOf, shape, shapeBy, shapeOf, withIssued } from '../base/shape.ts'
import { Learner } from '../live/learner.ts'
import type { LiveOptions } from '../live/live.ts'
import { modelOf } from '../live/modelOf.ts'
import type { Model, Modelled } from '../nouns/model.ts'

export interface AheadState<State, Issued> {
  readonly inner: State
  /** Forecasts whose outcome is not due yet, oldest first: at most `rows`. */
  readonly open: Issued[]
}

/**
 * A model that forecasts some rows ahead: `predict` at row t is about the outcome of row t + rows.
 *
 * `learn(x, y)` takes row t: y answers the forecast of row t − rows, as it was issued then, and the forecast of this
 * row is kept until its own outcome is due. It returns null in the first rows, when nothing is due.
 */
export function ahead<Input, Answer, Round, State, Issued>(
  around: Modelled<Model<Input, Answer, Round, State, Issued>>,
  rows: number,
  options: LiveOptions = {},
): Learner<Input, Answer, Round | null, AheadState<State, Issued>, Issued> {
  positiveInteger('rows', rows)
  return new Learner(aheadModel(modelOf(around), rows), options)
}

function aheadModel<Input, Answer, Round, State, Issued>(
  model: Model<Input, Answer, Round, State, Issued>,
  rows: number,
): Model<Input, Answer, Round | null, AheadState<State, Issued>, Issued> {
  function take({ inner, open }: AheadState<State, Issued>, issued: Issued, y: number): Round | null {
    const due = open.length === rows
    const round = due ? model.settle(inner, open[0], y) : null
    if (due) open.shift()
    open.push(issued)
    return round
  }

  const issuedBy = (inner: State): StateShape<Issued> => issuedShapeOf(model, inner)

  return {
    description: { model: 'ahead', rows, of: model.description },
    init: withIssued(
      shape<AheadState<State, Issued>>({
        inner: shapeOf(model),
        open: also(
          shapeBy<Issued[], AheadState<State, Issued>>(
            (_open, _path, { inner }) => listOf(issuedBy(inner)),
            () => [],
          ),
          ({ length }, path) => void expectWhole(`the length of ${path}`, length, 0, rows),
        ),
      }),
      ({ inner }) => issuedBy(inner),
    ),
    predict: ({ inner }, input) => model.predict(inner, input),
    // Never to be settled at once: what is settled now is an earlier one.
    issue: ({ inner }, input) => model.issue(inner, input),
    settle(state, issued, y) {
      // In the first rows no model looks at y.
      finite('y', y)
      return take(state, issued, y)
    },
  }
}
