import { positiveInteger } from '../base/check.ts'
import { LazyIssue } from '../base/lazyIssue.ts'
import { issuedShapeOf, type ModelShape, shape, shapeOf, withIssued } from '../base/shape.ts'
import { refuse } from '../base/show.ts'
import { Learner } from '../live/learner.ts'
import type { LiveOptions } from '../live/live.ts'
import { modelOf } from '../live/modelOf.ts'
import type { Issue, Model, Modelled } from '../nouns/model.ts'
import { SHARED } from './noise.ts'
import type { PathState } from './parts.ts'
import type { Path } from './path.ts'
import type { PathInput, PathIssued, PathRound } from './pathInput.ts'
import { PathModel } from './pathModel.ts'
import { PATHS, type PathOptions } from './paths.ts'

/** What a path around a model is asked about. */
export interface AroundInput<Input> extends PathInput {
  /** The model's input in each of the next rows. Rows beyond the last are as the last. */
  readonly rows: readonly Input[]
}

export interface AroundState<State> {
  readonly inner: State
  readonly paths: PathState
}

export interface AroundIssued<Issued> {
  readonly inner: Issued
  readonly path: PathIssued
}

/** A model whose answer has a mean, such as a forecast of one row. */
type OneStep<Input, State, Issued> = Model<Input, { readonly mean: number }, unknown, State, Issued>

/**
 * Paths around a model that forecasts one row: what it forecasts of each of the next rows, from what it knows now, is a
 * column known in advance. The regressions for each step weigh it by how well it has served at that step.
 */
export class PathsAround<Input, State, Issued>
  implements Model<AroundInput<Input>, Path, PathRound, AroundState<State>, AroundIssued<Issued>>
{
  readonly description: Model['description']
  readonly init: ModelShape<AroundState<State>, AroundIssued<Issued>>
  readonly #model: OneStep<Input, State, Issued>
  readonly #paths: PathModel

  constructor(model: OneStep<Input, State, Issued>, given: PathOptions) {
    const plan = PATHS.read(given)
    this.#model = model
    this.#paths = new PathModel({ ...plan, known: plan.known + 1 })
    this.description = { model: 'pathsAround', paths: this.#paths.description, of: model.description }
    const { init } = this.#paths
    this.init = withIssued(
      shape<AroundState<State>>({ inner: shapeOf(model), paths: init }),
      ({ inner, paths }) =>
        shape<AroundIssued<Issued>>({ inner: issuedShapeOf(model, inner), path: init.issued(paths) }),
    )
  }

  predict(state: AroundState<State>, input: AroundInput<Input>): Path {
    return this.#paths.predict(state.paths, this.#withMeans(state, input))
  }

  issue(
    state: AroundState<State>,
    input: AroundInput<Input>,
    atOnce = false,
  ): Issue<Path, AroundIssued<Issued>> {
    const known = this.#withMeans(state, input)
    const { rows, gap = 0 } = input
    const inner = this.#model.issue(state.inner, rows[Math.min(gap, rows.length - 1)], atOnce)
    const path = this.#paths.issue(state.paths, known, atOnce)
    return new LazyIssue({ inner: inner.issued, path: path.issued }, () => path.answer)
  }

  settle(state: AroundState<State>, { inner, path }: AroundIssued<Issued>, y: number): PathRound {
    // Nothing is learnt of a row that one of the two refuses.
    this.#paths.expect({}, y)
    this.#model.settle(state.inner, inner, y)
    return this.#paths.settle(state.paths, path, y)
  }

  /** The known columns of the next rows, and last the model's mean of each. */
  #withMeans({ inner }: AroundState<State>, { rows, known = [], gap = 0 }: AroundInput<Input>): PathInput {
    if (!(rows?.length > 0)) refuse('rows', 'the input of each of the next rows', rows)
    const reach = Math.max(rows.length, known.length)
    const columns = Array.from(
      { length: Math.min(reach, Math.max(SHARED, this.#paths.plan.steps, gap + 1)) },
      (_, k) => {
        const { mean } = this.#model.predict(inner, rows[Math.min(k, rows.length - 1)])
        const own = known.length > 0 ? Array.from(known[Math.min(k, known.length - 1)]) : []
        return [...own, Number.isFinite(mean) ? mean : 0]
      },
    )
    return { known: columns, gap }
  }
}

/**
 * The next rows of a series, jointly, with the help of a model that forecasts one row.
 *
 *     const learner = pathsAround(auto({ memory: false }), { steps: 14, seasons: [7] })
 *     learner.learn({ rows: nextRows }, y)
 *     learner.predict({ rows: nextRows }).steps[13].upper
 */
export function pathsAround<Input, State, Issued>(
  around: Modelled<OneStep<Input, State, Issued>>,
  options: PathOptions,
  live: LiveOptions = {},
): Learner<AroundInput<Input>, Path, PathRound, AroundState<State>, AroundIssued<Issued>> {
  positiveInteger('steps', options.steps)
  return new Learner(new PathsAround(modelOf(around), options), live)
}
