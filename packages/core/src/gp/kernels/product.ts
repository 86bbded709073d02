import type { Options } from '../../base/options.ts'
import { type ComposedOptions, composed, composedOptions } from './composed.ts'
import type { Kernel } from './kernel.ts'

export const PRODUCT: Options<ComposedOptions> = composedOptions('product')

/** c(x, x') = Π cᵢ(x, x'): points are alike only if they are so under every kernel, as in a season that changes slowly. */
export function product(given: ComposedOptions): Kernel {
  return composed(PRODUCT, given, (a, b) => a * b)
}
