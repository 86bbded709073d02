import { positiveInteger, refuseUnknown } from '../../base/check.ts'
import { ArgumentError } from '../../base/errors.ts'
import { normal, studentT, uniform } from '../../math/rng.ts'
import type { Example, Synthetic, SyntheticOptions } from './synthetic.ts'
import { blockOf, logNormal, synthetic } from './synthetic.ts'

export interface ScaleShiftExample extends Example {
  /** aₜ(1 + xₜ/2): what multiplies the error. */
  readonly scale: number
  /** Mean of the ten responses before this one, of those there are; 0 in the first round. */
  readonly forecast: number
}

export interface ScaleShiftOptions extends SyntheticOptions {
  /** The errors' distribution: Student's t with two degrees of freedom, or standard normal. @default 'student' */
  readonly errors?: 'student' | 'normal' | undefined
  /** The scale factor aₜ on equal blocks of the stream. @default [1, 1.8, 0.7, 1.4] */
  readonly scales?: readonly number[] | undefined
}

/**
 * The conformal experiment: abrupt changes of the residual scale under heavy-tailed or normal errors.
 *
 *     xₜ ~ √3·Unif[−1, 1],   Yₜ = 1 + xₜ + aₜ(1 + xₜ/2)εₜ
 *
 * 6,000 rounds unless told otherwise. Student's t₂ has a mean but no variance.
 */
export function scaleShift(options: ScaleShiftOptions = {}): Synthetic<ScaleShiftExample> {
  refuseUnknown('scaleShift', options, ['seed', 'length', 'errors', 'scales'])
  const { seed = 1, length = 6000, errors = 'student', scales = [1, 1.8, 0.7, 1.4] } = options
  positiveInteger('length', length)
  if (scales.length === 0 || !scales.every((scale) => scale > 0)) {
    throw new ArgumentError(`scales must be positive numbers; received [${scales.join(', ')}]`)
  }
  const drawing = () => {
    const recent: number[] = []
    return (t: number, rng: Parameters<typeof uniform>[0]): ScaleShiftExample => {
      const x = Math.sqrt(3) * (2 * uniform(rng) - 1)
      const scale = scales[blockOf(t, length, scales.length)] * (1 + 0.5 * x)
      const error = errors === 'student' ? studentT(rng, 2) : normal(rng)
      const mean = 1 + x
      const y = mean + scale * error
      const forecast = recent.length === 0 ? 0 : recent.reduce((sum, past) => sum + past, 0) / recent.length
      recent.push(y)
      if (recent.length > 10) recent.shift()
      return { x: Float64Array.of(x), y, mean, scale, forecast }
    }
  }
  return synthetic(length, seed, drawing, ({ mean, scale }, y) =>
    errors === 'student' ? logStudent2(y, mean, scale) : logNormal(y, mean, scale),
  )
}

/** log of t₂'s density 2^(−3/2)·(1 + z²/2)^(−3/2), moved and scaled. */
function logStudent2(y: number, mean: number, scale: number): number {
  const z = (y - mean) / scale
  return -1.5 * (Math.LN2 + Math.log1p((z * z) / 2)) - Math.log(scale)
}
