import { newtonStep } from './newtonStep.ts'
import { combinedLoss, type Hindsight } from './oracle.ts'
import { createProgramme, dualityGap, slopesOf, startingPoint } from './programme.ts'

/** Steps at most; ten to thirty are usual. */
const MOST_STEPS = 100
/** It ends where the gap is this share of the loss and of the first gap, … */
const CLOSE = 1e-14
/** … or this share of the first gap, where the loss goes to 0, … */
const NOTHING = 1e-30
/** … or after this many steps without a smaller gap. */
const PATIENCE = 6

export interface InteriorPoint {
  readonly weights: Float64Array
  /** How much less than these the best weights can lose at most, up to rounding. */
  readonly gap: number
  readonly steps: number
}

/**
 * The convex combination of least loss, by a primal–dual interior-point method with Mehrotra's corrector (1992).
 *
 * Weights w ≥ 0 with sum 1 are best if there are slopes sₜ from lowₜ to highₜ with
 *
 *     w·xₜ = placeₜ(sₜ) + pₜ − qₜ,   pₜ(highₜ − sₜ) = 0,   qₜ(sₜ − lowₜ) = 0,   p, q ≥ 0
 *     rₖ = Σ sₜxₜₖ − λ ≥ 0,   wₖrₖ = 0
 *
 * What it earns over a method a third as long, Newton's on a smoothed loss with a barrier over the experts that a
 * Frank–Wolfe step picks: with 1000 rounds of 100 experts under absolute loss a gap of 5e-13 after 2 s instead of 3e-6
 * after 30, and a loss without a closed mean needs no quadrature: 0.2 s instead of 12 for 400 experts.
 *
 * Newton's method lets all products go to 0 together. With one kink per loss this is a linear programme. No unit
 * enters, so that forecasts of any size take the same steps.
 */
export function interiorPoint(hindsight: Hindsight, origin: number): InteriorPoint {
  const programme = createProgramme(hindsight, origin)
  const point = startingPoint(programme)
  let found: InteriorPoint | undefined
  let first = 0
  for (let steps = 0; ; steps++) {
    const weights = normalised(point.w)
    const gap = dualityGap(programme, weights, slopesOf(programme, point))
    if (!found) first = gap
    if (!found || gap < found.gap) found = { weights, gap, steps }
    const close = CLOSE * Math.min(first, Math.abs(combinedLoss(hindsight, found.weights)))
    const ends =
      found.gap <= Math.max(close, NOTHING * first) ||
      steps - found.steps === PATIENCE ||
      steps === MOST_STEPS
    if (ends || !newtonStep(programme, point)) return { ...found, steps }
  }
}

export function normalised(weights: Float64Array): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}
