import { choleskyFactor, solveLower, solveLowerTransposed } from '../math/cholesky.ts'
import { square } from '../math/powers.ts'
import { combine, combinedLoss, type Hindsight } from './oracle.ts'

/** By how much each stage shrinks the smoothing's standard deviation, and how often. */
const SHRINK = 0.5
const STAGES = 30
/** Newton steps in one stage, and halvings of one step. */
const STEPS = 40
const HALVINGS = 50

/** A point, with the smoothed objective and its derivatives there. */
interface Position {
  readonly coefficients: Float64Array
  readonly gradient: Float64Array
  readonly hessian: Float64Array
  value: number
}

/**
 * Coefficients that minimise a convex loss, on the simplex or anywhere.
 *
 * A loss with kinks has no Newton step, but its mean under N(u, v) has, and knows its own curvature: ∂²L/∂u² = 2 ∂L/∂v
 * by the heat equation. So v goes to 0 in stages, each started where the last ended; on the simplex a barrier
 * −μ Σ log w goes with it.
 */
export function smoothedNewton(hindsight: Hindsight, { convex }: { readonly convex: boolean }): Float64Array {
  const size = hindsight.forecasts[0].length
  const here = createPosition(size)
  const there = createPosition(size)
  here.coefficients.fill(1 / size)
  let best = here.coefficients.slice()
  let least = combinedLoss(hindsight, best)
  let deviation = spread(hindsight, best)
  let barrier = convex ? least / size : 0
  for (let stage = 0; stage < STAGES && deviation > 0; stage++) {
    deviation *= SHRINK
    barrier *= SHRINK
    minimise(hindsight, square(deviation), barrier, here, there)
    const loss = combinedLoss(hindsight, here.coefficients)
    if (loss < least) {
      least = loss
      best = here.coefficients.slice()
    }
  }
  return best
}

function createPosition(size: number): Position {
  return {
    coefficients: new Float64Array(size),
    gradient: new Float64Array(size),
    hessian: new Float64Array(size * size),
    value: Infinity,
  }
}

/** Root mean squared error of the plain average: the unit in which smoothing is measured. */
function spread({ forecasts, outcomes }: Hindsight, coefficients: Float64Array): number {
  let sum = 0
  for (let t = 0; t < forecasts.length; t++) sum += square(combine(forecasts[t], coefficients) - outcomes[t])
  return Math.sqrt(sum / forecasts.length)
}

/** Damped Newton from `here`, left where no step helps any more. */
function minimise(hindsight: Hindsight, v: number, barrier: number, here: Position, there: Position): void {
  evaluate(hindsight, v, barrier, here)
  for (let step = 0; step < STEPS; step++) {
    const direction = newtonDirection(here, barrier > 0)
    if (!direction) return
    let slope = 0
    for (let k = 0; k < direction.length; k++) slope += here.gradient[k] * direction[k]
    if (!(slope < -1e-15 * Math.abs(here.value))) return
    if (!lineSearch(hindsight, v, barrier, here, there, direction, slope)) return
  }
}

function lineSearch(
  hindsight: Hindsight,
  v: number,
  barrier: number,
  here: Position,
  there: Position,
  direction: Float64Array,
  slope: number,
): boolean {
  for (let halving = 0, length = 1; halving < HALVINGS; halving++, length /= 2) {
    for (let k = 0; k < direction.length; k++) {
      there.coefficients[k] = here.coefficients[k] + length * direction[k]
    }
    if (barrier > 0 && !toSimplex(there.coefficients)) continue
    evaluate(hindsight, v, barrier, there)
    if (!(there.value <= here.value + 1e-4 * length * slope)) continue
    here.coefficients.set(there.coefficients)
    here.gradient.set(there.gradient)
    here.hessian.set(there.hessian)
    here.value = there.value
    return true
  }
  return false
}

/** Removes the rounding from Σw = 1; false if a weight is not positive. */
function toSimplex(weights: Float64Array): boolean {
  if (weights.some((weight) => weight <= 0)) return false
  const total = sum(weights)
  for (let k = 0; k < weights.length; k++) weights[k] /= total
  return true
}

/** Σ L(w·x, v, y) − μ Σ log w, with gradient and Hessian. */
function evaluate(
  { forecasts, outcomes, loss, noise = 1 }: Hindsight,
  v: number,
  barrier: number,
  at: Position,
): void {
  const { coefficients, gradient, hessian } = at
  const size = coefficients.length
  gradient.fill(0)
  hessian.fill(0)
  at.value = 0
  for (let t = 0; t < forecasts.length; t++) {
    const row = forecasts[t]
    const u = combine(row, coefficients)
    at.value += loss.mean(u, v, outcomes[t], noise)
    const du = loss.du(u, v, outcomes[t], noise)
    const curvature = 2 * loss.dv(u, v, outcomes[t], noise)
    for (let k = 0; k < size; k++) {
      gradient[k] += du * row[k]
      for (let l = 0; l <= k; l++) hessian[k * size + l] += curvature * row[k] * row[l]
    }
  }
  if (barrier === 0) return
  for (let k = 0; k < size; k++) {
    at.value -= barrier * Math.log(coefficients[k])
    gradient[k] -= barrier / coefficients[k]
    hessian[k * (size + 1)] += barrier / square(coefficients[k])
  }
}

/** −H⁻¹(g − λ1), with λ such that the sum stays what it is (`balanced`), or 0. */
function newtonDirection({ gradient, hessian }: Position, balanced: boolean): Float64Array | undefined {
  const size = gradient.length
  const factor = hessian.slice()
  let trace = 0
  for (let k = 0; k < size; k++) trace += hessian[k * (size + 1)]
  // Far from every kink the curvature vanishes: a little of the identity keeps the step a descent.
  for (let k = 0; k < size; k++) factor[k * (size + 1)] += 1e-12 * trace + Number.MIN_VALUE
  if (choleskyFactor(factor, size, factor) >= 0) return undefined
  const direction = solve(factor, gradient)
  let shift = 0
  const ones = solve(factor, new Float64Array(size).fill(1))
  if (balanced) shift = sum(direction) / sum(ones)
  return direction.map((value, k) => shift * ones[k] - value)
}

function solve(factor: Float64Array, vector: Float64Array): Float64Array {
  const solution = vector.slice()
  solveLower(factor, vector.length, solution)
  solveLowerTransposed(factor, vector.length, solution)
  return solution
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
