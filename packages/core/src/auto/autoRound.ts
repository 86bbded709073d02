import type { AutoIssued, AutoState } from './autoState.ts'

/** A round after its outcome. Plain data. */
export interface AutoRound {
  readonly round: number
  readonly y: number | string
  readonly mean: number
  readonly lower: number
  readonly upper: number
  /** Whether the interval, or the set of classes, held y. */
  readonly covered: boolean
  /** P that the forecast gave to the class that came; NaN for numbers. */
  readonly probability: number
  /** (y − mean)², or −log of that P. */
  readonly pointLoss: number
}

/** Least probability that is ever said: what a class never seen before is given. */
const UNSEEN = 0.005

export function scoredNumber(state: AutoState, { mean, lower, upper }: AutoIssued, y: number): AutoRound {
  const error = y - mean
  const covered = y >= lower && y <= upper
  const round = state.round + 1
  return { round, y, mean, lower, upper, covered, probability: Number.NaN, pointLoss: error * error }
}

export function scoredClass(state: AutoState, { probabilities, set }: AutoIssued, y: string): AutoRound {
  const label = state.labels.indexOf(y)
  const probability = Math.max(UNSEEN, probabilities[label] ?? 0)
  const covered = set.includes(y)
  const nothing = { mean: Number.NaN, lower: Number.NaN, upper: Number.NaN }
  return { round: state.round + 1, y, ...nothing, covered, probability, pointLoss: -Math.log(probability) }
}
