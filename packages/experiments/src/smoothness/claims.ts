import { type Claim, claim } from '../claim.ts'
import { digits } from '../digits.ts'
import type { Result, Results } from '../experiment.ts'
import { average, slope } from '../statistics.ts'
import { gridOf, type SmoothnessSettings } from './settings.ts'

export function claims({ lengths, betas }: SmoothnessSettings, results: Results): Claim[] {
  const each = (beta: number, value: (n: Result['numbers']) => number): number[] =>
    results[`β = ${beta}`].map(({ numbers }) => value(numbers))
  const last = lengths[lengths.length - 1]
  const logs = lengths.map(Math.log)
  return [
    ...betas.map((beta) => {
      const rate = (2 * beta) / (2 * beta + 1)
      const bound = slope(
        logs,
        logs.map((log) => -rate * log + 2 * Math.log(log)),
      )
      return claim({
        says: 'the average predictive KL decays as fast as T^(−2β/(2β+1)) log²T, for β unknown',
        measured: `β = ${beta}: slope of log KL in log T; the bound’s is ${digits(bound, 3)} on these T, the minimax rate’s ${digits(-rate, 3)}`,
        side: 'below',
        than: bound,
        values: each(beta, (n) => n.slope),
      })
    }),
    ...betas.map((beta) => {
      const size = gridOf(last).length
      const experts = gridOf(last).map((_, k) => each(beta, (n) => n[`expert kl ${k + 1}`]))
      // The theorem's minimum is over experts fixed beforehand: outside the mean over streams.
      const best = experts.reduce((a, b) => (average(b) < average(a) ? b : a))
      return claim({
        says: 'the aggregate pays at most log K over the best bandwidth, in the mean over streams (theorem)',
        measured: `β = ${beta}, T = ${last}: cumulative KL minus that of the bandwidth with the least mean, in nats (log K = ${Math.log(size).toFixed(3)})`,
        side: 'below',
        than: Math.log(size),
        values: each(beta, (n) => n[`kl ${last}`]).map((value, r) => last * (value - best[r])),
      })
    }),
    claim({
      says: 'different smoothness calls for different bandwidths',
      measured: `log₂ of the best a at T = ${last}, roughest function minus smoothest`,
      side: 'above',
      values: each(betas[0], (n) => n[`best log2 a ${last}`]).map(
        (a, r) => a - each(betas[betas.length - 1], (n) => n[`best log2 a ${last}`])[r],
      ),
    }),
    ...betas.map((beta) =>
      claim({
        says: 'the aggregate is more stable than hard expert selection',
        measured: `β = ${beta}, T = ${last}: cumulative KL minus that of follow-the-leader, in nats`,
        side: 'below',
        values: each(beta, (n) => last * (n[`kl ${last}`] - n[`hard kl ${last}`])),
      }),
    ),
  ]
}
