export {
  type HolderFunctionOptions,
  type HolderStreamOptions,
  holderFunction,
  holderStream,
} from './holder.ts'
export {
  doppler,
  friedman,
  gentle,
  type Regime,
  type RegimeExample,
  type RegimesOptions,
  regimes,
} from './regimes.ts'
export { type ScaleShiftExample, type ScaleShiftOptions, scaleShift } from './scaleShift.ts'
export type { Example, Synthetic, SyntheticOptions } from './synthetic.ts'
export { type UncertaintyToyOptions, uncertaintyToy } from './uncertaintyToy.ts'
