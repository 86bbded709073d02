import type { ClassRound } from '../models/classesInEpochs.ts'
import type { GovernedRound } from '../models/governed.ts'
import type { EpochRound } from '../models/inEpochsState.ts'

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

export function roundOf({ inner, region, covered }: GovernedRound<EpochRound | ClassRound>): AutoRound {
  const { round, y, known, pointLoss } = inner
  const nothing = Number.NaN
  const { lower, upper } = 'set' in region ? { lower: nothing, upper: nothing } : region
  const mean = 'mean' in inner ? inner.mean : nothing
  const probability = 'probability' in inner ? inner.probability : nothing
  return { round, y, known, mean, lower, upper, covered, probability, pointLoss }
}
