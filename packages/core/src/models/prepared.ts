import { finite, refuseUnknown } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { LazyIssue } from '../base/lazyIssue.ts'
import { floats, issuedShapeOf, nil, type StateShape, shape, shapeOf, withIssued } from '../base/shape.ts'
import { Learner } from '../live/learner.ts'
import type { LiveOptions } from '../live/live.ts'
import { modelOf } from '../live/modelOf.ts'
import type { Model, Modelled } from '../nouns/model.ts'
import type { Features } from '../nouns/panel.ts'
import type { Preparation } from '../stream/standardize.ts'
import type { TargetScale } from './targetScale.ts'

/** An answer that can be said in other units: a forecast. */
export interface Rescalable {
  rescaled(scale: number, shift: number): this
}

/** A round that can be told in other units. Its losses and beliefs stay in those of the model. */
export interface RescalableRound {
  rescale(scale: number, shift: number, y: number): void
}

export interface PreparedOptions {
  /** How features become what the model sees. @default as they are */
  readonly features?: Preparation
  /** The units in which the model sees y. @default those of y */
  readonly target?: TargetScale
}

export interface PreparedState<State> {
  readonly inner: State
  readonly features: unknown
  readonly target: unknown
}

export interface PreparedIssued<Issued> {
  readonly inner: Issued
  readonly x: Features
  readonly target: unknown
}

/**
 * A preparation around a model: of the features, and of the target.
 *
 *     y′ = (y − c)/s in;   mean·s + c, variance·s², noise·s out
 *
 * Both are learnt from the past alone: what a round shows counts from the next one on.
 */
export function prepared<Answer extends Rescalable, Round extends RescalableRound, State, Issued>(
  around: Modelled<Model<Features, Answer, Round, State, Issued>>,
  options: PreparedOptions,
  liveOptions: LiveOptions = {},
): Learner<Features, Answer, Round, PreparedState<State>, PreparedIssued<Issued>> {
  refuseUnknown('prepared', options, ['features', 'target'])
  return new Learner(preparedModel(modelOf(around), options), liveOptions)
}

function preparedShape<State, Issued>(
  model: Model<Features, unknown, unknown, State, Issued>,
  { features, target }: { features: Preparation | undefined; target: TargetScale | undefined },
): StateShape<PreparedState<State>> {
  const stateOf = (part: { init(): unknown } | undefined): StateShape => (part ? shapeOf(part) : nil)
  return withIssued(
    shape<PreparedState<State>>({
      inner: shapeOf(model),
      features: stateOf(features),
      target: stateOf(target),
    }),
    ({ inner }) =>
      shape<PreparedIssued<Issued>>({
        inner: issuedShapeOf(model, inner),
        x: floats(features?.dimension),
        target: stateOf(target),
      }),
  )
}

function preparedModel<Answer extends Rescalable, Round extends RescalableRound, State, Issued>(
  model: Model<Features, Answer, Round, State, Issued>,
  { features, target }: PreparedOptions,
): Model<Features, Answer, Round, PreparedState<State>, PreparedIssued<Issued>> {
  const scratch = new Float64Array(features?.size ?? 0)
  const toUnits = (units: unknown, y: number): number => (target ? target.toUnits(units, finite('y', y)) : y)

  function prepare(state: PreparedState<State>, x: Features): Features {
    if (!features) return x
    if (x.length !== features.dimension) {
      throw new ArgumentError(
        `x must have ${features.dimension} features; received ${x.length}`,
        'wrong-length',
      )
    }
    features.apply(state.features, x, scratch)
    return scratch
  }

  /** Tells the round in the units of y, and learns from it what there is to learn about units. */
  function finish(state: PreparedState<State>, round: Round, units: unknown, x: Features, y: number): Round {
    if (target) round.rescale(target.scale(units), target.shift(units), y)
    features?.observe(state.features, x)
    target?.observe(state.target, y)
    return round
  }

  return {
    description: {
      model: 'prepared',
      features: features?.description ?? null,
      target: target?.description ?? null,
      of: model.description,
    },
    init: preparedShape(model, { features, target }),
    predict(state, x) {
      const answer = model.predict(state.inner, prepare(state, x))
      return target ? answer.rescaled(target.scale(state.target), target.shift(state.target)) : answer
    },
    issue(state, x, atOnce = false) {
      const inner = model.issue(state.inner, prepare(state, x), atOnce)
      const { issued } = inner
      const units = state.target
      return new LazyIssue(
        atOnce
          ? { inner: issued, x, target: units }
          : { inner: issued, x: Float64Array.from(x), target: structuredClone(units) },
        () => (target ? inner.answer.rescaled(target.scale(units), target.shift(units)) : inner.answer),
      )
    },
    settle(state, { inner, x, target: units }, y) {
      const round = model.settle(state.inner, inner, toUnits(units, y))
      return finish(state, round, units, x, y)
    },
  }
}
