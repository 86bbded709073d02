import { type Options, options } from '../base/options.ts'
import { count, positiveNumber } from '../base/values.ts'
import type { Rule } from '../nouns/panel.ts'
import { expectRule } from './expectRule.ts'
import { type FeatureMap, onFeatures } from './onFeatures.ts'

export interface ProductsOptions {
  /** Features count within ± this in a product, so that one far value is not squared. @default 3 */
  readonly reach?: number
  /** Factor of the products: the smaller, the less their coefficients are trusted beside the linear ones. @default 0.5 */
  readonly factor?: number
  /** Most features of which products are made: more stay as they are. @default products however many there are */
  readonly most?: number
}

export const PRODUCTS: Options<ProductsOptions, 'most'> = options('products', {
  reach: {
    value: positiveNumber,
    default: 3,
  },
  factor: {
    value: positiveNumber,
    default: 0.5,
  },
  most: {
    value: count,
    absent: 'products however many there are',
  },
})

/**
 * The rule on the features and all products of two of them: d features become d + d(d + 1)/2.
 *
 * Bring the features to a common scale first.
 */
export function products<State>(rule: Rule<State>, given: ProductsOptions = {}): Rule<State> {
  expectRule('products', rule)
  const { reach, factor, most = Infinity } = PRODUCTS.read(given)
  const within = (value: number): number => Math.max(-reach, Math.min(reach, value))
  const mapOf = (dimension: number): FeatureMap => ({
    size: dimension <= most ? dimension + (dimension * (dimension + 1)) / 2 : dimension,
    write(x, out) {
      if (dimension > most) {
        out.set(x)
        return
      }
      let at = dimension
      for (let j = 0; j < dimension; j++) {
        out[j] = x[j]
        const first = factor * within(x[j])
        for (let k = 0; k <= j; k++) out[at++] = first * within(x[k])
      }
    },
  })
  return onFeatures(rule, mapOf, {
    kind: 'products',
    reach,
    factor,
    ...(most < Infinity ? { most } : {}),
  })
}
