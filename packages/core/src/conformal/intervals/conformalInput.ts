import { show } from '../../base/check.ts'
import { ArgumentError } from '../../base/errors.ts'
import type { Features } from '../../nouns/panel.ts'
import { expectOverlaps } from './overlaps.ts'

/** A forecast with what is known beside it. */
export interface AnnotatedForecast<Forecast> {
  readonly forecast: Forecast
  /** Numbers known beside the forecast: features that the width follows, NaN where one is missing; a forecast of the score, for conformal PID. */
  readonly x?: Features
  /** The place in time of what is forecast, for seasons: a whole number. @default one after the last outcome */
  readonly time?: number
  /** The segment that it belongs to, where groups were asked for. */
  readonly group?: string
  /** All segments that it belongs to, where overlapping groups were asked for. */
  readonly groups?: readonly string[]
}

/** What intervals are wanted around: a forecast, or one with what is known beside it. */
export type ConformalInput<Forecast> = Forecast | AnnotatedForecast<Forecast>

/** The parts of an input, checked. */
export interface InputParts<Forecast> {
  readonly forecast: Forecast
  readonly x: Features
  readonly time: number | undefined
  readonly group: string | undefined
  readonly groups: readonly string[] | undefined
}

const NONE: Features = []

/** @param dimension how many features are read; null for any number of them */
export function partsOf<Forecast>(
  input: ConformalInput<Forecast>,
  dimension: number | null,
  grouped: boolean,
  overlapping = false,
): InputParts<Forecast> {
  if (typeof input === 'number' && dimension === 0 && !grouped && !overlapping) {
    return { forecast: input, x: NONE, time: undefined, group: undefined, groups: undefined }
  }
  const annotated = typeof input === 'object' && input !== null && 'forecast' in input
  const given = (annotated ? input : { forecast: input }) as AnnotatedForecast<Forecast>
  const { forecast, x = NONE, time, group, groups } = given
  expectFeatures(x, dimension)
  if (time !== undefined && !(Number.isSafeInteger(time) && time >= 0)) {
    throw new ArgumentError(`time must be a whole number not below 0; received ${show(time)}`)
  }
  if (grouped !== (typeof group === 'string')) {
    throw new ArgumentError(
      grouped
        ? `group must be a text: which segment the forecast belongs to; received ${show(group)}`
        : `group needs conformal({ groups: true }); received ${show(group)}`,
    )
  }
  if (!overlapping && groups !== undefined)
    throw new ArgumentError(`groups needs conformal({ overlapping: true }); received ${show(groups)}`)
  return { forecast, x, time, group, groups: overlapping ? expectOverlaps(groups) : undefined }
}

function expectFeatures(x: Features, dimension: number | null): void {
  if (dimension === null && x.length === 0) {
    throw new ArgumentError(
      'x must be numbers: with features: true every forecast needs them, as in predict(forecast, { x })',
      'wrong-length',
    )
  }
  if (dimension !== null && x.length !== dimension) {
    throw new ArgumentError(
      dimension === 0
        ? `x needs conformal({ features: true }); received ${x.length} entries`
        : `x must have ${dimension} entries; received ${x.length}`,
      'wrong-length',
    )
  }
  for (let j = 0; j < x.length; j++) {
    // A missing feature is NaN; a forecast of the score must be there.
    if (Number.isFinite(x[j]) || (dimension === null && Number.isNaN(x[j]))) continue
    const missing = dimension === null ? ', or NaN where it is missing' : ''
    throw new ArgumentError(`x[${j}] must be a finite number${missing}; received ${show(x[j])}`, 'not-finite')
  }
}
