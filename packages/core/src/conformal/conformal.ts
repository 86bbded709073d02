import { finite, oneOf, openUnit, positiveInteger, refuseUnknown, show } from '../check.ts'
import { ArgumentError } from '../errors.ts'
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

const OPTIONS: readonly (keyof ConformalOptions)[] = [
  'coverage',
  'method',
  'conformity',
  'scale',
  'threshold',
  'seed',
  'window',
  'warmStart',
]

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
  options: ConformalOptions<Forecast> = {},
): ConformalLearner<Forecast> {
  refuseUnknown('conformal', options, OPTIONS)
  const { coverage = 0.9, method, threshold = 'mean', seed = 0, window = 500, warmStart = [] } = options
  if (method !== undefined) expectMethod(method)
  const usual = method?.ends === 'apart' ? signedResidual : absoluteResidual
  const conformity = options.conformity ?? (usual as unknown as Conformity<Forecast>)
  const coverages = typeof coverage === 'number' ? [coverage] : [...coverage]
  if (coverages.length === 0) throw new ArgumentError('coverage must not be empty')
  for (const level of coverages) openUnit('coverage', level)
  if (new Set(coverages).size < coverages.length) {
    throw new ArgumentError(`coverage must not name a level twice; received ${show(coverages)}`)
  }
  const scale = options.scale ?? (method ? (method.scale ?? 'running') : 'running')
  oneOf('scale', scale, ['running', 'none'])
  oneOf('threshold', threshold, ['mean', 'randomised'])
  finite('seed', seed)
  positiveInteger('window', window)
  return new ConformalLearner({
    coverages,
    method: method ?? bayesDtaci(),
    conformity,
    scale,
    randomised: threshold === 'randomised',
    seed,
    window,
    past: warmStart.map((entry) => past(entry, conformity)),
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
