import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { type Options, options } from '../base/options.ts'
import {
  choice,
  finiteNumber,
  flag,
  keptRounds,
  list,
  noun,
  nounBy,
  openFraction,
  record,
} from '../base/values.ts'
import type { Conformity, Residuals } from '../nouns/conformity.ts'
import { ConformalLearner } from './conformalLearner.ts'
import { ConformalModel } from './conformalModel.ts'
import type { ConformalPlan } from './conformalPlan.ts'
import { WATCH, Watch, type WatchOptions } from './diagnostics/watch.ts'
import { absoluteResidual, signedResidual } from './intervals/conformity.ts'
import { LocalBand } from './local/localBand.ts'
import { MemoryBand } from './memories/memoryBand.ts'
import { DEFAULT_MEMORIES, type MemoryOptions, seasonLength } from './memories/memoryOptions.ts'
import type { Method } from './methods/method.ts'
import { MethodBand } from './methods/methodBand.ts'
import { normalStart } from './methods/runningScale.ts'
import { inTheirUnit, type Past, pastRows, warmScores } from './warmStart.ts'

export interface ConformalOptions<Forecast = number> {
  /** 1 − α, in (0, 1); several at once make nested intervals. @default 0.9 */
  readonly coverage?: number | readonly number[]
  /** How thresholds follow scores: a published method. @default memories under a governed level */
  readonly method?: Method
  /** How badly an outcome conforms to a forecast. @default signedResidual; absoluteResidual for most published methods */
  readonly conformity?: Conformity<Forecast>
  /** Rounds after which a season returns, one or several: memories of the same phase are weighed in. @default none */
  readonly period?: number | readonly number[]
  /** Whether each segment has a calibrator of its own, which starts from that of all. @default false */
  readonly groups?: boolean
  /** Whether forecasts belong to groups that overlap, such as store and weekday: each is covered as often as asked. @default false */
  readonly overlapping?: boolean
  /** Whether the width follows features: `predict(forecast, { x })` then takes them, as many numbers in every round. @default false */
  readonly features?: boolean
  /** Whether the forecaster's bias is learnt and taken out first; of forecasts that are numbers. @default false */
  readonly unbiased?: boolean
  /** Whether scores are divided by a running scale of the past; for methods that are not scale-free. @default what the method says */
  readonly scale?: 'running' | 'none'
  /** The mean of the thresholds' distribution, or a draw from it; for methods that have a distribution. @default 'mean' */
  readonly threshold?: 'mean' | 'randomised'
  /** Seed of the draws. @default 0 */
  readonly seed?: number
  /** Whether coverage, widths and scores of the intervals are kept; without, a state is 4 kB. @default true */
  readonly diagnostics?: boolean
  /** Watches for a change at a stated false-alarm rate: `learn` then returns alerts. @default not watched */
  readonly alerts?: WatchOptions
  /** Rounds that rolling coverage looks back on. @default 500 */
  readonly window?: number
  /** Past outcomes to start from: residuals y − ŷ, or forecasts with their outcomes, and with x where there are features. @default none */
  readonly warmStart?: Past<Forecast>
}

export const CONFORMAL: Options<ConformalOptions, 'method' | 'conformity' | 'period' | 'scale' | 'alerts'> =
  options('conformal', {
    coverage: {
      axis: openFraction,
      default: 0.9,
    },
    method: {
      value: nounBy<Method>('method', 'an object with experts', expectMethod),
      absent: 'memories under a governed level',
    },
    conformity: {
      value: noun<Conformity<number>>('conformity', 'score', 'lower', 'upper'),
      absent: 'signedResidual; absoluteResidual for most published methods',
    },
    period: {
      axis: seasonLength,
      absent: 'none',
    },
    groups: {
      value: flag,
      default: false,
    },
    overlapping: {
      value: flag,
      default: false,
    },
    features: {
      value: flag,
      default: false,
    },
    unbiased: {
      value: flag,
      default: false,
    },
    scale: {
      value: choice('running', 'none'),
      absent: 'what the method says',
    },
    threshold: {
      value: choice('mean', 'randomised'),
      default: 'mean',
    },
    seed: { value: finiteNumber, default: 0 },
    diagnostics: {
      value: flag,
      default: true,
    },
    alerts: {
      value: record(WATCH),
      absent: 'not watched',
    },
    window: { value: keptRounds, default: 500 },
    warmStart: {
      value: list(nounBy<Past<number>[number]>('past', 'a residual, or a forecast with its outcome')),
      default: [],
    },
  })

