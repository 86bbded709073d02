import type { BoundedRounds } from '../nouns/metaLearner.ts'

/** Why rules have no bound for some rounds. */

export const SINCE_START =
  'the guarantee of this rule covers all rounds since the start, and no shorter stretch'

export const RANGE_EXCEEDED = 'a regret exceeded the range that was promised, or 1e300'

/** What rules need that are proven for learners that lose at most Σω·loss in every round since the start. */
export function whyUnbounded(rounds: BoundedRounds): string | undefined {
  return rounds.after > 0 ? SINCE_START : whyUncovered(rounds)
}

/** The same, of rules whose guarantee holds over every stretch. */
export function whyUncovered({ late, above }: BoundedRounds): string | undefined {
  if (late > 0) return 'outcomes came late: they were scored with weights no longer current'
  if (above > 0) return 'the learner lost more than the mean of its experts: the loss is not convex'
  return undefined
}
