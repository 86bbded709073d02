import { show } from '../../base/check.ts'
import { ArgumentError } from '../../base/errors.ts'
import type { Features } from '../../nouns/panel.ts'

/** A forecast with what is known beside it. */
export interface AnnotatedForecast<Forecast> {
  readonly forecast: Forecast
  /** What the method reads: a forecast of the score, for conformal PID. */
  readonly features?: Features
  /** The place in time of what is forecast, for seasons: a whole number. @default one after the last outcome */
  readonly time?: number
  /** The segment that it belongs to, where groups were asked for. */
  readonly group?: string
}

/** What intervals are wanted around: a forecast, or one with what is known beside it. */
export type ConformalInput<Forecast> = Forecast | AnnotatedForecast<Forecast>

/** The parts of an input, checked. */
export interface InputParts<Forecast> {
  readonly forecast: Forecast
  readonly features: Features
  readonly time: number | undefined
  readonly group: string | undefined
}

const NONE: Features = []

/** @param dimension how many features the method reads */
export function partsOf<Forecast>(
  input: ConformalInput<Forecast>,
  dimension: number,
  grouped: boolean,
): InputParts<Forecast> {
  if (typeof input === 'number' && dimension === 0 && !grouped) {
    return { forecast: input, features: NONE, time: undefined, group: undefined }
  }
  const annotated = typeof input === 'object' && input !== null && 'forecast' in input
  const given = (annotated ? input : { forecast: input }) as AnnotatedForecast<Forecast>
  const { forecast, features = NONE, time, group } = given
  if (features.length !== dimension) {
    throw new ArgumentError(
      `features must have ${dimension} entries; received ${features.length}`,
      'wrong-length',
    )
  }
  for (let j = 0; j < dimension; j++) {
    if (Number.isFinite(features[j])) continue
    throw new ArgumentError(
      `features[${j}] must be a finite number; received ${show(features[j])}`,
      'not-finite',
    )
  }
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
  return { forecast, features, time, group }
}
