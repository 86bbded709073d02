import { counter, floats, type StateShape, shape } from '../base/shape.ts'
import { withRoom } from '../meta/slots.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Weights } from '../nouns/score.ts'
import { copyBeliefs, createBeliefs, resizeBeliefs } from '../panels/beliefs.ts'

/** What was believed at one x, and with which weights. Plain data. */
export interface Issued {
  readonly x: Float64Array
  readonly beliefs: Beliefs
  readonly weights: Weights
  /** How many rounds had been learnt. */
  round: number
}

export function createIssued(dimension: number, size: number): Issued {
  return {
    x: new Float64Array(dimension),
    beliefs: createBeliefs(size),
    weights: { linear: new Float64Array(size), log: new Float64Array(size) },
    round: 0,
  }
}

/** What is issued by so many experts. @param dimension the length of x; any where it is absent */
export function issuedOf(size: number, dimension?: number): StateShape<Issued> {
  const row = floats(size)
  return shape<Issued>({
    x: floats(dimension),
    beliefs: shape<Beliefs>({ mean: row, variance: row, noise: row, awake: row }),
    weights: shape<Weights>({ linear: row, log: row }),
    round: counter,
  })
}

/** What was issued, with room for more experts, which slept. */
export function resizeIssued({ x, beliefs, weights, round }: Issued, size: number): Issued {
  return {
    x,
    beliefs: resizeBeliefs(beliefs, size),
    weights: {
      linear: withRoom(weights.linear, size, 0),
      log: withRoom(weights.log, size, -Infinity),
    },
    round,
  }
}

export function copyIssued(from: Issued, to: Issued): void {
  to.x.set(from.x)
  copyBeliefs(from.beliefs, to.beliefs)
  to.weights.linear.set(from.weights.linear)
  to.weights.log.set(from.weights.log)
  to.round = from.round
}
