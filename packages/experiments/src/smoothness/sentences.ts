import { selectionMeasure } from '../contest.ts'
import { digits } from '../digits.ts'
import type { Result, Results } from '../experiment.ts'
import { quoted } from '../quotes.ts'
import type { Reading } from '../reading.ts'
import { measure, type Sentence } from '../sentence.ts'
import { average, slope } from '../statistics.ts'
import { gridOf, type SmoothnessSettings } from './settings.ts'

type Each = (beta: number, value: (n: Result['numbers']) => number) => number[]

export function sentences(
  settings: SmoothnessSettings,
  results: Results,
  reading: Reading,
): readonly Sentence[] {
  const { betas, lengths } = settings
  const each: Each = (beta, value) => results[`β = ${beta}`].map(({ numbers }) => value(numbers))
  const last = lengths[lengths.length - 1]
  const roughest = each(betas[0], (n) => n[`best log2 a ${last}`])
  const smoothest = each(betas[betas.length - 1], (n) => n[`best log2 a ${last}`])
  return [
    ofRate(settings, each),
    ofBound(settings, each),
    quoted('smoothness-bandwidth', [
      measure({
        what: `log₂ of the best a at T = ${last}, roughest function minus smoothest`,
        side: 'above',
        values: roughest.map((a, r) => a - smoothest[r]),
      }),
    ]),
    // A theorem of the paper, which it does not simulate: beside the sentence, not part of it.
    quoted(
      'selection',
      betas.map((beta) => {
        const list = results[`β = ${beta}`].map(({ numbers }) => numbers)
        return { ...selectionMeasure(`β = ${beta}, T = ${last}, KL`, list, '', reading), extra: true }
      }),
    ),
  ]
}

function ofRate({ lengths, betas }: SmoothnessSettings, each: Each): Sentence {
  const logs = lengths.map(Math.log)
  return quoted(
    'smoothness-rate',
    betas.map((beta) => {
      const rate = (2 * beta) / (2 * beta + 1)
      const bound = slope(
        logs,
        logs.map((log) => -rate * log + 2 * Math.log(log)),
      )
      return measure({
        what: `β = ${beta}: slope of log KL in log T; the bound’s is ${digits(bound, 3)} on these T, the minimax rate’s ${digits(-rate, 3)}`,
        side: 'below',
        than: bound,
        values: each(beta, (n) => n.slope),
      })
    }),
  )
}

function ofBound({ lengths, betas }: SmoothnessSettings, each: Each): Sentence {
  const last = lengths[lengths.length - 1]
  const size = gridOf(last).length
  return quoted(
    'smoothness-bound',
    betas.map((beta) => {
      const experts = gridOf(last).map((_, k) => each(beta, (n) => n[`expert kl ${k + 1}`]))
      // The theorem's minimum is over experts fixed beforehand: outside the mean over streams.
      const best = experts.reduce((a, b) => (average(b) < average(a) ? b : a))
      return measure({
        what: `β = ${beta}, T = ${last}: cumulative KL minus that of the bandwidth with the least mean, in nats (log K = ${Math.log(size).toFixed(3)})`,
        side: 'below',
        than: Math.log(size),
        values: each(beta, (n) => n[`kl ${last}`]).map((value, r) => last * (value - best[r])),
      })
    }),
  )
}
