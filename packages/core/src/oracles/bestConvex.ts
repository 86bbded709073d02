import { ArgumentError } from '../base/errors.ts'
import { logDensity } from '../losses/logDensity.ts'
import { squared } from '../losses/squared.ts'
import { bestExpert } from './bestExpert.ts'
import { interiorPoint, normalised } from './interiorPoint.ts'
import { looksConvex } from './looksConvex.ts'
import { minimumNorm } from './minimumNorm.ts'
import { type Combination, combine, combinedLoss, type Hindsight, oracle, sizeOfComplete } from './oracle.ts'
import { smoothedNewton } from './smoothedNewton.ts'

export interface BestConvex extends Combination {
  /**
   * How much less any convex combination can lose at most: the duality gap that was reached, with the rounding of the
   * combination itself. Infinite if the loss is not convex, or beyond all numbers.
   */
  readonly gap: number
}

/** Weights, and how much less the best weights can lose. */
interface Found {
  readonly weights: Float64Array
  readonly gap: number
}

/** What is refused beyond: min(T, K)²·max(T, K) products in a step, … */
const LARGEST = 1e9
/** … K²·max(T, 1000) for a quadratic programme, … */
const LARGEST_QUADRATIC = 1e10
/** … and K²·T under a loss that is not convex. */
const LARGEST_UNEVEN = 1e6
/** The share of the loss within which a quadratic programme counts as solved. */
const SOLVED = 1e-11
/** Weights below one of these are left out, if that loses no more than rounding. */
const TINY = [1e-6, 1e-9, 1e-12, 1e-15]
const ROUNDING = 1e-14

/**
 * The best combination with weights that are at least 0 and sum to 1; never worse than the best expert.
 *
 * For squared and log-density loss Wolfe's method solves the quadratic programme, for another convex loss an
 * interior-point method ends after 100 steps at most. The gap is below 1e-10 of the loss, or what rounding leaves of
 * forecasts much larger than it:
 *
 *     gap ≤ 10⁻¹⁰ Σ ℓₜ + 10⁻¹⁴ Σ |ℓₜ′| maxₖ|xₜₖ|
 *
 * Under a loss that is not convex (student-t) this is a local search without such a promise. What would take minutes is
 * refused: 1000 rounds of 1000 experts are the most for a loss that is not quadratic, or 500 rounds of 4000.
 */
export function bestConvex(hindsight: Hindsight): BestConvex {
  const size = sizeOfComplete(hindsight)
  refuseLarge(hindsight, size)
  const best = bestExpert(hindsight)
  const found = pruned(hindsight, search(hindsight, size, best.expert))
  const loss = combinedLoss(hindsight, found.weights)
  const rounding = roundingOf(hindsight, found.weights)
  const gap = Number.isNaN(found.gap + rounding) ? Infinity : found.gap + rounding
  if (loss < best.loss) return { ...oracle(hindsight, loss), coefficients: found.weights, gap }
  return { ...oracle(hindsight, best.loss), coefficients: best.coefficients, gap }
}

function search(hindsight: Hindsight, size: number, expert: number): Found {
  if (isQuadratic(hindsight)) {
    const weights = normalised(minimumNorm(errorGram(hindsight, size), size))
    const exact = { weights, gap: linearGap(hindsight, weights) }
    if (isClose(hindsight, exact) || !fits(hindsight, size)) return exact
    return better(hindsight, exact, interiorPoint(hindsight, expert))
  }
  if (looksConvex(hindsight)) return interiorPoint(hindsight, expert)
  const products = size * size * hindsight.forecasts.length
  if (products > LARGEST_UNEVEN) refuse(hindsight, 'K²·T', LARGEST_UNEVEN)
  return { weights: smoothedNewton(hindsight, { convex: true }), gap: Infinity }
}

function isQuadratic({ loss }: Hindsight): boolean {
  return loss === squared || loss === logDensity
}

function refuseLarge(hindsight: Hindsight, size: number): void {
  const products = size * size * Math.max(hindsight.forecasts.length, 1000)
  if (!isQuadratic(hindsight)) {
    if (!fits(hindsight, size)) refuse(hindsight, 'min(T, K)²·max(T, K)', LARGEST)
  } else if (products > LARGEST_QUADRATIC) refuse(hindsight, 'K²·max(T, 1000)', LARGEST_QUADRATIC)
}

