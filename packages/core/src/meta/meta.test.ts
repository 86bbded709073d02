import { describe, it } from 'vitest'
import { metaContract } from '../testing/index.ts'
import { ewa, fixedShare, horizonRate, type MetaLearner, rollingRate } from './index.ts'

const learners: Record<string, MetaLearner> = {
  'exponential weights, any function of the round': ewa({ rate: (t) => 1 / Math.sqrt(t) }),
  'exponential weights': ewa({ rate: 0.5 }),
  'fixed share': fixedShare({ rate: 1, share: 0.01 }),
  'fixed share, rolling rate': fixedShare({ rate: rollingRate({ window: 50 }), share: 1e-3 }),
  'fixed share, rolling rate as DtACI has it': fixedShare({
    rate: rollingRate({ window: 20, start: 2.72, numerator: 'dtaci', moment: 'squared-mean' }),
    share: 1e-3,
  }),
  'fixed share, horizon rate and falling share': fixedShare({
    rate: horizonRate({ interval: 100 }),
    share: (t) => 1 / (t + 1),
  }),
}

describe.each(Object.entries(learners))('%s', (_name, meta) => {
  for (const { promise, check } of metaContract(meta)) it(promise, check)
})
