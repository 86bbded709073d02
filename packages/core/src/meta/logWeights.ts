import { renormalise, type Weights } from '../weights.ts'
import type { Round } from './metaLearner.ts'

/** What meta-learners share: log ω₁, the weights of those awake, regrets, and what a sleeper is charged. */

export function logPrior(size: number, prior: Float64Array | undefined): Float64Array {
  return prior ? prior.map(Math.log) : new Float64Array(size).fill(-Math.log(size))
}

/** The weights ωₖaₖ / Σωa from log-weights that are normalised, or not, over all experts. */
export function weighAwake(logWeights: Float64Array, awake: Float64Array, out: Weights): void {
  const { log } = out
  for (let k = 0; k < log.length; k++) {
    log[k] = awake[k] === 1 ? logWeights[k] : logWeights[k] + Math.log(awake[k])
  }
  renormalise(out)
}

/** rₖ = aₖ(own − lossₖ): what the learner regrets not having followed expert k; 0 while it sleeps. */
export function regretTo({ losses, own, awake }: Round, k: number): number {
  return awake[k] === 0 ? 0 : awake[k] * (own - losses[k])
}

/** own − aₖ(own − lossₖ): an expert's loss where it is awake, the learner's own where it sleeps. */
export function inSleepersPlace({ losses, own, awake }: Round, k: number): number {
  return awake[k] === 1 ? losses[k] : own - awake[k] * (own - losses[k])
}
