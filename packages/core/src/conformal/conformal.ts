import { show } from '../check.ts'
import { ArgumentError } from '../errors.ts'
import { type Options, options } from '../options.ts'
import { choice, count, finiteNumber, list, noun, nounBy, openFraction } from '../values.ts'
import { ConformalLearner } from './conformalLearner.ts'
import { absoluteResidual, type Conformity, signedResidual } from './conformity.ts'
import type { Method } from './method.ts'
import { bayesDtaci } from './presets.ts'

export interface ConformalOptions<Forecast = number> {
  /** 1 − α, in (0, 1); several at once make nested intervals. @default 0.9 */
  readonly coverage?: number | readonly number[]
  /** How thresholds follow scores. @default bayesDtaci(), with a running scale */
  readonly method?: Method
  /** How badly an outcome conforms to a forecast. @default absoluteResidual; signedResidual for AgACI */
  readonly conformity?: Conformity<Forecast>
  /** Whether scores are divided by a running scale of the past. @default what the method says, else 'running' */
  readonly scale?: 'running' | 'none'
  /** The mean of the thresholds' law, or a draw from it. @default 'mean' */
  readonly threshold?: 'mean' | 'randomised'
  /** Seed of the draws. @default 0 */
  readonly seed?: number
  /** Rounds that rolling coverage looks back on. @default 500 */
  readonly window?: number
  /** Past outcomes to start from: residuals y − ŷ, or forecasts with their outcomes. @default none */
  readonly warmStart?: readonly (number | { readonly forecast: Forecast; readonly y: number })[]
}

type Past = NonNullable<ConformalOptions['warmStart']>

export const CONFORMAL: Options<ConformalOptions, 'method' | 'conformity' | 'scale'> = options('conformal', {
  coverage: {
    axis: openFraction,
    about: '1 − α, in (0, 1); several at once make nested intervals.',
    default: 0.9,
  },
  method: {
    value: nounBy<Method>('method', 'an object with experts', expectMethod),
    about: 'How thresholds follow scores.',
    absent: 'bayesDtaci(), with a running scale',
  },
  conformity: {
    value: noun<Conformity<number>>('conformity', 'score', 'lower', 'upper'),
    about: 'How badly an outcome conforms to a forecast.',
    absent: 'absoluteResidual; signedResidual for AgACI',
  },
  scale: {
    value: choice('running', 'none'),
    about: 'Whether scores are divided by a running scale of the past.',
    absent: "what the method says, else 'running'",
  },
  threshold: {
    value: choice('mean', 'randomised'),
    about: "The mean of the thresholds' law, or a draw from it.",
    default: 'mean',
  },
  seed: { value: finiteNumber, about: 'Seed of the draws.', default: 0 },
  window: { value: count, about: 'Rounds that rolling coverage looks back on.', default: 500 },
  warmStart: {
    value: list(nounBy<Past[number]>('past', 'a residual, or a forecast with its outcome')),
    about: 'Past outcomes to start from: residuals y − ŷ, or forecasts with their outcomes.',
    default: [],
  },
})

/**
 * Intervals around anybody's forecasts that cover as often as asked, while the world shifts.
 *
 *     const intervals = conformal({ coverage: 0.9 })
 *     const { lower, upper } = intervals.predict(forecast)
 *     intervals.learn(y)
 *
 * A running scale, on unless the method is one of the published ones, makes coverage independent of units.
 */
export function conformal<Forecast = number>(
  given: ConformalOptions<Forecast> = {},
): ConformalLearner<Forecast> {
  const { coverage, method, threshold, seed, window } = CONFORMAL.read(given as ConformalOptions)
  const usual = method?.ends === 'apart' ? signedResidual : absoluteResidual
  const conformity = given.conformity ?? (usual as unknown as Conformity<Forecast>)
  const coverages = typeof coverage === 'number' ? [coverage] : [...coverage]
  if (new Set(coverages).size < coverages.length) {
    throw new ArgumentError(`coverage must not name a level twice; received ${show(coverages)}`)
  }
  const scale = given.scale ?? (method ? (method.scale ?? 'running') : 'running')
  return new ConformalLearner({
    coverages,
    method: method ?? bayesDtaci(),
    conformity,
    scale,
    randomised: threshold === 'randomised',
    seed,
    window,
    past: (given.warmStart ?? []).map((entry) => past(entry, conformity)),
  })
}

function expectMethod(method: unknown): void {
  if (typeof method === 'object' && method !== null && 'experts' in method) return
  const advice = typeof method === 'function' ? ': call it, as in dtaci()' : ''
  throw new ArgumentError(`method must be an object with experts; received ${show(method)}${advice}`)
}

function past<Forecast>(
  entry: number | { readonly forecast: Forecast; readonly y: number },
  conformity: Conformity<Forecast>,
): { readonly forecast: Forecast; readonly y: number } {
  if (typeof entry !== 'number') return entry
  if (conformity.name !== 'absolute' && conformity.name !== 'signed') {
    throw new ArgumentError(
      `warmStart must hold { forecast, y } for ${conformity.name} scores; received the residual ${entry}`,
    )
  }
  return { forecast: 0 as Forecast, y: entry }
}
