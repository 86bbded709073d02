import type { Beliefs } from './beliefs.ts'
import type { Loss } from './losses/loss.ts'
import { hypotenuse } from './math/hypotenuse.ts'
import { normalCdf } from './math/normal.ts'
import { Mixture } from './mixture.ts'
import type { Weights } from './weights.ts'

/**
 * What the learner says before it sees y: the mixture of its experts' beliefs.
 *
 * With a loss that is a log-density it is a law of y, noise included. Squared, hinge and pinball loss have no
 * noise model: then it is the law of z alone, `about` says so, and an interval of it is not one for y.
 */
export class Forecast extends Mixture {
  readonly about: 'y' | 'z'
  /** The law of z: what the experts believe before any noise. */
  readonly latent: Mixture
  /** P(y = +1) for class labels, else NaN. */
  readonly probability: number

  constructor(loss: Loss, beliefs: Beliefs, weights: Weights) {
    const noisy = loss.likelihood && loss.outcomes === 'real'
    const own = weights.linear.slice()
    const log = weights.log.slice()
    const latent = new Mixture(own, beliefs.mean.slice(), beliefs.variance.map(Math.sqrt), log)
    const total = noisy
      ? beliefs.variance.map((v, k) => hypotenuse(Math.sqrt(v), beliefs.noise[k]))
      : latent.deviations
    super(own, latent.means, total, log)
    this.about = noisy ? 'y' : 'z'
    this.latent = latent
    this.probability = loss.outcomes === 'sign' ? probability(loss, beliefs, own) : Number.NaN
  }
}

/** Σω P(y = +1 | expert): E e^{−ℓ(z, 1)} where ℓ is a log-likelihood, else P(z > 0) with ties halved. */
function probability(loss: Loss, { mean, variance, noise }: Beliefs, weights: Float64Array): number {
  let sum = 0
  for (let k = 0; k < weights.length; k++) {
    if (weights[k] === 0) continue
    const positive = loss.likelihood
      ? Math.exp(-loss.annealed(mean[k], variance[k], 1, noise[k], 1))
      : positivePart(mean[k], variance[k])
    sum += weights[k] * positive
  }
  return sum
}

function positivePart(u: number, v: number): number {
  return v > 0 ? normalCdf(u / Math.sqrt(v)) : 0.5 * (1 + Math.sign(u))
}
