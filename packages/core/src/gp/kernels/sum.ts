import type { Options } from '../../base/options.ts'
import { type ComposedOptions, composed, composedOptions } from './composed.ts'
import type { Kernel } from './kernel.ts'

export const SUM: Options<ComposedOptions> = composedOptions('sum')

/** c(x, x') = Σ cᵢ(x, x'): f is a sum of independent functions, as trend + season. */
export function sum(given: ComposedOptions): Kernel {
  return composed(SUM, given, (a, b) => a + b)
}
