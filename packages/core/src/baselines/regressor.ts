import { nonNegative, positive } from '../check.ts'
import { describeRule } from '../describeRule.ts'
import { type Axis, grid } from '../grid.ts'
import type { Context, Features, Rule, Settings } from '../panel.ts'

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

export interface RegressorOptions {
  /** Variance of the prediction before there are data to estimate it from. @default 1 */
  readonly priorVariance?: Axis<number>
  /** Standard deviation of y given z. @default estimated for losses with a noise model, else 0 */
  readonly noise?: Axis<number>
}

/** The names of a regressor's options: those that have a default, and the two that all share. */
export function optionsOf<Defaults extends object>(
  defaults: Defaults,
): readonly (keyof RegressorOptions | (keyof Defaults & string))[] {
  return ['priorVariance', 'noise', ...(Object.keys(defaults) as (keyof Defaults & string)[])]
}

/** What every regressor's setting holds beside its own. */
export type RegressorSetting = { readonly priorVariance: number; readonly noise: number | undefined }

/**
 * K regressors as a rule, one per point of the options' grid, each with the context's seed.
 *
 * A log-density of a real y gets variance = spread and noise² = residual; any other gets their sum as
 * variance and no noise. An estimated noise is never below 10⁻³ prior standard deviations.
 */
export function ruleOf<Setting extends RegressorSetting, State>(
  kind: string,
  options: object,
  defaults: Omit<Setting, keyof RegressorSetting>,
  check: (setting: Setting) => void,
  bindOne: (setting: Setting, context: Context) => Regressor<State>,
): Rule<{ readonly experts: State[] }> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const settings = grid(given) as readonly Settings[]
  const points = settings.map((point) => ({ priorVariance: 1, ...defaults, ...point }) as unknown as Setting)
  for (const point of points) {
    positive('priorVariance', point.priorVariance)
    if (point.noise !== undefined) nonNegative('noise', point.noise)
    check(point)
  }
  return {
    description: describeRule(kind, points as unknown as readonly Settings[]),
    bind(context) {
      const noisy = context.loss.likelihood && context.loss.outcomes === 'real'
      const regressors = points.map((point) => bindOne(point, context))
      const prediction: Prediction = { mean: 0, spread: 0, residual: 0 }
      return {
        capacity: points.length,
        settings: () => settings,
        init: () => ({ experts: regressors.map((regressor) => regressor.init()) }),
        restart({ experts }, expert) {
          experts[expert] = regressors[expert].init()
        },
        predict({ experts }, x, out) {
          for (let k = 0; k < points.length; k++) {
            const { noise, priorVariance } = points[k]
            regressors[k].predict(experts[k], x, prediction)
            out.mean[k] = prediction.mean
            out.variance[k] = prediction.spread + (noisy ? 0 : prediction.residual)
            const estimate = noisy ? Math.sqrt(Math.max(prediction.residual, 1e-6 * priorVariance)) : 0
            out.noise[k] = noise ?? estimate
            out.awake[k] = 1
          }
        },
        update({ experts }, x, y) {
          for (let k = 0; k < points.length; k++) regressors[k].update(experts[k], x, y)
        },
      }
    },
  }
}

/** Says that nothing is known yet: mean 0, the prior variance in halves. */
export function predictPrior(out: Prediction, priorVariance: number): void {
  out.mean = 0
  out.spread = out.residual = priorVariance / 2
}
