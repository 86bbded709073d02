import { finite, positive, positiveInteger, refuseUnknown } from '../../base/check.ts'
import { powerOfTwo } from '../../math/powers.ts'
import { normal, type Rng, seededRng, uniform } from '../../math/rng.ts'
import type { Features } from '../../nouns/panel.ts'
import { type Example, logNormal, type Synthetic, type SyntheticOptions, synthetic } from './synthetic.ts'

export interface HolderFunctionOptions {
  /** β: the Hölder smoothness the function has, and no more. Best not a whole number. */
  readonly smoothness: number
  /** Number of inputs. @default 1 */
  readonly dimension?: number | undefined
  /** Standard deviation of f(X) for X uniform. @default 1 */
  readonly amplitude?: number | undefined
  /** Seed of the phases: which function of its kind. @default 1 */
  readonly functionSeed?: number | undefined
}

/** Levels of detail: differences are right down to distances of 2⁻⁴⁰. */
const levels = 41
const FREQUENCIES = /* @__PURE__ */ Float64Array.from({ length: levels }, (_, j) => powerOfTwo(j))

/**
 * A function on [0, 1]^d of known smoothness: Weierstrass's series with random phases, summed over the inputs.
 *
 *     f(x) = c · Σᵢ Σⱼ 2^(−jβ) cos(2π(2ʲxᵢ + φᵢⱼ)),   j = 0 … 40
 *
 * For β between whole numbers its ⌊β⌋th derivative is Hölder of order β − ⌊β⌋ at every point and of no higher
 * order at any (Hardy 1916; with random phases Heurteaux 2003); at a whole β it misses C^β by a logarithm. A sum over inputs is no easier for a rule that does
 * not know it is one.
 */
export function holderFunction(options: HolderFunctionOptions): (x: Features) => number {
  refuseUnknown('holderFunction', options, ['smoothness', 'dimension', 'amplitude', 'functionSeed'])
  const { smoothness, dimension = 1, amplitude = 1, functionSeed = 1 } = options
  positive('smoothness', smoothness)
  positiveInteger('dimension', dimension)
  finite('amplitude', amplitude)
  const rng = seededRng(functionSeed)
  const phases = Float64Array.from({ length: dimension * levels }, () => uniform(rng))
  const sizes = Float64Array.from({ length: levels }, (_, j) => Math.exp(-j * smoothness * Math.LN2))
  const power = sizes.reduce((sum, size) => sum + size * size, 0) / 2
  const unit = amplitude / Math.sqrt(dimension * power)
  return (x) => {
    let sum = 0
    for (let i = 0; i < dimension; i++) {
      for (let j = 0; j < levels; j++) {
        // 2ʲx and its remainder by 1 are exact, so the fast waves keep their phase.
        sum += sizes[j] * Math.cos(2 * Math.PI * (((FREQUENCIES[j] * x[i]) % 1) + phases[i * levels + j]))
      }
    }
    return unit * sum
  }
}

export interface HolderStreamOptions extends HolderFunctionOptions, SyntheticOptions {
  /** Standard deviation of the noise. @default 0.5 */
  readonly noise?: number | undefined
}

/** Regression on a function of known smoothness: X ~ Unif[0, 1]^d, Y = f(X) + N(0, noise²); 1,000 rounds by default. */
export function holderStream({
  seed = 1,
  length = 1000,
  noise = 0.5,
  ...options
}: HolderStreamOptions): Synthetic {
  positiveInteger('length', length)
  positive('noise', noise)
  const f = holderFunction(options)
  const { dimension = 1 } = options
  const draw = (_t: number, rng: Rng): Example => {
    const x = new Float64Array(dimension)
    for (let j = 0; j < dimension; j++) x[j] = uniform(rng)
    const mean = f(x)
    return { x, y: mean + noise * normal(rng), mean }
  }
  return synthetic(
    length,
    seed,
    () => draw,
    ({ mean }, y) => logNormal(y, mean, noise),
  )
}
