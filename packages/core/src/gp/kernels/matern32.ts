import type { Options } from '../../base/options.ts'
import { exp } from '../../math/exp.ts'
import type { Kernel } from './kernel.ts'
import { type LeafOptions, leaf, leafOptions, squaredDifference } from './leaf.ts'

export interface Matern32Options extends LeafOptions {}

export const MATERN32: Options<Matern32Options> = leafOptions('matern32', {})

/**
 * Functions with one derivative (Matérn, ν = 3/2).
 *
 *     c(x, x') = (1 + √3 r) exp(−√3 r),  r² = Σⱼ lⱼ²(xⱼ − x'ⱼ)²
 */
export function matern32(given: Matern32Options = {}): Kernel {
  return leaf(MATERN32, given, () => ({
    part: squaredDifference,
    whole(square) {
      const s = Math.sqrt(3 * square)
      return s > 700 ? 0 : (1 + s) * exp(-s)
    },
  }))
}
