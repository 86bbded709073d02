import type { Beliefs } from '../nouns/beliefs.ts'

export function createBeliefs(size: number): Beliefs {
  return {
    mean: new Float64Array(size),
    variance: new Float64Array(size),
    noise: new Float64Array(size),
    awake: new Float64Array(size).fill(1),
  }
}

/** A view of the experts from `start` up to `end`: what a panel of an aggregate of several writes into. */
export function sliceBeliefs(beliefs: Beliefs, start: number, end: number): Beliefs {
  return {
    mean: beliefs.mean.subarray(start, end),
    variance: beliefs.variance.subarray(start, end),
    noise: beliefs.noise.subarray(start, end),
    awake: beliefs.awake.subarray(start, end),
  }
}

/** The same beliefs with room for more experts, which sleep. */
export function resizeBeliefs(beliefs: Beliefs, size: number): Beliefs {
  const larger = createBeliefs(size)
  larger.awake.fill(0)
  copyBeliefs(beliefs, larger)
  return larger
}

export function copyBeliefs(from: Beliefs, to: Beliefs): void {
  to.mean.set(from.mean)
  to.variance.set(from.variance)
  to.noise.set(from.noise)
  to.awake.set(from.awake)
}
