import { positiveInteger, refuseUnknown } from '../../base/check.ts'
import { logAddExp } from '../../math/logSumExp.ts'
import { normal, type Rng, uniform } from '../../math/rng.ts'
import { type Example, logNormal, type Synthetic, type SyntheticOptions, synthetic } from './synthetic.ts'

export interface UncertaintyToyOptions extends SyntheticOptions {
  /** Whether one normal distribution can describe the outcomes; else they have two modes, at ±2. @default true */
  readonly wellSpecified?: boolean | undefined
}

/**
 * The uncertainty experiment: an intercept and nothing else, x = (1).
 *
 *     well specified   y = ε            ε ~ N(0, 0.1²)
 *     misspecified     y = 2s + ε       s = ±1 with equal chance
 *
 * 6,000 rounds unless told otherwise.
 */
export function uncertaintyToy(options: UncertaintyToyOptions = {}): Synthetic {
  refuseUnknown('uncertaintyToy', options, ['seed', 'length', 'wellSpecified'])
  const { seed = 1, length = 6000, wellSpecified = true } = options
  positiveInteger('length', length)
  const noise = 0.1
  const mode = wellSpecified ? 0 : 2
  const draw = (_t: number, rng: Rng): Example => {
    const sign = uniform(rng) < 0.5 ? -1 : 1
    return { x: Float64Array.of(1), y: mode * sign + noise * normal(rng), mean: 0 }
  }
  return synthetic(
    length,
    seed,
    () => draw,
    (_example, y) => logAddExp(logNormal(y, mode, noise), logNormal(y, -mode, noise)) - Math.LN2,
  )
}
