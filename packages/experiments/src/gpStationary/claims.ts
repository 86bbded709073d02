import { type Claim, claim } from '../claim.ts'
import type { Result, Results } from '../experiment.ts'
import { average } from '../statistics.ts'
import { parts, type StationarySettings } from './settings.ts'

type Each = (part: string, value: (n: Result['numbers']) => number) => number[]

export function claims({ inverseBandwidth }: StationarySettings, results: Results): Claim[] {
  const each: Each = (part, value) => results[part].map(({ numbers }) => value(numbers))
  return [
    ...ofRegret(each, Math.log(inverseBandwidth.length)),
    ...ofBandwidths(each),
    ...ofHardSelection(each),
  ]
}

/** Close to the best expert, and within the bound. */
function ofRegret(each: Each, bound: number): Claim[] {
  return [
    ...parts.map((part) =>
      claim({
        says: 'across all settings, GP-EA remains close to the best performing fixed-bandwidth expert',
        measured: `${part}: average negative log-likelihood minus the best expert’s (close: below 0.01)`,
        side: 'below',
        than: 0.01,
        values: each(part, (n) => n.nll - n['best expert nll']),
      }),
    ),
    ...parts.map((part) => {
      const regrets = each(part, (n) => n.regret)
      return claim({
        says: 'the regret under log loss is at most log K, on every stream (theorem)',
        measured: `${part}: share of streams with more than log K = ${bound.toFixed(4)} nats (the mean is ${average(regrets).toFixed(4)}, the largest ${Math.max(...regrets).toFixed(4)})`,
        side: 'below',
        than: 1e-9,
        values: regrets.map((regret) => (regret > bound + 1e-9 ? 1 : 0)),
      })
    }),
  ]
}

/** Which bandwidth gets the weight. */
function ofBandwidths(each: Each): Claim[] {
  const bandwidth = (part: string): number[] => each(part, (n) => n['mean log2 a'])
  const gap = (a: string, b: string): number[] => bandwidth(a).map((value, r) => value - bandwidth(b)[r])
  return [
    claim({
      says: 'in setting A, the weights initially explore several bandwidths',
      measured: 'effective number of experts over the first 50 rounds minus that at the end',
      side: 'above',
      values: each('A', (n) => n['effective experts early'] - n['effective experts late']),
    }),
    claim({
      says: 'before concentrating on an intermediate inverse bandwidth',
      measured: 'A: final weight on the inner bandwidths ¼ … 2 (concentrating: above 0.9)',
      side: 'above',
      than: 0.9,
      values: each('A', (n) => n['weight inside']),
    }),
    claim({
      says: 'setting B places most of its weight on a larger inverse bandwidth',
      measured: 'mean of log₂ a under the final weights, B minus A',
      side: 'above',
      values: gap('B', 'A'),
    }),
    claim({
      says: 'the smoother function in setting C favours a smaller inverse bandwidth',
      measured: 'mean of log₂ a under the final weights, C minus B',
      side: 'below',
      values: gap('C', 'B'),
    }),
    claim({
      says: 'the smoother function in setting C favours a smaller inverse bandwidth',
      measured: 'mean of log₂ a under the final weights, C minus A',
      side: 'below',
      values: gap('C', 'A'),
    }),
  ]
}

/** Beside follow-the-leader. */
function ofHardSelection(each: Each): Claim[] {
  return [
    ...parts.flatMap((part) => [
      claim({
        says: 'the aggregate is more stable than hard expert selection',
        measured: `${part}: average negative log-likelihood of GP-EA minus that of follow-the-leader`,
        side: 'below',
        values: each(part, (n) => n.nll - n['hard nll']),
      }),
      claim({
        says: 'the aggregate is more stable than hard expert selection',
        measured: `${part}: weight that GP-EA moves in a round, minus that of follow-the-leader`,
        side: 'below',
        values: each(part, (n) => n.movement - n['hard movement']),
      }),
    ]),
  ]
}