/**
 * Intervals around any forecasts, which cover as often as asked, while the world shifts.
 *
 *     const intervals = conformal({ coverage: 0.9 })
 *     const { lower, upper } = intervals.predict(forecast)
 *     intervals.learn(y)
 *
 * Whatever the outcomes, misses are at most αT + G/κ + 1 (αT + 121 at 0.9); the unit does not matter.
 */
export function conformal<Forecast = number>(
  given: ConformalOptions<Forecast> = {},
): ConformalLearner<Forecast> {
  return new ConformalLearner(conformalModel(given))
}

/** The same as a model: for `keyed`, and for what is composed of it. */
export function conformalModel<Forecast = number>(
  given: ConformalOptions<Forecast> = {},
): ConformalModel<Forecast> {
  const { method } = CONFORMAL.read(given as ConformalOptions)
  const coverages = coveragesOf(given)
  return new ConformalModel(method ? planMethod(given, coverages, method) : planMemories(given, coverages))
}

/** κ of a layer at α = 0.1: errors of what learns shrink, and its intervals must follow. Costs 0.4 % of the interval score. */
export const LAYER_GAIN = 0.1

/**
 * The calibrator around a model that learns.
 *
 * @param residuals where the score is not a residual: residuals are then remembered beside scores
 */
export function layerModel<Forecast>(
  given: ConformalOptions<Forecast>,
  gain: number = LAYER_GAIN,
  residuals?: Residuals<Forecast>,
): ConformalModel<Forecast> {
  const extra = residuals ? { gain, residuals: true } : { gain }
  return new ConformalModel({ ...planMemories(given, coveragesOf(given), extra), residuals })
}

function coveragesOf<Forecast>(given: ConformalOptions<Forecast>): readonly number[] {
  const { coverage } = CONFORMAL.read(given as ConformalOptions)
  const coverages = typeof coverage === 'number' ? [coverage] : [...coverage]
  if (new Set(coverages).size < coverages.length) {
    throw new ArgumentError(`coverage must not name a level twice; received ${show(coverages)}`, 'duplicate')
  }
  return coverages
}

/** The default: memories under a governed level. */
function planMemories<Forecast>(
  given: ConformalOptions<Forecast>,
  coverages: readonly number[],
  extra: Pick<MemoryOptions, 'gain' | 'residuals'> = {},
): ConformalPlan<Forecast> {
  const { period, groups, overlapping, features, threshold, ...rest } = CONFORMAL.read(
    given as ConformalOptions,
  )
  if (groups && overlapping)
    throw new ArgumentError('groups and overlapping do not go together: take one of them', 'not-supported')
  if (given.alerts?.features && !features)
    throw new ArgumentError('alerts of features need features: true', 'not-supported')
  const conformity = given.conformity ?? (signedResidual as unknown as Conformity<Forecast>)
  if (threshold === 'randomised' || given.scale === 'running') {
    const option = threshold === 'randomised' ? 'threshold' : 'scale'
    throw new ArgumentError(
      `${option} needs a published method, such as bayesDtaci(): memories have neither`,
      'not-supported',
    )
  }
  if (conformity.sides === 2 && !conformity.mirrored) {
    throw new ArgumentError(
      'two scores that do not mirror each other need a method, such as dtaci()',
      'not-supported',
    )
  }
  const past = warmScores(given.warmStart ?? [], conformity)
  const optionsOf = (coverage: number): MemoryOptions => ({
    ...DEFAULT_MEMORIES,
    coverage,
    ends: conformity.sides,
    pool: groups ? 'all' : 'none',
    periods: [period ?? []].flat(),
    ...extra,
  })
  if (features) {
    if (groups)
      throw new ArgumentError(
        'features and groups do not go together: make the group a feature',
        'not-supported',
      )
    const rows = pastRows(given.warmStart ?? [], past[0])
    const bands = coverages.map((coverage) => new LocalBand(optionsOf(coverage), rows))
    return {
      ...planOf(rest, coverages, conformity, past[0]),
      bands,
      dimension: null,
      groups: null,
      overlapping,
    }
  }
  const bands = coverages.map((coverage) => new MemoryBand(optionsOf(coverage), past[0]))
  return {
    ...planOf(rest, coverages, conformity, past[0]),
    bands,
    dimension: 0,
    groups: groups ? { bands } : null,
    overlapping,
  }
}

