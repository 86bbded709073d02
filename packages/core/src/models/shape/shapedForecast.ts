import { Forecast } from '../../aggregate/forecast.ts'
import { openUnit } from '../../base/check.ts'
import type { Rng } from '../../math/index.ts'
import { integratedCrps } from '../../math/integratedCrps.ts'
import { newtonMedian } from './newtonMedian.ts'
import type { ShapedLaw } from './shapedLaw.ts'
import { within } from './support.ts'

const ENDLESS = { lower: -Infinity, upper: Infinity }

/**
 * A forecast in the shape that outcomes have shown. Mean and deviation are those of the experts, the mean brought into the
 * support; all else is of the shaped law.
 */
export class ShapedForecast extends Forecast {
  /** null where outcomes have no end. */
  readonly shape: ShapedLaw | null

  constructor(law: Forecast, shape: ShapedLaw | null) {
    super('y', law, law.latent, Number.NaN, law.logWeights)
    this.shape = shape
  }

  override get mean(): number {
    const mean = super.mean
    return this.shape ? within(this.shape.support, mean) : mean
  }

  /** As probable to be exceeded as not: what is best where large errors count no more than their size. */
  get median(): number {
    if (this.shape) return this.shape.median
    const found = newtonMedian(this, super.mean, this.sd, ENDLESS)
    return Number.isNaN(found) ? super.quantile(0.5) : found
  }

  override density(y: number): number {
    return this.shape ? this.shape.density(y) : super.density(y)
  }

  override logDensity(y: number): number {
    return this.shape ? Math.log(this.shape.density(y)) : super.logDensity(y)
  }

  override cdf(y: number): number {
    return this.shape ? this.shape.cdf(y) : super.cdf(y)
  }

  override quantile(p: number): number {
    if (p === 0.5) return this.median
    if (!this.shape) return super.quantile(p)
    openUnit('p', p)
    return this.shape.quantile(p)
  }

  override interval(mass: number): [number, number] {
    if (!this.shape) return super.interval(mass)
    openUnit('mass', mass)
    return this.shape.interval(mass)
  }

  override sample(rng: Rng): number {
    return this.shape ? this.shape.sample(rng) : super.sample(rng)
  }

  override crps(y: number): number {
    return this.shape ? integratedCrps(this, y) : super.crps(y)
  }
}
