import type { AutoIssued, AutoState } from './autoState.ts'

/** A round after its outcome. Plain data. */
export interface AutoRound {
  readonly round: number
  readonly y: number | string
  /** Whether any outcome was known when it was forecast: before, nothing was promised. */
  readonly known: boolean
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

export function scoredNumber({ round }: AutoState, issued: AutoIssued, y: number): AutoRound {
  const { known, mean, lower, upper } = issued
  const error = y - mean
  const covered = y >= lower && y <= upper
  const scores = { covered, probability: Number.NaN, pointLoss: error * error }
  return { round: round + 1, y, known, mean, lower, upper, ...scores }
}

export function scoredClass(state: AutoState, issued: AutoIssued, y: string): AutoRound {
  const { known, probabilities, set } = issued
  const label = state.labels.indexOf(y)
  const probability = Math.max(UNSEEN, probabilities[label] ?? 0)
  const covered = set.includes(y)
  const nothing = { mean: Number.NaN, lower: Number.NaN, upper: Number.NaN }
  const scores = { covered, probability, pointLoss: -Math.log(probability) }
  return { round: state.round + 1, y, known, ...nothing, ...scores }
}
