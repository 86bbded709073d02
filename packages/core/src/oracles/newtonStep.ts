import { combine } from './oracle.ts'
import { costsOf, type Point, type Programme, slopesOf } from './programme.ts'
import { saddleSystem } from './saddleSystem.ts'

/** How much of the way to the nearest bound one step goes. */
const NEARLY = 0.995
/** The part of its distance from either end by which a slope is moved to see how its place moves. */
const NUDGE = 1e-3

const PAIRS = [
  ['w', 'r'],
  ['p', 'above'],
  ['q', 'below'],
] as const

/** Moves a point towards products that are all smaller; false if rounding leaves no way. */
export function newtonStep(programme: Programme, point: Point): boolean {
  const solve = linearise(programme, point)
  if (!solve) return false
  const predictor = solve(0, undefined)
  const product = meanProduct(point, predictor, 0)
  const share = meanProduct(point, predictor, longest(point, predictor)) / product
  const step = solve(share * share * share * product, predictor)
  const length = Math.min(1, NEARLY * longest(point, step))
  if (!(length > 0)) return false
  for (const name of PAIRS.flat()) {
    for (let i = 0; i < step[name].length; i++) point[name][i] += length * step[name][i]
  }
  point.lambda += length * step.lambda
  return true
}

/** Newton's equations: from the product to aim at, and a step whose second order to correct, to a step. */
function linearise(
  programme: Programme,
  point: Point,
): ((product: number, bent: Point | undefined) => Point) | undefined {
  const { w, r, p, q, above, below, lambda } = point
  const slopes = slopesOf(programme, point)
  const rests = slopes.map((slope, t) => {
    return combine(programme.forecasts[t], w) - programme.rounds[t].place(slope) - p[t] + q[t]
  })
  const skew = costsOf(programme, slopes).map((cost, k) => cost - lambda - r[k])
  const reach = w.map((weight, k) => weight / r[k])
  const solve = saddleSystem(programme.matrix, reach, compliances(programme, point, slopes))
  if (!solve) return undefined
  const along = solve(new Float64Array(w.length).fill(1), new Float64Array(slopes.length))
  return (product, bent) => {
    const missing = (a: 'w' | 'p' | 'q', b: 'r' | 'above' | 'below'): Float64Array =>
      point[a].map((value, i) => product - value * point[b][i] - (bent ? bent[a][i] * bent[b][i] : 0))
    const [ew, ep, eq] = [missing('w', 'r'), missing('p', 'above'), missing('q', 'below')]
    const free = solve(
      ew.map((value, k) => value / w[k] - skew[k]),
      rests.map((rest, t) => ep[t] / above[t] - eq[t] / below[t] - rest),
    )
    const shift = (1 - sum(w) - sum(free.weights)) / sum(along.weights)
    const dw = free.weights.map((value, k) => value + shift * along.weights[k])
    const ds = free.slopes.map((value, t) => value + shift * along.slopes[t])
    return {
      w: dw,
      r: ew.map((value, k) => (value - r[k] * dw[k]) / w[k]),
      p: ep.map((value, t) => (value + p[t] * ds[t]) / above[t]),
      q: eq.map((value, t) => (value - q[t] * ds[t]) / below[t]),
      above: ds.map((value) => -value),
      below: ds,
      lambda: shift,
    }
  }
}

/** How far w·xₜ moves for one unit of slope: with the bend of the loss, and with p and q. */
function compliances(
  { rounds }: Programme,
  { p, q, above, below }: Point,
  slopes: Float64Array,
): Float64Array {
  return slopes.map((slope, t) => {
    const nudge = NUDGE * Math.min(above[t], below[t])
    const moved = rounds[t].place(slope + nudge) - rounds[t].place(slope - nudge)
    return moved / (2 * nudge) + p[t] / above[t] + q[t] / below[t]
  })
}

/** The mean of all products, after a step of some length. */
function meanProduct(point: Point, step: Point, length: number): number {
  let total = 0
  for (const [a, b] of PAIRS) {
    for (let i = 0; i < point[a].length; i++) {
      total += (point[a][i] + length * step[a][i]) * (point[b][i] + length * step[b][i])
    }
  }
  return total / (point.w.length + 2 * point.p.length)
}

/** How far a step can go, up to its full length, until something becomes 0. */
function longest(point: Point, step: Point): number {
  let length = 1
  for (const name of PAIRS.flat()) {
    for (let i = 0; i < step[name].length; i++) {
      if (step[name][i] < 0) length = Math.min(length, -point[name][i] / step[name][i])
    }
  }
  return length
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
