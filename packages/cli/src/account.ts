import type { ExpertAccount, ExpertSettings, StatisticsState } from '@credence/report'

/** What a learner may show of its experts; a conformal one keeps no ledger. */
interface Shown {
  readonly model?: { readonly description: unknown }
  readonly settings?: readonly ExpertSettings[]
  readonly failures?: ArrayLike<number>
  readonly ledger?: {
    readonly total: {
      readonly loss: number
      readonly losses: readonly number[]
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
      regret: total.regret,
      bound: bound ?? null,
      ...(reason === undefined ? {} : { reason }),
      ...(failures === undefined ? {} : { failures: Array.from(failures) }),
    }
  }
  if (!losses) return undefined
  const each = Array.from(losses)
  const experts = settingsIn(model?.description, each.length)
  // Experts of two ends share the loss between them: none of them can be compared with the whole.
  if (!experts) return undefined
  return {
    experts,
    loss,
    losses: each,
    regret: loss - Math.min(...each),
    bound: null,
    reason: 'this learner keeps no ledger',
  }
}

interface Band {
  readonly sides?: readonly { readonly rules: readonly { readonly experts?: readonly ExpertSettings[] }[] }[]
}

/** The settings of the experts of one side, if the description lists as many. */
function settingsIn(description: unknown, count: number): ExpertSettings[] | undefined {
  const [band] = (description as { readonly bands?: readonly Band[] } | undefined)?.bands ?? []
  const experts = band?.sides?.[0]?.rules.flatMap((rule) => rule.experts ?? [])
  return experts?.length === count ? experts : undefined
}
