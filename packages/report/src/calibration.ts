import { counter, floats, from, listOf, real, type StateShape, shape } from 'credence/kinds'
import type { ClassChances } from './record.ts'

/** Bins of probabilities: how often each was said, how often it came true. Plain data. */
export interface CalibrationState {
  /** For a distribution of y: where y fell in it. For classes: what was said of the class +1. */
  readonly counts: Float64Array
  /** For classes: Σ of the probabilities said, and outcomes that were +1. */
  readonly said: Float64Array
  readonly came: Float64Array
  /** Σ squared and logarithmic error of the probabilities, and wrong labels. */
  brier: number
  logarithmic: number
  wrong: number
  /** The same for a forecast that says how often each class came so far, which is in `classes`. */
  naiveBrier: number
  naiveWrong: number
  readonly classes: number[]
  rounds: number
}

const BINS = 20

const BINNED = /* @__PURE__ */ floats(BINS)

export const CALIBRATION: StateShape<CalibrationState> = /* @__PURE__ */ shape<CalibrationState>({
  counts: BINNED,
  said: BINNED,
  came: BINNED,
  brier: real(),
  logarithmic: real(),
  wrong: real(),
  naiveBrier: real(),
  naiveWrong: real(),
  classes: from(listOf(counter), () => [0, 0]),
  rounds: counter,
})

/** Enters P(Y ≤ y) under the distribution that was forecast: uniform if the distribution is right. */
export function observeLaw(state: CalibrationState, probability: number): void {
  state.counts[binOf(probability)]++
  state.rounds++
}

/**
 * Enters a probability of the class +1 and the label, −1 or +1; returns whether the label was wrong.
 *
 * @param chances of all classes, where there are others
 */
export function observeProbability(
  state: CalibrationState,
  probability: number,
  y: number,
  chances: ClassChances = twoClasses(probability, y),
): boolean {
  const bin = binOf(probability)
  state.counts[bin]++
  state.said[bin] += probability
  state.came[bin] += y > 0 ? 1 : 0
  const { said, named, came } = chances
  const wrong = named !== came
  state.brier += brierScore(said, came)
  state.logarithmic -= Math.log(Math.max(said[came] ?? 0, Number.MIN_VALUE))
  if (wrong) state.wrong++
  const frequencies = frequenciesOf(state.classes, came)
  state.naiveBrier += brierScore(frequencies, came)
  if (frequencies.indexOf(Math.max(...frequencies)) !== came) state.naiveWrong++
  countClass(state, came)
  state.rounds++
  return wrong
}

/** At ½ neither is named. */
function twoClasses(probability: number, y: number): ClassChances {
  const named = probability === 0.5 ? -1 : Number(probability > 0.5)
  return { said: [1 - probability, probability], named, came: y > 0 ? 1 : 0 }
}

/** The class that came in a round in which nothing was said: what is naive knows it from then on. */
export function countClass({ classes }: CalibrationState, came: number): void {
  while (classes.length <= came) classes.push(0)
  classes[came]++
}

/** ½ Σ (pₖ − 1[k came])²: of two classes the squared error of the probability of either. */
function brierScore(said: readonly number[], came: number): number {
  let sum = came < said.length ? 0 : 1
  for (let k = 0; k < said.length; k++) {
    const error = said[k] - (k === came ? 1 : 0)
    sum += error * error
  }
  return sum / 2
}

/** (nₖ + ½) / (n + K/2) of each of K classes, the one that came among them. */
function frequenciesOf(classes: readonly number[], came: number): number[] {
  const size = Math.max(classes.length, came + 1)
  const all = classes.reduce((sum, count) => sum + count, 0)
  return Array.from({ length: size }, (_, k) => ((classes[k] ?? 0) + 0.5) / (all + size / 2))
}

function binOf(probability: number): number {
  return Math.min(BINS - 1, Math.max(0, Math.floor(BINS * probability)))
}

/** Where outcomes fell in the distribution that was forecast, in shares of 1/20: all 0.05 if the distribution is right. */
export interface LawSummary {
  readonly rounds: number
  readonly shares: readonly number[]
  /** Largest distance between the shares summed up and a uniform distribution. */
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
  /** How many classes came, at least two. */
  readonly classes: number
  /** Share of wrong labels, and that of the label seen most often so far. */
  readonly wrong: number
  readonly naiveWrong: number
  /** Mean of ½ Σ (pₖ − 1[k came])² over the classes, and that of the frequencies so far. */
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
    classes: state.classes.length,
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
