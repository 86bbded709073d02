export type { ComposedOptions } from './composed.ts'
export type { Covariance, Kernel, Points } from './kernel.ts'
export type { LeafOptions } from './leaf.ts'
export { LINEAR, type LinearOptions, linear } from './linear.ts'
export { MATERN32, type Matern32Options, matern32 } from './matern32.ts'
export { MATERN52, type Matern52Options, matern52 } from './matern52.ts'
export { PERIODIC, type PeriodicOptions, periodic } from './periodic.ts'
export { PRODUCT, product } from './product.ts'
export {
  SQUARED_EXPONENTIAL,
  type SquaredExponentialOptions,
  squaredExponential,
} from './squaredExponential.ts'
export { SUM, sum } from './sum.ts'
