import type { Options } from '../../base/options.ts'
import { exp } from '../../math/exp.ts'
import type { Kernel } from './kernel.ts'
import { type LeafOptions, leaf, leafOptions, squaredDifference } from './leaf.ts'

export interface Matern52Options extends LeafOptions {}

export const MATERN52: Options<Matern52Options> = leafOptions('matern52', {})

/**
 * Functions with two derivatives (Matérn, ν = 5/2).
 *
 *     c(x, x') = (1 + √5 r + 5r²/3) exp(−√5 r),  r² = Σⱼ lⱼ²(xⱼ − x'ⱼ)²
 */
export function matern52(given: Matern52Options = {}): Kernel {
  return leaf(MATERN52, given, () => ({
    part: squaredDifference,
    whole(square) {
      const s = Math.sqrt(5 * square)
      return s > 700 ? 0 : (1 + s + (s * s) / 3) * exp(-s)
    },
  }))
}
