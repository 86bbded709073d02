import type { Options } from '../../base/options.ts'
import type { Kernel } from './kernel.ts'
import { type LeafOptions, leaf, leafOptions, product } from './leaf.ts'

export interface LinearOptions extends LeafOptions {}

export const LINEAR: Options<LinearOptions> = leafOptions('linear', {})

/**
 * Linear functions: Bayesian regression with slopes of variance lⱼ². The panel's `constant` adds an intercept.
 *
 *     c(x, x') = Σⱼ lⱼ² xⱼ x'ⱼ
 */
export function linear(given: LinearOptions = {}): Kernel {
  return leaf(LINEAR, given, () => ({ part: product, whole: (sum) => sum }))
}