function fits({ forecasts }: Hindsight, size: number): boolean {
  const small = Math.min(forecasts.length, size)
  return small * forecasts.length * size <= LARGEST
}

function refuse({ forecasts, loss }: Hindsight, what: string, most: number): never {
  throw new ArgumentError(
    `the best convex combination under ${loss.name} loss needs ${what} of at most ${most}, ` +
      `with T rounds and K experts; received T = ${forecasts.length}, K = ${forecasts[0].length}`,
    'too-large',
  )
}

function isClose(hindsight: Hindsight, { weights, gap }: Found): boolean {
  return gap <= SOLVED * Math.abs(combinedLoss(hindsight, weights))
}

/** The weights that lose less, with the better of both lower bounds. */
function better(hindsight: Hindsight, one: Found, other: Found): Found {
  const worse = combinedLoss(hindsight, other.weights) - combinedLoss(hindsight, one.weights)
  if (worse < 0) return better(hindsight, other, one)
  return { weights: one.weights, gap: Math.max(0, Math.min(one.gap, other.gap - worse)) }
}

/** Gₖₗ = Σ (xₖ − y)(xₗ − y)/M², M the largest error: the squared loss of a combination is M²wᵀGw on the simplex. */
function errorGram({ forecasts, outcomes }: Hindsight, size: number): Float64Array {
  let largest = 0
  for (let t = 0; t < forecasts.length; t++) {
    for (let k = 0; k < size; k++) largest = Math.max(largest, Math.abs(forecasts[t][k] - outcomes[t]))
  }
  const gram = new Float64Array(size * size)
  const errors = new Float64Array(size)
  for (let t = 0; t < forecasts.length; t++) {
    for (let k = 0; k < size; k++) {
      errors[k] = largest === 0 ? 0 : (forecasts[t][k] - outcomes[t]) / largest
      for (let l = 0; l <= k; l++) gram[k * size + l] += errors[k] * errors[l]
    }
  }
  for (let k = 0; k < size; k++) for (let l = 0; l < k; l++) gram[l * size + k] = gram[k * size + l]
  return gram
}

/** maxₖ Σ ℓ′(uₜ)(uₜ − xₜₖ): no weights lose less than w by more, if the loss is convex. */
function linearGap({ forecasts, outcomes, loss, noise = 1 }: Hindsight, weights: Float64Array): number {
  const gaps = new Float64Array(weights.length)
  for (let t = 0; t < forecasts.length; t++) {
    const u = combine(forecasts[t], weights)
    const slope = loss.slope(u, outcomes[t], noise)
    for (let k = 0; k < gaps.length; k++) gaps[k] += slope * (u - forecasts[t][k])
  }
  return gaps.reduce((a, b) => Math.max(a, b))
}

/** The same without weights that are there only because an interior point has no zeros. */
function pruned(hindsight: Hindsight, found: Found): Found {
  const loss = combinedLoss(hindsight, found.weights)
  for (const tiny of TINY) {
    const weights = normalised(found.weights.map((weight) => (weight < tiny ? 0 : weight)))
    const more = combinedLoss(hindsight, weights) - loss
    if (more <= ROUNDING * Math.abs(loss)) return { weights, gap: found.gap + Math.max(0, more) }
  }
  return found
}

/** What rounding does to the loss of a combination: half a unit in the last place of Σ|ℓ′|Σ wₖ|xₖ| and of the loss. */
function roundingOf(hindsight: Hindsight, weights: Float64Array): number {
  const { forecasts, outcomes, loss, noise = 1 } = hindsight
  let size = 0
  for (let t = 0; t < forecasts.length; t++) {
    const u = combine(forecasts[t], weights)
    const reach = combine(Float64Array.from(forecasts[t], Math.abs), weights)
    size += Math.abs(loss.slope(u, outcomes[t], noise)) * reach + Math.abs(loss.at(u, outcomes[t], noise))
  }
  return Number.EPSILON * size
}
