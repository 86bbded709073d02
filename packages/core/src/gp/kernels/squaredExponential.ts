import type { Options } from '../../base/options.ts'
import { kernelExp } from '../fast/kernelExp.ts'
import type { Kernel } from './kernel.ts'
import { type LeafOptions, leaf, leafOptions, squaredDifference } from './leaf.ts'

export interface SquaredExponentialOptions extends LeafOptions {}

export const SQUARED_EXPONENTIAL: Options<SquaredExponentialOptions> = leafOptions('squaredExponential', {})

/**
 * Functions with all derivatives, the kernel of `gp` if none is named.
 *
 *     c(x, x') = exp(−r²),  r² = Σⱼ lⱼ²(xⱼ − x'ⱼ)²
 */
export function squaredExponential(given: SquaredExponentialOptions = {}): Kernel {
  return leaf(SQUARED_EXPONENTIAL, given, () => ({
    part: squaredDifference,
    whole: (square) => kernelExp(-square),
  }))
}
