import { positive, positiveInteger, refuseUnknown } from '../../base/check.ts'
import { ArgumentError } from '../../base/errors.ts'
import { square } from '../../math/powers.ts'
import { normal, type Rng, uniform } from '../../math/rng.ts'
import type { Features } from '../../nouns/panel.ts'
import type { Example, Synthetic, SyntheticOptions } from './synthetic.ts'
import { blockOf, logNormal, synthetic } from './synthetic.ts'

/** Setting A, Friedman's function: 10 sin(πx₁x₂) + 20(x₃ − ½)² + 10x₄ + 5x₅. */
export function friedman(x: Features): number {
  return 10 * Math.sin(Math.PI * x[0] * x[1]) + 20 * square(x[2] - 0.5) + 10 * x[3] + 5 * x[4]
}

/** Setting B, a Doppler function: 5 sin(4 / √(x₁² + x₂² + 0.001)) + 7.5. */
export function doppler(x: Features): number {
  return 5 * Math.sin(4 / Math.sqrt(square(x[0]) + square(x[1]) + 0.001)) + 7.5
}

/** Setting C, smooth: 2(sin(πx₁/2) − 2/π) + 2(cos(πx₂/2) − 2/π) + (x₃ − ½)/2. */
export function gentle(x: Features): number {
  const sine = Math.sin((Math.PI * x[0]) / 2) - 2 / Math.PI
  const cosine = Math.cos((Math.PI * x[1]) / 2) - 2 / Math.PI
  return 2 * sine + 2 * cosine + 0.5 * (x[2] - 0.5)
}

export type Regime = 'A' | 'B' | 'C'

const functions: Readonly<Record<Regime, (x: Features) => number>> = { A: friedman, B: doppler, C: gentle }

export interface RegimeExample extends Example {
  readonly regime: Regime
}

export interface RegimesOptions extends SyntheticOptions {
  /** The regression functions, one after the other on equal blocks; `['A']` is stationary. @default ['A', 'B', 'C'] */
  readonly regimes?: readonly Regime[] | undefined
  /** Standard deviation of the noise. @default 1 */
  readonly noise?: number | undefined
}

/**
 * The Gaussian-process experiments: a regression function of ten inputs, or several in turn.
 *
 *     Xₜ ~ Unif[0, 1]¹⁰,   Yₜ = f(Xₜ) + N(0, noise²)
 *
 * 1,000 rounds per regime unless told otherwise.
 */
export function regimes(options: RegimesOptions = {}): Synthetic<RegimeExample> {
  refuseUnknown('regimes', options, ['regimes', 'seed', 'length', 'noise'])
  const { regimes = ['A', 'B', 'C'], seed = 1, length = 1000 * regimes.length, noise = 1 } = options
  positiveInteger('length', length)
  positive('noise', noise)
  if (regimes.length === 0 || !regimes.every((regime) => regime in functions)) {
    throw new ArgumentError(`regimes must be among A, B and C; received [${regimes.join(', ')}]`)
  }
  const draw = (t: number, rng: Rng): RegimeExample => {
    const x = new Float64Array(10)
    for (let j = 0; j < 10; j++) x[j] = uniform(rng)
    const regime = regimes[blockOf(t, length, regimes.length)]
    const mean = functions[regime](x)
    return { x, y: mean + noise * normal(rng), mean, regime }
  }
  return synthetic(
    length,
    seed,
    () => draw,
    ({ mean }, y) => logNormal(y, mean, noise),
  )
}
