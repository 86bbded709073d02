import type { Support } from './support.ts'

/** An increasing map of outcomes in which their noise may be even. */
export interface OutcomeScale {
  to(y: number): number
  from(z: number): number
  /** The derivative of `to`. */
  slope(y: number): number
}

/** Distances from an end of the support count as at least this many units: zeros have no logarithm. */
const LEAST = 1e-3

/**
 * The scales on which the noise of outcomes with such a support is often even, most bent first.
 *
 *     one end    log v       √v          v the distance from it, in units
 *     two ends   logit v     arcsin √v   v the place between them
 *
 * With an upper end alone both are turned round.
 */
export function outcomeScales({ lower, upper }: Support, unit: number): readonly OutcomeScale[] {
  if (lower > -Infinity && upper < Infinity) return between(lower, upper - lower, unit)
  return lower > -Infinity ? above(lower, unit) : above(-upper, unit).map(mirrored)
}

/** What outcomes of this support are measured by: how far their mean is from the nearer end. */
export function naturalUnit(support: Support, mean: number): number {
  const distance = nearestEnd(support, mean)
  return distance > 0 ? distance : 1
}

export function nearestEnd({ lower, upper }: Support, y: number): number {
  return Math.min(y - lower, upper - y)
}

function above(end: number, unit: number): OutcomeScale[] {
  const place = (y: number): number => Math.max(LEAST, (y - end) / unit)
  return [
    {
      to: (y) => Math.log(place(y)),
      from: (z) => end + unit * Math.exp(z),
      slope: (y) => 1 / (unit * place(y)),
    },
    {
      to: (y) => Math.sqrt(place(y)),
      from: (z) => end + unit * (z > 0 ? z * z : 0),
      slope: (y) => 0.5 / (unit * Math.sqrt(place(y))),
    },
  ]
}

function between(end: number, length: number, unit: number): OutcomeScale[] {
  const least = Math.min(LEAST, (LEAST * unit) / length)
  const place = (y: number): number => Math.max(least, Math.min(1 - least, (y - end) / length))
  return [
    {
      to: (y) => Math.log(place(y) / (1 - place(y))),
      from: (z) => end + length / (1 + Math.exp(-z)),
      slope: (y) => 1 / (length * place(y) * (1 - place(y))),
    },
    {
      to: (y) => Math.asin(Math.sqrt(place(y))),
      from(z) {
        const sine = Math.sin(Math.max(0, Math.min(0.5 * Math.PI, z)))
        return end + length * sine * sine
      },
      slope: (y) => 0.5 / (length * Math.sqrt(place(y) * (1 - place(y)))),
    },
  ]
}

function mirrored({ to, from, slope }: OutcomeScale): OutcomeScale {
  return { to: (y) => -to(-y), from: (z) => -from(-z), slope: (y) => slope(-y) }
}
