import { hypotenuse } from '../math/hypotenuse.ts'
import type { Beliefs } from '../nouns/beliefs.ts'

import type { Score } from '../nouns/score.ts'

/** The point loss ℓ(uₖ) of each expert's mean; the learner incurs that of the mixture's mean, ℓ(Σωu). */
export const point: Score = {
  name: 'point',
  kind: 'convex',
  each(loss, beliefs, y, rate, weights, out) {
    const { mean, noise, awake } = beliefs
    for (let k = 0; k < out.length; k++) out[k] = awake[k] > 0 ? loss.at(mean[k], y, noise[k]) : 0
    return point.own(loss, beliefs, out, y, rate, weights)
  },
  own: (loss, beliefs, _losses, y, _rate, { linear }) =>
    loss.at(weightedSum(linear, beliefs.mean), y, mixtureNoise(beliefs, linear)),
}

/**
 * The point loss linearised at the mixture's mean: ℓ′(Σωu)·uₖ.
 *
 * Convex losses never exceed their linearisation, so regret in it bounds regret against the best *combination*.
 */
export const gradient: Score = {
  name: 'gradient',
  kind: 'linear',
  each(loss, beliefs, y, _rate, { linear }, out) {
    const { mean, awake } = beliefs
    const centre = weightedSum(linear, mean)
    const slope = loss.slope(centre, y, loss.likelihood ? mixtureNoise(beliefs, linear) : 0)
    for (let k = 0; k < out.length; k++) out[k] = awake[k] > 0 ? slope * mean[k] : 0
    return slope * centre
  },
  // The slope is that of the losses, also when other weights are asked about.
  own: (_loss, _beliefs, losses, _y, _rate, { linear }) => weightedSum(linear, losses),
}

/** The mean loss Lₖ = E ℓ(z) under each belief; the mixture's is exactly Σω·L. */
export const mean: Score = {
  name: 'mean',
  kind: 'convex',
  each(loss, { mean, variance, noise, awake }, y, _rate, { linear }, out) {
    let own = 0
    for (let k = 0; k < out.length; k++) {
      const each = awake[k] > 0 ? loss.mean(mean[k], variance[k], y, noise[k]) : 0
      own += linear[k] * each
      out[k] = each
    }
    return own
  },
  own: (_loss, _beliefs, losses, _y, _rate, { linear }) => weightedSum(linear, losses),
}

/**
 * The annealed loss Λₖ = −γ⁻¹ log E exp(−γℓ(z)); the mixture's is exactly −γ⁻¹ log Σω exp(−γΛ).
 *
 * With log-density loss and γ = 1 it is the predictive log-loss.
 */
export const annealed: Score = {
  name: 'annealed',
  kind: 'mixed',
  each(loss, beliefs, y, rate, weights, out) {
    const { mean, variance, noise, awake } = beliefs
    for (let k = 0; k < out.length; k++) {
      out[k] = awake[k] > 0 ? loss.annealed(mean[k], variance[k], y, noise[k], rate) : 0
    }
    return annealed.own(loss, beliefs, out, y, rate, weights)
  },
  own(_loss, _beliefs, losses, _y, rate, { log }) {
    // In log space: an expert of weight e⁻⁸⁰⁰ whose loss is 900 nats better carries the mixture.
    let peak = -Infinity
    for (let k = 0; k < losses.length; k++) peak = Math.max(peak, log[k] - rate * losses[k])
    let sum = 0
    for (let k = 0; k < losses.length; k++) sum += Math.exp(log[k] - rate * losses[k] - peak)
    return -(peak + Math.log(sum)) / rate
  },
}

/** Σω·value. A weight of 0 must not meet the belief of an expert that sleeps, which may be NaN. */
export function weightedSum(weights: Float64Array, values: Float64Array): number {
  let sum = 0
  for (let k = 0; k < values.length; k++) if (weights[k] > 0) sum += weights[k] * values[k]
  return sum
}

/** The noise of the mixture: root of the weighted mean of ς². */
function mixtureNoise({ noise }: Beliefs, weights: Float64Array): number {
  let sum = 0
  for (let k = 0; k < noise.length; k++) if (weights[k] > 0) sum += weights[k] * noise[k] * noise[k]
  if (sum > 1e-280 && sum < Infinity) return Math.sqrt(sum)
  let length = 0
  for (let k = 0; k < noise.length; k++)
    if (weights[k] > 0) length = hypotenuse(length, Math.sqrt(weights[k]) * noise[k])
  return length
}
