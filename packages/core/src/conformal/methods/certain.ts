import type { Beliefs } from '../../nouns/beliefs.ts'

/** What one expert believes that is certain of its threshold. */
export function certain(threshold: number, out: Beliefs): void {
  out.mean[0] = threshold
  out.variance[0] = 0
  out.noise[0] = 0
  out.awake[0] = 1
}
