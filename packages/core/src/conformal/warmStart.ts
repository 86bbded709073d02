import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import type { Conformity } from '../nouns/conformity.ts'
import type { Features } from '../nouns/panel.ts'
import { centreOf, scoreSides } from './intervals/conformity.ts'
import type { PastRow } from './local/localBand.ts'
import { inUnit, pushScale, SCALE, scaleOf } from './methods/runningScale.ts'

/** A forecast with its outcome, and with its features where the width follows them. */
export interface PastOutcome<Forecast = number> {
  readonly forecast: Forecast
  readonly y: number
  readonly x?: Features
}

/** Outcomes to start from: residuals, or forecasts with their outcomes. */
export type Past<Forecast> = readonly (number | PastOutcome<Forecast>)[]

/** Scores of the warm start by side. */
export function warmScores<Forecast>(
  given: Past<Forecast>,
  conformity: Conformity<Forecast>,
): readonly Float64Array[] {
  const scores = Array.from({ length: conformity.sides }, () => new Float64Array(given.length))
  const row = new Float64Array(conformity.sides)
  given.forEach((entry, i) => {
    const { forecast, y } = past(entry, conformity)
    conformity.check?.(forecast)
    scoreSides(conformity, forecast, y, row, i, 'warmStart')
    scores.forEach((side, s) => {
      side[i] = row[s]
    })
  })
  return scores
}

/** Rows of the warm start, where the width follows features. */
export function pastRows<Forecast>(given: Past<Forecast>, scores: Float64Array): readonly PastRow[] {
  return given.map((entry, i) => {
    const x = typeof entry === 'number' ? undefined : entry.x
    if (!x?.length || x.length !== (given[0] as PastOutcome<Forecast>).x?.length)
      throw new ArgumentError(
        `warmStart[${i}] must have an x of as many numbers as the others; received ${show(entry)}`,
        'wrong-length',
      )
    const { forecast } = entry as PastOutcome<Forecast>
    return { features: [...Array.from(x), centreOf(forecast)], score: scores[i] }
  })
}

/** Scores in the running scale that they end in. */
export function inTheirUnit(scores: readonly Float64Array[]): readonly Float64Array[] {
  const scale = SCALE()
  for (const score of scores[0]) pushScale(scale, score)
  const unit = scaleOf(scale)
  return scores.map((side) => side.map((score) => inUnit(unit, score)))
}

function past<Forecast>(
  entry: number | PastOutcome<Forecast>,
  conformity: Conformity<Forecast>,
): PastOutcome<Forecast> {
  if (typeof entry !== 'number') return entry
  if (conformity.name !== 'absolute' && conformity.name !== 'signed') {
    throw new ArgumentError(
      `warmStart must hold { forecast, y } for ${conformity.name} scores; received the residual ${entry}`,
    )
  }
  return { forecast: 0 as Forecast, y: entry }
}
