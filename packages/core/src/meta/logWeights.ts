import { exp } from '../math/exp.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'

/** What meta-learners share: log ω₁, weights from log-weights, regrets, and what an expert that sleeps is charged. */

export function logPrior(size: number, prior: Float64Array | undefined): Float64Array {
  return prior ? prior.map(Math.log) : new Float64Array(size).fill(-Math.log(size))
}

/**
 * Both questions about the weights, from one answer: log ω of every expert, up to a constant.
 *
 * @param logits writes them into `out`
 */
export function fromLogits<State>(
  logits: (state: State, awake: Float64Array, out: Float64Array) => void,
): Pick<MetaLearner<State>, 'weigh' | 'weighLog'> {
  return {
    weigh(state, awake, out) {
      logits(state, awake, out)
      weighAwake(out, awake, out)
    },
    weighLog(state, awake, out) {
      logits(state, awake, out)
      weighAwakeLog(out, awake, out)
    },
  }
}

/** The weights ωₖaₖ / Σωa, from log-weights up to a constant. All are 0 if no expert that is awake has weight. */
export function weighAwake(logWeights: Float64Array, awake: Float64Array, out: Float64Array): void {
  if (logWeights !== out && weighAsTheyAre(logWeights, awake, out)) return
  const largest = activate(logWeights, awake, out)
  let total = 0
  for (let k = 0; k < out.length; k++) {
    out[k] = largest === -Infinity ? 0 : exp(out[k] - largest)
    total += out[k]
  }
  normalise(out, total)
}

/** The same without the search for the largest; says whether the sum neither overflowed nor lost what matters. */
function weighAsTheyAre(logWeights: Float64Array, awake: Float64Array, out: Float64Array): boolean {
  let total = 0
  for (let k = 0; k < out.length; k++) {
    const weight = awake[k] * exp(logWeights[k])
    out[k] = weight
    total += weight
  }
  if (!(total > 1e-150 && total < 1e300)) return false
  normalise(out, total)
  return true
}

function normalise(weights: Float64Array, total: number): void {
  const factor = total > 0 ? 1 / total : 0
  for (let k = 0; k < weights.length; k++) weights[k] *= factor
}

/** The logarithms of `weighAwake`. */
export function weighAwakeLog(logWeights: Float64Array, awake: Float64Array, out: Float64Array): void {
  const largest = activate(logWeights, awake, out)
  if (largest === -Infinity) return
  let top = -1
  let others = 0
  for (let k = 0; k < out.length; k++) {
    if (top < 0 && out[k] === largest) top = k
    else others += exp(out[k] - largest)
  }
  // From the others alone: beside a weight of e⁻⁵⁰ the largest has the logarithm −e⁻⁵⁰ and not 0.
  const beyond = Math.log1p(others)
  // In two steps, because beside a largest of −1e56 the logarithm of the sum would be lost.
  for (let k = 0; k < out.length; k++) out[k] = out[k] - largest - beyond
}

/** log(ωₖaₖ) into `out`; returns the largest. */
function activate(logWeights: Float64Array, awake: Float64Array, out: Float64Array): number {
  let largest = -Infinity
  for (let k = 0; k < out.length; k++) {
    const active = awake[k]
    const logWeight = active === 1 ? logWeights[k] : logWeights[k] + Math.log(active)
    if (logWeight > largest) largest = logWeight
    out[k] = logWeight
  }
  return largest
}

/** The weights ωₖaₖ / Σωa from weights, and their logarithms. */
export function keepAwake(weights: Float64Array, awake: Float64Array, out: Float64Array): void {
  let total = 0
  let everyone = true
  for (let k = 0; k < out.length; k++) {
    if (awake[k] !== 1) everyone = false
    out[k] = awake[k] * weights[k]
    total += out[k]
  }
  if (everyone || total === 0) return
  for (let k = 0; k < out.length; k++) out[k] /= total
}

export function keepAwakeLog(weights: Float64Array, awake: Float64Array, out: Float64Array): void {
  keepAwake(weights, awake, out)
  for (let k = 0; k < out.length; k++) out[k] = Math.log(out[k])
}

/** How far below 0 the largest log-weight may drift before all are measured from it again. */
const DRIFT = 64
/** Smallest log-weight an expert can reach, so that one loss of 1e308 cannot remove everyone. */
const FLOOR = -1e300

/** log ωₖ ← log ωₖ − γ·lossₖ, up to a constant. An expert that sleeps is charged the learner's own loss. */
export function chargeLosses(
  logWeights: Float64Array,
  rate: number,
  losses: Float64Array,
  own: number,
  awake: Float64Array,
): void {
  // Measured from the least loss, so that a loss of 1e20 does not drown the differences between small ones.
  const least = leastLoss(logWeights, losses, own, awake)
  let largest = -Infinity
  for (let k = 0; k < logWeights.length; k++) {
    const before = logWeights[k]
    const after = before - rate * (chargedLoss(losses[k], own, awake[k]) - least)
    const logWeight = after > FLOOR ? after : Math.min(before, FLOOR)
    if (logWeight > largest) largest = logWeight
    logWeights[k] = logWeight
  }
  if (largest > -DRIFT) return
  for (let k = 0; k < logWeights.length; k++) logWeights[k] -= largest
}

/** The least loss charged to an expert that has weight. */
function leastLoss(logWeights: Float64Array, losses: Float64Array, own: number, awake: Float64Array): number {
  let least = Infinity
  for (let k = 0; k < losses.length; k++) {
    const loss = chargedLoss(losses[k], own, awake[k])
    if (loss < least && logWeights[k] > -Infinity) least = loss
  }
  return least
}

/**
 * rₖ = aₖ(own − lossₖ): what the learner regrets not having followed expert k; 0 while it sleeps.
 *
 * Within ±1e300, so that sums of them do not overflow.
 */
export function regretTo(loss: number, own: number, awake: number): number {
  const regret = awake * (own - loss)
  return regret < 1e300 ? (regret > -1e300 ? regret : -1e300) : 1e300
}

/** aₖ·lossₖ + (1 − aₖ)·own: an expert's loss where it is awake, the learner's own where it sleeps. */
export function chargedLoss(loss: number, own: number, awake: number): number {
  // Not own − a(own − loss), whose difference may overflow.
  return awake === 1 ? loss : awake * loss + (1 - awake) * own
}
