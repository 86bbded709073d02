import type { Hindsight } from './oracle.ts'

/** Slopes of a convex loss may fall by this share of the largest: rounding, or the quadrature of a loss of one's own. */
const UNEVEN = 1e-9
/** Places between the least and the largest forecast of a round, beside the forecasts. */
const PLACES = 16

/**
 * Whether slopes never fall on the way from the least to the largest forecast, as far as a sample shows: of a loss
 * that is not convex no tangent is a lower bound.
 */
export function looksConvex({ forecasts, outcomes, loss, noise = 1 }: Hindsight): boolean {
  return forecasts.every((row, t) => {
    const places = Float64Array.from(row).sort()
    const [from, to] = [places[0], places[places.length - 1]]
    const even = Float64Array.from({ length: PLACES }, (_, i) => {
      return from * (1 - i / PLACES) + to * (i / PLACES)
    })
    const slopes = [...places, ...even].sort((a, b) => a - b).map((z) => loss.slope(z, outcomes[t], noise))
    const largest = slopes.reduce((most, slope) => Math.max(most, Math.abs(slope)), 0)
    return slopes.every((slope, i) => i === 0 || slope >= slopes[i - 1] - UNEVEN * largest)
  })
}
