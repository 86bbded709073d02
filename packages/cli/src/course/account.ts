import type { ExpertAccount, ExpertSettings, StatisticsState } from '@credence/report'
import { bandExperts } from './bandExperts.ts'

/** What a learner may show of its experts; a conformal one keeps no ledger. */
interface Shown {
  readonly model?: { readonly description: unknown }
  readonly settings?: readonly ExpertSettings[]
  readonly failures?: ArrayLike<number>
  readonly ledger?: {
    readonly total: {
      readonly loss: number
      readonly losses: readonly number[]
      readonly awake: readonly number[]
      readonly regret: number
      readonly bound: number | undefined
      readonly reason: string | undefined
    }
  }
}

/** The experts of a run, with their losses and the regret. @param names of the experts, where the user named them */
export function accountOf(
  learner: object,
  { losses, loss }: StatisticsState,
  names: readonly string[] | undefined,
): ExpertAccount | undefined {
  const { ledger, settings, failures, model } = learner as Shown
  if (ledger) {
    const { total } = ledger
    if (total.losses.length === 0) return undefined
    const { bound, reason } = total
    return {
      experts: names?.map((name) => ({ name })) ?? settings ?? [],
      loss: total.loss,
      losses: total.losses,
      awake: total.awake,
      regret: total.regret,
      bound: bound ?? null,
      ...(reason === undefined ? {} : { reason }),
      ...(failures === undefined ? {} : { failures: Array.from(failures) }),
    }
  }
  if (!losses) return undefined
  const each = Array.from(losses)
  const experts = bandExperts(model?.description, each.length)
  if (!experts) return undefined
  const ends = new Set(experts.map(({ end }) => end))
  const least = (end: unknown): number => Math.min(...each.filter((_, k) => experts[k]?.end === end))
  const best = Array.from(ends, least).reduce((sum, loss) => sum + loss, 0)
  return {
    experts,
    ...(ends.size > 1 ? { ends: ends.size } : {}),
    loss,
    losses: each,
    regret: loss - best,
    bound: null,
    reason: 'this learner keeps no ledger',
  }
}
