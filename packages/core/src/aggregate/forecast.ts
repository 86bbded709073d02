import { NumericalError } from '../base/errors.ts'
import { hypotenuse } from '../math/hypotenuse.ts'
import { Mixture } from '../math/mixture.ts'
import { normalCdf } from '../math/normal.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Loss } from '../nouns/loss.ts'

/**
 * What the learner says before it sees y: the mixture of its experts' beliefs.
 *
 * With a loss that is a log-density it is a distribution of y, noise included. Squared, hinge and pinball loss have no
 * noise model: then it is the distribution of z alone, `about` says so, and an interval of it is not one for y.
 */
export class Forecast extends Mixture {
  readonly about: 'y' | 'z'
  /** The distribution of z: what the experts believe before any noise. */
  readonly latent: Mixture
  /** P(y = +1) for class labels, else NaN. */
  readonly probability: number

  /** @param law the distribution of y where there is one, else that of z */
  constructor(
    about: 'y' | 'z',
    law: Mixture,
    latent: Mixture,
    probability: number,
    logWeights?: Float64Array,
  ) {
    super(law.weights, law.means, law.deviations, logWeights, law.law)
    this.about = about
    this.latent = latent
    this.probability = probability
  }

  /** The forecast of scale·z + shift, for models that learn in other units than those of y. */
  override rescaled(scale: number, shift: number): Forecast {
    const latent = this.latent.rescaled(scale, shift)
    const law = this.about === 'y' ? super.rescaled(scale, shift) : latent
    const { mean, sd } = law
    if (!Number.isFinite(mean) || !Number.isFinite(sd)) {
      const said = `${mean} ± ${sd}`
      throw new NumericalError(
        `the forecast is ${said} in the units of y`,
        { round: 0, expert: -1 },
        'forecast-overflow',
      )
    }
    return new Forecast(this.about, law, latent, this.probability, this.logWeights)
  }
}

/**
 * The forecast of these beliefs at these weights. It keeps copies: it stays what it was when the learner moves on.
 *
 * @param logs the logarithms of the weights, where these are too small to tell them
 */
export function forecastOf(
  loss: Loss,
  beliefs: Beliefs,
  linear: Float64Array,
  logs?: Float64Array,
): Forecast {
  const weights = linear.slice()
  const logWeights = logs?.slice()
  const means = beliefs.mean.slice()
  const latent = new Mixture(weights, means, beliefs.variance.map(Math.sqrt), logWeights)
  if (!loss.likelihood || loss.outcomes !== 'real') {
    const probability = loss.outcomes === 'sign' ? probabilityOf(loss, beliefs, weights) : Number.NaN
    return new Forecast('z', latent, latent, probability, logWeights)
  }
  const deviations = beliefs.variance.map((v, k) => hypotenuse(Math.sqrt(v), beliefs.noise[k]))
  const law = new Mixture(weights, means, deviations, logWeights, loss.law)
  return new Forecast('y', law, latent, Number.NaN, logWeights)
}

/** Σω P(y = +1 | expert): E e^{−ℓ(z, 1)} where ℓ is a log-likelihood, else P(z > 0) with ties halved. */
function probabilityOf(loss: Loss, { mean, variance, noise }: Beliefs, weights: Float64Array): number {
  let sum = 0
  for (let k = 0; k < weights.length; k++) {
    if (weights[k] === 0) continue
    const positive = loss.likelihood
      ? Math.exp(-loss.annealed(mean[k], variance[k], 1, noise[k], 1))
      : positivePart(mean[k], variance[k])
    sum += weights[k] * positive
  }
  // Weights may sum to a little more than 1.
  return Math.min(1, sum)
}

function positivePart(u: number, v: number): number {
  return v > 0 ? normalCdf(u / Math.sqrt(v)) : 0.5 * (1 + Math.sign(u))
}
