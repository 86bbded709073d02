import {
  type AggregateLearner,
  type Loss,
  type Rule,
  type ScoredRound,
  seededRng,
} from '../src/doors/index.ts'
import { uniform } from '../src/doors/random.ts'

/** What a scripted expert says in one round. */
export interface Line {
  readonly mean: number
  readonly variance?: number
  readonly noise?: number
  readonly awake?: number
}

/** K experts without a mind: x holds what each believes, four numbers an expert. */
export function scripted(size: number): Rule<null> {
  const settings = Array.from({ length: size }, (_, k) => ({ expert: k }))
  return {
    bind: () => ({
      capacity: size,
      acceptsMissing: true,
      settings: () => settings,
      init: () => null,
      predict(_state, x, out) {
        for (let k = 0; k < size; k++) {
          out.mean[k] = x[4 * k]
          out.variance[k] = x[4 * k + 1]
          out.noise[k] = x[4 * k + 2]
          out.awake[k] = x[4 * k + 3]
        }
      },
      update() {},
    }),
  }
}

export function script(lines: readonly (Line | number)[]): number[] {
  return lines.flatMap((line) => {
    if (typeof line === 'number') return [line, 0, 0, 1]
    const { mean, variance = 0, noise = 0, awake = 1 } = line
    return [mean, variance, noise, awake]
  })
}

/** ℓ(z) = z, so that an expert's mean is its loss: any sequence of losses can be played. */
export const played: Loss = {
  name: 'played',
  outcomes: 'real',
  likelihood: false,
  at: (z) => z,
  slope: () => 1,
  mean: (u) => u,
  du: () => 1,
  dv: () => 0,
  annealed: (u, v, _y, _noise, rate) => u - 0.5 * rate * v,
}

/** One round, copied from the live view. */
export interface Kept {
  readonly own: number
  readonly pointLoss: number
  readonly rate: number
  readonly losses: readonly number[]
  readonly awake: readonly number[]
  /** log ω of all experts before the round, as if all were awake. */
  readonly logWeights: readonly number[]
  /** The weights used, sleepers at 0. */
  readonly weights: readonly number[]
}

export function keep(round: ScoredRound, logWeights: readonly number[]): Kept {
  const { own, pointLoss, rate } = round
  return {
    own,
    pointLoss,
    rate,
    losses: Array.from(round.losses),
    awake: Array.from(round.awake),
    logWeights,
    weights: Array.from(round.weights),
  }
}

/** The learner's log-weights, also those whose weight underflows: as its meta-learner weighs if all are awake. */
export function logWeightsOf({ model, state, settings }: AggregateLearner): number[] {
  const log = new Float64Array(settings.length)
  model.plan.meta.weighLog(state.engine?.meta, new Float64Array(settings.length).fill(1), log)
  return Array.from(log)
}

export type Adversary = 'noise' | 'spikes' | 'switching' | 'against the leader' | 'ties' | 'heavy'
export const adversaries: readonly Adversary[] = [
  'noise',
  'spikes',
  'switching',
  'against the leader',
  'ties',
  'heavy',
]

/** Losses not below 0, made up by somebody who knows the weights. */
export function adversary(
  kind: Adversary,
  size: number,
  seed: number,
): (t: number, weights: ArrayLike<number>) => number[] {
  const rng = seededRng(seed)
  return (t, weights) => {
    const leader = Array.from(weights).indexOf(Math.max(...Array.from(weights)))
    return Array.from({ length: size }, (_, k) => {
      if (kind === 'noise') return uniform(rng)
      if (kind === 'spikes') return uniform(rng) < 0.05 ? 50 : 0.1 * uniform(rng)
      if (kind === 'switching') return (t >> 3) % size === k ? 0 : 2
      if (kind === 'against the leader') return k === leader ? 3 : uniform(rng)
      if (kind === 'ties') return t % 2
      return 1 / (uniform(rng) + 1e-6) ** 0.7
    })
  }
}
