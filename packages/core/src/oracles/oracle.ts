import { refuseUnknown } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import type { Loss } from '../nouns/loss.ts'

/** A stream in hindsight: what each expert forecast, and the outcomes. */
export interface Hindsight {
  /** One row per round, one point forecast per expert; NaN where an expert was silent. */
  readonly forecasts: readonly ArrayLike<number>[]
  readonly outcomes: ArrayLike<number>
  readonly loss: Loss
  /** Standard deviation of y given z, for log-density loss. @default 1 */
  readonly noise?: number
  /** The learner's own total loss, to know its regret. */
  readonly own?: number
}

/** The best of a class of competitors, chosen when all outcomes are known. */
export interface Oracle {
  /** Its total loss. */
  readonly loss: number
  readonly meanLoss: number
  /** own − loss: how much worse the learner was; undefined if `own` was not given. */
  readonly regret: number | undefined
}

export interface Combination extends Oracle {
  /** One coefficient per expert. */
  readonly coefficients: Float64Array
}

/** Checks a stream and returns the number of its experts; `more` are options beyond those of every oracle. */
export function sizeOf(hindsight: Hindsight, more: readonly string[] = []): number {
  refuseUnknown('an oracle', hindsight, ['forecasts', 'outcomes', 'loss', 'noise', 'own', ...more])
  const { forecasts, outcomes } = hindsight
  if (forecasts.length === 0) throw new ArgumentError('forecasts must not be empty', 'empty')
  if (outcomes.length !== forecasts.length) {
    throw new ArgumentError(
      `outcomes must have ${forecasts.length} entries, one per round; received ${outcomes.length}`,
      'wrong-length',
    )
  }
  const size = forecasts[0].length
  if (size === 0) throw new ArgumentError('forecasts must have at least one expert; received none', 'empty')
  for (let t = 0; t < forecasts.length; t++) {
    if (forecasts[t].length !== size) {
      throw new ArgumentError(
        `forecasts[${t}] must have ${size} entries; received ${forecasts[t].length}`,
        'wrong-length',
      )
    }
    if (!Number.isFinite(outcomes[t])) {
      throw new ArgumentError(`outcomes[${t}] must be a finite number; received ${outcomes[t]}`, 'not-finite')
    }
  }
  return size
}

/** As `sizeOf`, for combinations: these need every forecast. */
export function sizeOfComplete(hindsight: Hindsight): number {
  const size = sizeOf(hindsight)
  hindsight.forecasts.forEach((row, t) => {
    for (let k = 0; k < size; k++) {
      if (Number.isFinite(row[k])) continue
      throw new ArgumentError(
        `a combination needs every forecast; forecasts[${t}][${k}] is ${row[k]}`,
        'missing-value',
      )
    }
  })
  return size
}

/** What expert k lost in round t: infinite where it was silent, for it could not have been followed. */
export function lossOf({ forecasts, outcomes, loss, noise = 1 }: Hindsight, t: number, k: number): number {
  const forecast = forecasts[t][k]
  return Number.isNaN(forecast) ? Infinity : loss.at(forecast, outcomes[t], noise)
}

/** Total loss of the combination Σ cₖxₖ. */
export function combinedLoss(hindsight: Hindsight, coefficients: Float64Array): number {
  const { forecasts, outcomes, loss, noise = 1 } = hindsight
  let sum = 0
  for (let t = 0; t < forecasts.length; t++) {
    sum += loss.at(combine(forecasts[t], coefficients), outcomes[t], noise)
  }
  return sum
}

export function combine(row: ArrayLike<number>, coefficients: Float64Array): number {
  let sum = 0
  for (let k = 0; k < coefficients.length; k++) sum += coefficients[k] * row[k]
  return sum
}

export function oracle({ outcomes, own }: Hindsight, loss: number): Oracle {
  return { loss, meanLoss: loss / outcomes.length, regret: own === undefined ? undefined : own - loss }
}
