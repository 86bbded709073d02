import type { Beliefs } from '../nouns/beliefs.ts'

/** What experts believe that are certain of their answers, one answer each. */
export function certain(answers: ArrayLike<number>, out: Beliefs): void {
  out.mean.set(answers)
  out.variance.fill(0)
  out.noise.fill(0)
  out.awake.fill(1)
}

/** The same of a single expert. */
export function certainOf(answer: number, out: Beliefs): void {
  out.mean[0] = answer
  out.variance[0] = 0
  out.noise[0] = 0
  out.awake[0] = 1
}
