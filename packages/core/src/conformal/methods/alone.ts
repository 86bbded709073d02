import type { MetaLearner } from '../../nouns/metaLearner.ts'

/** For a single expert: all weight, whatever it loses. So its threshold, and its loss, may be infinite. */
export const alone: MetaLearner<null> = {
  name: 'alone',
  settings: {},
  init: () => null,
  rate: () => 1,
  share: () => 0,
  weigh: (_state, _awake, out) => void out.fill(1),
  weighLog: (_state, _awake, out) => void out.fill(0),
  update() {},
}
