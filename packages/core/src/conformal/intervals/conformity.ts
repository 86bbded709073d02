import { show } from '../../base/check.ts'
import { ArgumentError } from '../../base/errors.ts'
import { isPlain } from '../../base/save/plainData.ts'
import type { Conformity } from '../../nouns/conformity.ts'

/** A forecast that stays what it is, whatever the caller does with the object that it came in. */
export function copyForecast<Forecast>(
  conformity: Conformity<Forecast>,
  forecast: Forecast,
): Forecast | null {
  if (typeof forecast !== 'object' || forecast === null) return forecast ?? null
  if (conformity.copy) return conformity.copy(forecast)
  return isPlain(forecast) ? { ...forecast } : forecast
}

/** The middle of a forecast, whatever it is made of; 0 where it has none. */
export function centreOf(forecast: unknown): number {
  if (typeof forecast === 'number') return forecast
  const { mean, lower, upper } = (forecast ?? {}) as Partial<ScaledForecast & QuantileBand>
  if (typeof mean === 'number') return mean
  return typeof lower === 'number' && typeof upper === 'number' ? lower / 2 + upper / 2 : 0
}

/** The scores of all sides into `out`, or an error that says where: `in round 12`. */
export function scoreSides<Forecast>(
  conformity: Conformity<Forecast>,
  forecast: Forecast,
  y: number,
  out: Float64Array,
  at: number,
  series = 'round',
): void {
  if (!Number.isFinite(y)) {
    throw new ArgumentError(
      `y must be a finite number; received ${show(y)} in ${series} ${at}`,
      'bad-outcome',
    )
  }
  for (let side = 0; side < conformity.sides; side++) {
    const score = conformity.score(forecast, y, side as 0 | 1)
    if (!Number.isFinite(score)) {
      throw new ArgumentError(
        `the score must be a finite number; received ${show(score)} in ${series} ${at}`,
        'not-finite',
      )
    }
    if (score < 0 && !conformity.signed) {
      throw new ArgumentError(
        `the ${conformity.name} score must not be below 0; received ${score} in ${series} ${at}`,
      )
    }
    out[side] = score
  }
}

/** |y − ŷ|: an interval ŷ ± threshold. A negative threshold makes the single point ŷ. */
export const absoluteResidual: Conformity<number> = {
  name: 'absolute',
  sides: 1,
  signed: false,
  check: (forecast) => finiteForecast('forecast', forecast),
  score: (forecast, y) => Math.abs(y - forecast),
  lower: (forecast, threshold) => forecast - Math.max(0, threshold),
  upper: (forecast, threshold) => forecast + Math.max(0, threshold),
}

/** y − ŷ for the upper end and ŷ − y for the lower, each calibrated at α/2: an interval that need not be symmetric. */
export const signedResidual: Conformity<number> = {
  name: 'signed',
  sides: 2,
  mirrored: true,
  signed: true,
  check: (forecast) => finiteForecast('forecast', forecast),
  score: (forecast, y, side) => (side === 0 ? y - forecast : forecast - y),
  lower: (forecast, threshold) => forecast - threshold,
  upper: (forecast, threshold) => forecast + threshold,
}

/** A forecast with a scale of its own, such as a standard deviation. */
export interface ScaledForecast {
  readonly mean: number
  /** Positive. */
  readonly scale: number
}

/** |y − mean| / scale: wide where the forecaster says that it is unsure. */
export const normalisedResidual: Conformity<ScaledForecast> = {
  name: 'normalised',
  sides: 1,
  signed: false,
  check({ mean, scale }) {
    finiteForecast('forecast.mean', mean)
    if (!(scale > 0 && scale < Infinity)) {
      throw new ArgumentError(`forecast.scale must be a positive number; received ${show(scale)}`)
    }
  },
  copy: ({ mean, scale }) => ({ mean, scale }),
  score: ({ mean, scale }, y) => Math.abs(y - mean) / scale,
  lower: ({ mean, scale }, threshold) => mean - scale * Math.max(0, threshold),
  upper: ({ mean, scale }, threshold) => mean + scale * Math.max(0, threshold),
}

/** A pair of predicted quantiles. */
export interface QuantileBand {
  readonly lower: number
  readonly upper: number
}

/**
 * max(lower − y, y − upper), conformalised quantile regression (Romano, Patterson and Candès 2019).
 *
 * Negative inside the band, so that a threshold below 0 narrows it; far below 0 nothing is left of it.
 */
export const quantileBand: Conformity<QuantileBand> = {
  name: 'quantile-band',
  sides: 1,
  signed: true,
  check({ lower, upper }) {
    finiteForecast('forecast.lower', lower)
    finiteForecast('forecast.upper', upper)
    if (lower > upper) {
      throw new ArgumentError(`forecast.lower must not exceed forecast.upper; received ${lower} and ${upper}`)
    }
  },
  copy: ({ lower, upper }) => ({ lower, upper }),
  score: ({ lower, upper }, y) => Math.max(lower - y, y - upper),
  lower: ({ lower }, threshold) => lower - threshold,
  upper: ({ upper }, threshold) => upper + threshold,
}

/** Scores that another program computed: y is the score itself, and the interval is [0, threshold]. */
export const givenScore: Conformity<unknown> = {
  name: 'given',
  sides: 1,
  signed: false,
  copy: () => null,
  score: (_forecast, y) => y,
  lower: () => 0,
  upper: (_forecast, threshold) => Math.max(0, threshold),
}

function finiteForecast(name: string, value: number): void {
  if (!Number.isFinite(value)) {
    throw new ArgumentError(`${name} must be a finite number; received ${show(value)}`, 'not-finite')
  }
}
