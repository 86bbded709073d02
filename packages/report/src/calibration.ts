/** Bins of probabilities: how often each was said, how often it came true. Plain data. */
export interface CalibrationState {
  /** For a law of y: where y fell in it. For classes: what was said of the class +1. */
  readonly counts: Float64Array
  /** For classes: Σ of the probabilities said, and outcomes that were +1. */
  readonly said: Float64Array
  readonly came: Float64Array
  /** Σ squared and logarithmic error of the probabilities, and wrong labels. */
  brier: number
  logarithmic: number
  wrong: number
  /** The same for a forecast that says how often +1 came so far. */
  naiveBrier: number
  naiveWrong: number
  positives: number
  rounds: number
}

const BINS = 20

export function createCalibration(): CalibrationState {
  const zeros = (): Float64Array => new Float64Array(BINS)
  return {
    counts: zeros(),
    said: zeros(),
    came: zeros(),
    brier: 0,
    logarithmic: 0,
    wrong: 0,
    naiveBrier: 0,
    naiveWrong: 0,
    positives: 0,
    rounds: 0,
  }
}

/** Enters P(Y ≤ y) under the law that was forecast: uniform if the law is right. */
export function observeLaw(state: CalibrationState, probability: number): void {
  state.counts[binOf(probability)]++
  state.rounds++
}

/** Enters a probability of the class +1 and the label, −1 or +1. */
export function observeProbability(state: CalibrationState, probability: number, y: number): void {
  const came = y > 0 ? 1 : 0
  const bin = binOf(probability)
  state.counts[bin]++
  state.said[bin] += probability
  state.came[bin] += came
  const error = probability - came
  state.brier += error * error
  state.logarithmic -= Math.log(Math.max(came === 1 ? probability : 1 - probability, Number.MIN_VALUE))
  if (probability === 0.5 || probability > 0.5 !== (came === 1)) state.wrong++
  const base = (state.positives + 0.5) / (state.rounds + 1)
  state.naiveBrier += (base - came) * (base - came)
  if (base > 0.5 !== (came === 1)) state.naiveWrong++
  state.positives += came
  state.rounds++
}

function binOf(probability: number): number {
  return Math.min(BINS - 1, Math.max(0, Math.floor(BINS * probability)))
}

/** Where outcomes fell in the law that was forecast, in shares of 1/20: all 0.05 if the law is right. */
export interface LawSummary {
  readonly rounds: number
  readonly shares: readonly number[]
  /** Largest distance between the shares summed up and a uniform law. */
  readonly distance: number
}

export function summariseLaw({ counts, rounds }: CalibrationState): LawSummary | undefined {
  if (rounds === 0) return undefined
  const shares = Array.from(counts, (count) => count / rounds)
  let sum = 0
  let distance = 0
  shares.forEach((share, i) => {
    sum += share
    distance = Math.max(distance, Math.abs(sum - (i + 1) / BINS))
  })
  return { rounds, shares, distance }
}

export interface ProbabilitySummary {
  readonly rounds: number
  /** Share of wrong labels, and that of the label seen more often so far. */
  readonly wrong: number
  readonly naiveWrong: number
  /** Mean squared error of the probability, and that of the frequency so far. */
  readonly brier: number
  readonly naiveBrier: number
  readonly logarithmic: number
  /** Mean distance between what was said and what came, weighted by how often it was said. */
  readonly calibrationError: number
  readonly bins: readonly { readonly said: number; readonly came: number; readonly rounds: number }[]
}

export function summariseProbabilities(state: CalibrationState): ProbabilitySummary | undefined {
  const { counts, said, came, rounds } = state
  if (rounds === 0) return undefined
  const bins = Array.from(counts, (count, i) => ({
    said: said[i] / count,
    came: came[i] / count,
    rounds: count,
  }))
  const filled = bins.filter((bin) => bin.rounds > 0)
  return {
    rounds,
    wrong: state.wrong / rounds,
    naiveWrong: state.naiveWrong / rounds,
    brier: state.brier / rounds,
    naiveBrier: state.naiveBrier / rounds,
    logarithmic: state.logarithmic / rounds,
    calibrationError:
      filled.reduce((sum, bin) => sum + bin.rounds * Math.abs(bin.said - bin.came), 0) / rounds,
    bins: filled,
  }
}
