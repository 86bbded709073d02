import { positive, refuseUnknown } from '../../base/check.ts'
import { ArgumentError } from '../../base/errors.ts'
import { real, type StateShape } from '../../base/shape.ts'
import { type ConformalOptions, LAYER_GAIN, layerModel } from '../../conformal/conformal.ts'
import type { ConformalModel } from '../../conformal/conformalModel.ts'
import type { ConformalInput } from '../../conformal/intervals/conformalInput.ts'
import { signedResidual } from '../../conformal/intervals/conformity.ts'
import type { ConformalForecast, ConformalInterval } from '../../conformal/intervals/interval.ts'
import type { LiveOptions } from '../../live/live.ts'
import { modelOf } from '../../live/modelOf.ts'
import type { Mixture } from '../../math/mixture.ts'
import type { Model, Modelled } from '../../nouns/model.ts'
import type { Features } from '../../nouns/panel.ts'
import { BELIEVED, type Believed, lawResiduals, lawScore } from './lawScore.ts'
import type { LayerLearner as Around, LayerOptions } from './layered.ts'
import { LAYER_OPTIONS, LayerLearner, layered } from './layered.ts'

/** A forecast that a layer can put intervals around: its mean, and a distribution of y where it is about y. */
export interface Centred {
  readonly mean: number
  readonly about?: 'y' | 'z'
  readonly probability?: number
}

/** A forecast of classes, which has no interval: `auto` finds out by itself which of the two it is to make. */
export interface Classed {
  readonly probabilities: readonly number[]
}

export interface IntervalOptions<Input = never> extends LayerOptions {
  /** Whether a distribution of y is used where there is one, or its mean alone. @default true */
  readonly law?: boolean
  /** Whether the width follows the features of the model's input; or which numbers of it. @default false */
  readonly features?: boolean | ((input: Input) => Features)
  /** κ at a coverage of 0.9: how far a miss moves the level. Small where errors hardly change. @default 0.1 */
  readonly gain?: number
}

/** What the calibrator is told of a forecast: a distribution of y, or where distributions are not used its mean. */
export type Told = Believed | number

/** A forecast with its interval for y. */
export interface IntervalForecast<Answer> {
  readonly mean: number
  readonly coverage: number
  readonly lower: number
  readonly upper: number
  readonly extent: ConformalInterval['extent']
  readonly levels: readonly ConformalInterval[]
  /** The forecast of the model inside. */
  readonly forecast: Answer
}

/** A model with intervals around it, at work. Made by `withIntervals`. */
export type IntervalLearner<Input, Answer, Round, State, Issued> = Around<
  Input,
  IntervalForecast<Answer>,
  Round,
  State,
  Issued,
  Told
>

/**
 * Intervals for y around a model that has none of its own, or whose own should be right.
 *
 *     const learner = withIntervals(aggregate({ experts: svb({ scale: [0.1, 1] }), loss: squared }), { coverage: 0.9 })
 *     const { mean, lower, upper } = learner.predict(x)
 *     learner.learn(x, y)
 *
 * Where the forecast is a distribution of y, its level is moved, so that the width follows the distribution; past errors of the mean are
 * weighed in, for a distribution whose width is wrong. Without a distribution they are all there is. Either way, and whatever the model
 * does, misses are at most αT + G/κ + 1, which is αT + 61 at 0.9. With `features: true` the width also follows the input.
 */
export function withIntervals<Input, Answer extends Centred | Classed, Round, State, Issued>(
  around: Modelled<Model<Input, Answer, Round, State, Issued>>,
  given: IntervalOptions<Input> = {},
  liveOptions: LiveOptions = {},
): IntervalLearner<Input, Answer, Round, State, Issued> {
  refuseUnknown('withIntervals', given, ['law', 'features', 'gain', ...LAYER_OPTIONS])
  const { law = true, features = false, gain = LAYER_GAIN, ...options } = given
  const calibrated = { ...options, features: features !== false }
  const featuresOf = typeof features === 'function' ? features : numbersOf
  const layer = {
    description: { model: 'intervals', law },
    calibrator: calibratorOf(calibrated, law, positive('gain', gain)),
    read(answer: Answer, input: Input): ConformalInput<Told> {
      const forecast = toldOf(answer, law)
      return features === false ? forecast : { forecast, x: featuresOf(input) }
    },
    say: asIntervals<Answer>,
    reading: (law ? BELIEVED : real()) as StateShape<Told>,
  }
  return new LayerLearner(layered(modelOf(around), layer), liveOptions)
}

function calibratorOf(given: ConformalOptions<never>, law: boolean, gain: number): ConformalModel<Told> {
  const model = law
    ? layerModel<Believed>({ ...given, conformity: lawScore }, gain, lawResiduals)
    : layerModel<number>({ ...given, conformity: signedResidual }, gain)
  return model as unknown as ConformalModel<Told>
}

/** The numbers of a row: its entries, or the cells of its columns in the order of their names, NaN where one is not a number. */
function numbersOf(input: unknown): Features {
  if (typeof input === 'number') return [input]
  if (typeof input !== 'object' || input === null) return []
  if (Array.isArray(input) || ArrayBuffer.isView(input)) return input as unknown as Features
  const row = input as Readonly<Record<string, unknown>>
  return Object.keys(row)
    .sort()
    .map((name) => (Number.isFinite(row[name]) ? (row[name] as number) : Number.NaN))
}

/** What a forecast says of y: its distribution, where it is about y, as plain data; or its mean alone. */
function toldOf(answer: Centred | Classed, law: boolean): Told {
  if (!('mean' in answer))
    throw new ArgumentError('this model forecasts classes: intervals are of numbers', 'not-supported')
  const { mean, about, probability } = answer
  if (probability !== undefined && !Number.isNaN(probability)) {
    throw new ArgumentError('this model forecasts labels: use withLabels', 'not-supported')
  }
  if (!law) return mean
  if (about !== 'y' || !('deviations' in answer)) return { mean, law: null }
  const { weights, means, deviations } = answer as unknown as Mixture
  return { mean, law: { weights, means, deviations } }
}

function asIntervals<Answer extends Centred | Classed>(
  forecast: Answer,
  { coverage, lower, upper, extent, levels }: ConformalForecast,
): IntervalForecast<Answer> {
  const { mean } = forecast as Centred
  return { mean, coverage, lower, upper, extent, levels, forecast }
}
