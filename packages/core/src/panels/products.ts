import { type Options, options } from '../options.ts'
import type { Rule } from '../panel.ts'
import { positiveNumber } from '../values.ts'
import { type FeatureMap, onFeatures } from './onFeatures.ts'

export interface ProductsOptions {
  /** Features count within ± this in a product, so that one far value is not squared. @default 3 */
  readonly reach?: number
  /** Factor of the products: the smaller, the less their coefficients are trusted beside the linear ones. @default 0.5 */
  readonly factor?: number
}

export const PRODUCTS: Options<ProductsOptions> = options('products', {
  reach: {
    value: positiveNumber,
    about: 'Features count within ± this in a product, so that one far value is not squared.',
    default: 3,
  },
  factor: {
    value: positiveNumber,
    about:
      'Factor of the products: the smaller, the less their coefficients are trusted beside the linear ones.',
    default: 0.5,
  },
})

/**
 * The rule on the features and all products of two of them: d features become d + d(d + 1)/2.
 *
 * Bring the features to a common scale first.
 */
export function products<State>(rule: Rule<State>, given: ProductsOptions = {}): Rule<State> {
  const { reach, factor } = PRODUCTS.read(given)
  const within = (value: number): number => Math.max(-reach, Math.min(reach, value))
  const mapOf = (dimension: number): FeatureMap => ({
    size: dimension + (dimension * (dimension + 1)) / 2,
    write(x, out) {
      let at = dimension
      for (let j = 0; j < dimension; j++) {
        out[j] = x[j]
        const first = factor * within(x[j])
        for (let k = 0; k <= j; k++) out[at++] = first * within(x[k])
      }
    },
  })
  return onFeatures(rule, mapOf, { kind: 'products', reach, factor })
}