/** What all plans of memories have. */
function planOf<Forecast>(
  rest: Parameters<typeof common>[0],
  coverages: readonly number[],
  conformity: Conformity<Forecast>,
  past: Float64Array,
): Omit<ConformalPlan<Forecast>, 'bands' | 'dimension' | 'groups'> {
  return {
    ...common(rest, coverages, conformity),
    conformity,
    scale: 'none',
    randomised: false,
    past: Array.from(past),
  }
}

function planMethod<Forecast>(
  given: ConformalOptions<Forecast>,
  coverages: readonly number[],
  method: Method,
): ConformalPlan<Forecast> {
  const { period, groups, overlapping, features, threshold, ...rest } = CONFORMAL.read(
    given as ConformalOptions,
  )
  if (groups || overlapping || features || period !== undefined) {
    const option = groups ? 'groups' : overlapping ? 'overlapping' : features ? 'features' : 'period'
    throw new ArgumentError(
      `${option} is for memories, the default: leave out either it or the method`,
      'not-supported',
    )
  }
  const usual = method.ends === 'apart' ? signedResidual : absoluteResidual
  const conformity = given.conformity ?? (usual as unknown as Conformity<Forecast>)
  const scale = given.scale ?? method.scale ?? 'running'
  const raw = warmScores(given.warmStart ?? [], conformity)
  const past = scale === 'running' ? inTheirUnit(raw) : raw
  return {
    ...common(rest, coverages, conformity),
    bands: coverages.map((coverage) => {
      // A quantile band is right as it stands, until its outcomes say otherwise; a residual is taken to be normal.
      const band = conformity.signed && conformity.sides === 1
      const untried = scale === 'running' && !band ? normalStart(coverage) : 0
      return new MethodBand(method, coverage, past, untried)
    }),
    conformity,
    dimension: method.dimension ?? 0,
    scale,
    randomised: threshold === 'randomised',
    groups: null,
    past: Array.from(raw[0]),
  }
}

type Common = Pick<ConformalOptions, 'seed' | 'diagnostics' | 'window' | 'alerts' | 'unbiased'>

function common(
  { seed, diagnostics, window, alerts, unbiased }: Common,
  coverages: readonly number[],
  { sides, name }: { readonly sides: number; readonly name: string },
): Pick<ConformalPlan<unknown>, 'seed' | 'diagnostics' | 'window' | 'watch' | 'unbiased'> {
  if (unbiased && name !== 'signed' && name !== 'absolute') {
    throw new ArgumentError(
      `unbiased is for forecasts that are numbers; the conformity is ${show(name)}`,
      'not-supported',
    )
  }
  return {
    unbiased: unbiased as boolean,
    seed: seed as number,
    diagnostics: diagnostics as boolean,
    window: window as number,
    watch: alerts ? new Watch(1 - coverages[0], alerts, sides === 2) : null,
  }
}

function expectMethod(method: unknown): void {
  if (typeof method === 'object' && method !== null && 'experts' in method) return
  const advice = typeof method === 'function' ? ': call it, as in dtaci()' : ''
  throw new ArgumentError(`method must be an object with experts; received ${show(method)}${advice}`)
}
