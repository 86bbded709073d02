import { type StateShape, shape, sizedShapeOf } from '../../base/shape.ts'
import { exp } from '../../math/exp.ts'
import { fixedShare } from '../../meta/fixedShare.ts'
import type { MetaLearner, Round } from '../../nouns/metaLearner.ts'

/** Plain data. */
export interface RecalibrationState {
  readonly weights: unknown
}

/** Slopes and shifts of the logit; the identity is among them. */
const SLOPES = [0.25, 0.5, 0.75, 1, 1.5, 2, 3]
const SHIFTS = [-2, -1, -0.5, 0, 0.5, 1, 2]
/** Probabilities this close to 0 or 1 are taken as this: their logit must be a number. */
const LEAST = 1e-12

/**
 * Probabilities of y = +1 that mean what they say: an aggregate of maps of the logit,
 *
 *     p ↦ 1/(1 + e^(−a·logit p − b)),   49 pairs (a, b)
 *
 * weighed by their log loss under fixed share. Since the identity is one of them, the log loss exceeds that of the
 * probabilities as given by at most log 49 + T·log(1/(1 − σ)), whatever comes.
 */
export class Recalibration {
  readonly #meta: MetaLearner = fixedShare({ rate: 1, share: 1e-3 }) as MetaLearner
  readonly #size = SLOPES.length * SHIFTS.length
  readonly #maps = new Float64Array(this.#size)
  readonly #weights = new Float64Array(this.#size)
  readonly #losses = new Float64Array(this.#size)
  readonly #awake = new Float64Array(this.#size).fill(1)

  readonly init: StateShape<RecalibrationState> = shape<RecalibrationState>({
    weights: sizedShapeOf(this.#meta, this.#size),
  })

  /** The calibrated probability. */
  probability({ weights }: RecalibrationState, p: number): number {
    this.#meta.weigh(weights, this.#awake, this.#weights)
    mapAll(p, this.#maps)
    return dot(this.#weights, this.#maps)
  }

  /** Learns that y = ±1 came where the probability p had been given. */
  learn(state: RecalibrationState, p: number, y: number): void {
    const own = this.probability(state, p)
    const losses = this.#losses
    for (let k = 0; k < losses.length; k++) losses[k] = -Math.log(y > 0 ? this.#maps[k] : 1 - this.#maps[k])
    const round: Round = {
      losses,
      own: -Math.log(y > 0 ? own : 1 - own),
      awake: this.#awake,
      weights: this.#weights,
      ownFor: (weights) => dot(weights, losses),
    }
    this.#meta.update(state.weights, round)
  }
}

function mapAll(p: number, out: Float64Array): void {
  const safe = Math.min(1 - LEAST, Math.max(LEAST, p))
  const logit = Math.log(safe) - Math.log1p(-safe)
  for (let i = 0, k = 0; i < SLOPES.length; i++) {
    for (let j = 0; j < SHIFTS.length; j++, k++) {
      const mapped = 1 / (1 + exp(-SLOPES[i] * logit - SHIFTS[j]))
      out[k] = Math.min(1 - LEAST, Math.max(LEAST, mapped))
    }
  }
}

function dot(weights: Float64Array, values: Float64Array): number {
  let sum = 0
  for (let k = 0; k < weights.length; k++) sum += weights[k] * values[k]
  return sum
}
