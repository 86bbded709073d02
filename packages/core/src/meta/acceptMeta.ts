import { expectShape } from '../base/save/shape.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'

/** Refuses a state that this meta-learner of so many experts cannot have made: by its own check, else by its shape, lists apart. */
export function acceptMeta(meta: MetaLearner, state: unknown, size: number, path = 'meta'): void {
  if (meta.accept) meta.accept(state, size)
  else expectShape(state, meta.init(size), path, { grows: 'lists' })
}
