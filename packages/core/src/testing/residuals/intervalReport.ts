/** How a method's intervals did on a residual stream. */
export interface IntervalReport {
  readonly coverage: number
  /** Of coverage over the last 200 rounds, less what was asked: root mean square, and the largest. */
  readonly rms200: number
  readonly max200: number
  /** The largest over the last 500 rounds. */
  readonly max500: number
  /** Mean interval score of Winkler (1972): width + (2/α)·distance to what was missed. */
  readonly score: number
  /** Mean width. */
  readonly width: number
  /** How many intervals were infinite; they are left out of score and width. */
  readonly infinite: number
}

export interface Follower {
  /** The interval for the coming residual. */
  predict(): { readonly lower: number; readonly upper: number }
  learn(residual: number): void
}

/** Lets a method follow a stream and reports on all rounds but the first `skip`. */
export function intervalReport(
  method: Follower,
  residuals: Float64Array,
  coverage: number,
  skip = 100,
): IntervalReport {
  const missLevel = 1 - coverage
  const covered = new Uint8Array(residuals.length)
  let score = 0
  let width = 0
  let infinite = 0
  for (let t = 0; t < residuals.length; t++) {
    const { lower, upper } = method.predict()
    const e = residuals[t]
    covered[t] = lower <= e && e <= upper ? 1 : 0
    method.learn(e)
    if (t < skip) continue
    if (!(upper - lower < Infinity)) {
      infinite++
      continue
    }
    width += upper - lower
    score += upper - lower + (2 / missLevel) * (Math.max(0, lower - e) + Math.max(0, e - upper))
  }
  const finite = residuals.length - skip - infinite
  const short = rolling(covered, skip, 200, coverage)
  return {
    coverage: covered.subarray(skip).reduce((sum, one) => sum + one, 0) / (residuals.length - skip),
    rms200: short.rms,
    max200: short.max,
    max500: rolling(covered, skip, 500, coverage).max,
    score: score / finite,
    width: width / finite,
    infinite,
  }
}

function rolling(
  covered: Uint8Array,
  skip: number,
  window: number,
  target: number,
): { rms: number; max: number } {
  let sum = 0
  let squares = 0
  let max = 0
  let count = 0
  for (let t = skip; t < covered.length; t++) {
    sum += covered[t]
    if (t >= skip + window) sum -= covered[t - window]
    if (t < skip + window - 1) continue
    const error = Math.abs(sum / window - target)
    squares += error * error
    max = Math.max(max, error)
    count++
  }
  return { rms: Math.sqrt(squares / count), max }
}

/** The mean interval score of ŷ ± oracle: what a forecaster of the scale itself would have. */
export function oracleScore(
  residuals: Float64Array,
  oracle: Float64Array,
  coverage: number,
  skip = 100,
): number {
  let score = 0
  for (let t = skip; t < residuals.length; t++) {
    score += 2 * oracle[t] + (2 / (1 - coverage)) * Math.max(0, Math.abs(residuals[t]) - oracle[t])
  }
  return score / (residuals.length - skip)
}
