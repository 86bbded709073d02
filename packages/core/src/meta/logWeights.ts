import { normalise, type Weights } from '../weights.ts'

/** What meta-learners share: log ω₁, the weights of those awake, regrets, and what a sleeper is charged. */

export function logPrior(size: number, prior: Float64Array | undefined): Float64Array {
  return prior ? prior.map(Math.log) : new Float64Array(size).fill(-Math.log(size))
}

/** The weights ωₖaₖ / Σωa from log-weights that are normalised, or not, over all experts. */
export function weighAwake(logWeights: Float64Array, awake: Float64Array, out: Weights): void {
  const { log } = out
  let largest = -Infinity
  for (let k = 0; k < log.length; k++) {
    log[k] = awake[k] === 1 ? logWeights[k] : logWeights[k] + Math.log(awake[k])
    largest = Math.max(largest, log[k])
  }
  normalise(out, largest)
}

/** As `weighAwake`, from log-weights that stand in `out.log` already. */
export function keepAwake(awake: Float64Array, out: Weights): void {
  weighAwake(out.log, awake, out)
}

/** rₖ = aₖ(own − lossₖ): what the learner regrets not having followed expert k; 0 while it sleeps. */
export function regretTo(loss: number, own: number, awake: number): number {
  return awake === 0 ? 0 : awake * (own - loss)
}

/** own − aₖ(own − lossₖ): an expert's loss where it is awake, the learner's own where it sleeps. */
export function inSleepersPlace(loss: number, own: number, awake: number): number {
  return awake === 1 ? loss : own - awake * (own - loss)
}
