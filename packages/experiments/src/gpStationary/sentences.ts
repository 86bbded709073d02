import { selectionMeasure } from '../contest.ts'
import type { Result, Results } from '../experiment.ts'
import { quoted } from '../quotes.ts'
import type { Reading } from '../reading.ts'
import { measure, type Sentence } from '../sentence.ts'
import { average } from '../statistics.ts'
import { parts, type StationarySettings } from './settings.ts'

type Each = (part: string, value: (n: Result['numbers']) => number) => number[]

export function sentences(
  { inverseBandwidth }: StationarySettings,
  results: Results,
  reading: Reading,
): readonly Sentence[] {
  const each: Each = (part, value) => results[part].map(({ numbers }) => value(numbers))
  const bandwidth = (part: string): number[] => each(part, (n) => n['mean log2 a'])
  const gap = (a: string, b: string): number[] => bandwidth(a).map((value, r) => value - bandwidth(b)[r])
  return [
    ofBest(each),
    ofBound(each, Math.log(inverseBandwidth.length)),
    ofExploring(each),
    quoted('gp-larger', [
      measure({
        what: 'mean of log₂ a under the final weights, B minus A',
        side: 'above',
        values: gap('B', 'A'),
      }),
    ]),
    quoted(
      'gp-smaller',
      ['B', 'A'].map((other) =>
        measure({
          what: `mean of log₂ a under the final weights, C minus ${other}`,
          side: 'below',
          values: gap('C', other),
          // «In contrast» follows a sentence about B.
          extra: other === 'A',
        }),
      ),
    ),
    quoted(
      'selection',
      parts.map((part) => {
        const list = results[part].map(({ numbers }) => numbers)
        return selectionMeasure(`${part}, log loss`, list, '', reading)
      }),
    ),
  ]
}

function ofBest(each: Each): Sentence {
  return quoted(
    'gp-close',
    parts.map((part) =>
      measure({
        what: `${part}: average negative log-likelihood minus the best expert’s (close: below 0.01)`,
        side: 'below',
        than: 0.01,
        values: each(part, (n) => n.nll - n['best expert nll']),
      }),
    ),
  )
}

function ofBound(each: Each, bound: number): Sentence {
  return quoted(
    'gp-bound',
    parts.map((part) => {
      const regrets = each(part, (n) => n.regret)
      return measure({
        what: `${part}: share of streams with more than log K = ${bound.toFixed(4)} nats (the mean is ${average(regrets).toFixed(4)}, the largest ${Math.max(...regrets).toFixed(4)})`,
        side: 'below',
        than: 1e-9,
        values: [average(regrets.map((regret) => (regret > bound + 1e-9 ? 1 : 0)))],
        fact: true,
      })
    }),
  )
}

function ofExploring(each: Each): Sentence {
  return quoted('gp-explores', [
    measure({
      what: 'A: effective number of experts over the first 50 rounds minus that at the end',
      side: 'above',
      values: each('A', (n) => n['effective experts early'] - n['effective experts late']),
    }),
    measure({
      what: 'A: final weight on the inner bandwidths ¼ … 2 (concentrating: above 0.9)',
      side: 'above',
      than: 0.9,
      values: each('A', (n) => n['weight inside']),
    }),
  ])
}
