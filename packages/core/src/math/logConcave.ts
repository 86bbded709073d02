import { gaussLegendre } from './quadrature.ts'

/** exp(−40) is below the last digit of anything it is added to. */
const NEGLIGIBLE = 40
/** A side is cut at these parts of its length: most of the mass lies in the first. */
const PARTS = [0.125, 0.25, 0.5, 1]
/** Offsets from a place where a function bends over a distance of 1 to 2; far away it is nearly straight. */
const OFFSETS = [0, 2.5, 5, 10, 20, 40]

const RULE = /* @__PURE__ */ gaussLegendre(16)

/**
 * ∫ exp(−drop(d)) dd over the line, for a convex `drop` with drop(0) = 0 its least and drop(±reach) ≥ 40.
 *
 * Gauss–Legendre between `cuts`, from where the integrand has fallen by e⁻⁴⁰ to where it has on the other side.
 * The number of evaluations is bounded whatever the scale of `drop` is.
 */
export function integrateLogConcave(
  drop: (distance: number) => number,
  reach: number,
  cuts: readonly number[],
): number {
  const { nodes, weights } = RULE
  const left = -fallen(drop, -reach)
  const right = fallen(drop, reach)
  const ends = [0, ...PARTS.map((part) => part * right), ...PARTS.map((part) => -part * left)]
  for (const cut of cuts) if (cut > -left && cut < right) ends.push(cut)
  ends.sort((a, b) => a - b)
  let sum = 0
  for (let i = 1; i < ends.length; i++) {
    const half = 0.5 * (ends[i] - ends[i - 1])
    if (half === 0) continue
    const middle = ends[i - 1] + half
    let part = 0
    for (let j = 0; j < nodes.length; j++) part += weights[j] * Math.exp(-drop(middle + half * nodes[j]))
    sum += half * part
  }
  return sum
}

/** Cuts around a place where the integrand bends. */
export function cutsAround(place: number): number[] {
  return OFFSETS.flatMap((offset) => [place - offset, place + offset])
}

/** A distance between 0 and `reach` at which the integrand is negligible, and not by far. */
function fallen(drop: (distance: number) => number, reach: number): number {
  let end = reach
  while (drop(end / 16) > NEGLIGIBLE) end /= 16
  for (let i = 0; i < 3 && drop(end / 2) > NEGLIGIBLE; i++) end /= 2
  return end
}

/** The root of a decreasing f between `lower` and `upper`, as exactly as doubles near it allow. */
export function rootOfDecreasing(f: (x: number) => number, lower: number, upper: number): number {
  if (lower < 0 && upper > 0)
    return f(0) >= 0 ? positiveRoot(f, 0, upper) : -positiveRoot((x) => -f(-x), 0, -lower)
  return upper <= 0 ? -positiveRoot((x) => -f(-x), -upper, -lower) : positiveRoot(f, lower, upper)
}

/** By halving, first the exponent and then the fraction: from 10³⁰⁸ to 1 in ten steps. */
function positiveRoot(f: (x: number) => number, lower: number, upper: number): number {
  for (let i = 0; i < 200 && upper > Number.EPSILON; i++) {
    const wide = upper > 4 * Math.max(lower, 1)
    const middle = wide ? Math.sqrt(upper) * Math.sqrt(Math.max(lower, 1)) : lower + 0.5 * (upper - lower)
    if (middle === lower || middle === upper) break
    // Where rounding makes f 0 over a stretch, its end nearest to 0 is meant: there doubles are dense.
    if (f(middle) > 0) lower = middle
    else upper = middle
  }
  return lower
}
