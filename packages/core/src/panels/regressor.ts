import type { Axis } from '../base/grid.ts'
import type { Declared, Options, Point } from '../base/options.ts'
import { shape, shapeOf, tupleOf } from '../base/shape.ts'
import { numberFrom0, positiveNumber } from '../base/values.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Context, Features, Rule, Settings } from '../nouns/panel.ts'
import { describeRule } from './describeRule.ts'

/** What a regressor says of y at x. */
export interface Prediction {
  mean: number
  /** Variance of the mean itself. */
  spread: number
  /** Variance of y about it. */
  residual: number
}

/** One expert over its own plain-data state; `ruleOf` sets K of them side by side. */
export interface Regressor<State> {
  init(): State
  predict(state: State, x: Features, out: Prediction): void
  update(state: State, x: Features, y: number): void
}

/** K regressors as a rule. */
export type RegressorRule<State> = Rule<{ readonly experts: State[] }>

export interface RegressorOptions {
  /** Variance of the prediction before there are data to estimate it from. @default 1 */
  readonly priorVariance?: Axis<number>
  /** Standard deviation of y given z. @default estimated for losses with a noise model, else 0 */
  readonly noise?: Axis<number>
}

export const REGRESSOR: Declared<RegressorOptions, 'noise'> = {
  priorVariance: {
    axis: positiveNumber,
    default: 1,
  },
  noise: {
    axis: numberFrom0,
    absent: 'estimated for losses with a noise model, else 0',
  },
}

/**
 * K regressors as a rule, one per point of the options' grid, each with the context's seed.
 *
 * A log-density of a real y gets variance = spread and noise² = residual; any other gets their sum as
 * variance and no noise. An estimated noise is never below 10⁻³ prior standard deviations.
 */
export function ruleOf<Given extends RegressorOptions, State>(
  kind: string,
  declared: Options<Given, 'noise'>,
  given: Given,
  bindOne: (setting: Setting<Given>, context: Context) => Regressor<State>,
): RegressorRule<State> {
  const points = declared.points(given)
  const settings = points as readonly unknown[] as readonly Settings[]
  const shared = points as readonly unknown[] as readonly Setting<RegressorOptions>[]
  return {
    description: describeRule(kind, points as unknown as readonly Settings[]),
    bind(context) {
      const noisy = isNoisy(context)
      const regressors = points.map((point) => bindOne(point, context))
      const prediction: Prediction = { mean: 0, spread: 0, residual: 0 }
      return {
        capacity: points.length,
        settings: () => settings,
        init: shape<{ readonly experts: State[] }>({ experts: tupleOf(regressors.map(shapeOf)) }),
        restart({ experts }, expert) {
          experts[expert] = regressors[expert].init()
        },
        predict({ experts }, x, out) {
          for (let k = 0; k < points.length; k++) {
            regressors[k].predict(experts[k], x, prediction)
            writePrediction(prediction, shared[k], noisy, out, k)
          }
        },
        update({ experts }, x, y) {
          for (let k = 0; k < points.length; k++) regressors[k].update(experts[k], x, y)
        },
      }
    },
  }
}

/** Whether the loss has a noise model: a log-density of a real y. */
export function isNoisy({ loss }: Context): boolean {
  return loss.likelihood && loss.outcomes === 'real'
}

/** Writes what a regressor says as the belief of expert k. */
export function writePrediction(
  { mean, spread, residual }: Prediction,
  { noise, priorVariance }: Setting<RegressorOptions>,
  noisy: boolean,
  out: Beliefs,
  k: number,
): void {
  out.mean[k] = mean
  out.variance[k] = spread + (noisy ? 0 : residual)
  const estimate = noisy ? Math.sqrt(Math.max(residual, 1e-6 * priorVariance)) : 0
  out.noise[k] = noise ?? estimate
  out.awake[k] = 1
}

/** One regressor's options. */
export type Setting<Given extends RegressorOptions> = Point<Given, 'noise'>

/** Says that nothing is known yet: mean 0, the prior variance in halves. */
export function predictPrior(out: Prediction, priorVariance: number): void {
  out.mean = 0
  out.spread = out.residual = priorVariance / 2
}
