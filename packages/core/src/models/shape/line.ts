import { sigmoid } from '../../math/sigmoid.ts'

/** A line a + b·u that forgets: its coefficients, and how uncertain they are. Plain data. */
export interface LineState {
  /** a, b. */
  readonly at: Float64Array
  /** Covariance of a and b, in units of the noise: that of a, of both, of b. */
  readonly spread: Float64Array
}

/** Part of what is known that a round keeps. */
const KEEP = 0.998
/** Variances beyond which nothing more is forgotten: where forecasts stay the same they would grow without end. */
const MOST = 10

export function createLine(a: number, b: number, spreadA: number, spreadB: number): LineState {
  return { at: Float64Array.of(a, b), spread: Float64Array.of(spreadA, 0, spreadB) }
}

export function lineAt({ at }: LineState, u: number): number {
  return at[0] + at[1] * u
}

/** Least squares with forgetting. */
export function learnLine(line: LineState, u: number, z: number): void {
  step(line, u, z - lineAt(line, u), 1)
}

/** The same for the logit of how probable an event is: one step of Newton's method. */
export function learnLogit(line: LineState, u: number, came: boolean): void {
  const p = sigmoid(lineAt(line, u))
  step(line, u, (came ? 1 : 0) - p, p * (1 - p))
}

function step({ at, spread }: LineState, u: number, error: number, weight: number): void {
  const [aa, ab, bb] = spread
  const keep = aa + bb < MOST ? KEEP : 1
  const a = (aa + ab * u) / keep
  const b = (ab + bb * u) / keep
  const share = 1 + weight * (a + b * u)
  at[0] += (a * error) / share
  at[1] += (b * error) / share
  spread[0] = aa / keep - (weight * a * a) / share
  spread[1] = ab / keep - (weight * a * b) / share
  spread[2] = bb / keep - (weight * b * b) / share
}
