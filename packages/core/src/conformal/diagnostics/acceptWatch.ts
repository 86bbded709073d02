import {
  counts,
  expectEach,
  expectRecord,
  expectRng,
  expectShape,
  expectWhole,
} from '../../base/save/shape.ts'
import type { Ranks } from './ranks.ts'
import { createWatched, type WatchState } from './watch.ts'

/** Refuses what a watch cannot have made. */
export function acceptWatch(fresh: WatchState | null, state: unknown): void {
  if (!fresh) {
    expectShape(state, null, 'watch')
    return
  }
  const ranks = (own: unknown): void => {
    expectShape(own, fresh.ranks, 'watch.ranks')
    const { blocks, held } = own as Ranks
    for (const count of held) expectWhole('watch.ranks.held', count, 0, blocks[0].length)
  }
  expectRecord(state, fresh, 'watch', {
    round: counts('watch.round'),
    rng: (rng) => expectRng('watch.rng', rng),
    ranks,
    features: (features) =>
      expectEach('watch.features', features, (each) => {
        expectRecord(each, createWatched(), 'watch.features', { ranks })
      }),
  })
}
