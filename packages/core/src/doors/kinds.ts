// What can be written down by name, how options of your own are declared, and how a state that was read is checked.
export { AGGREGATE } from '../aggregate/aggregate.ts'
export { approximateBytes } from '../base/approximateBytes.ts'
export { nearest } from '../base/nearest.ts'
export {
  type AnyOptions,
  type Declared,
  type Filled,
  type NoOptions,
  type Option,
  type Options,
  options,
  type Point,
  readOption,
} from '../base/options.ts'
export { expectWhole, misfit } from '../base/save/shape.ts'
export {
  also,
  anything,
  between,
  bool,
  bytes,
  counter,
  floats,
  from,
  issuedShapeOf,
  likeFresh,
  listOf,
  type ModelShape,
  names,
  nil,
  nullable,
  oneOf,
  randomStream,
  real,
  type SizedInit,
  type StateShape,
  shape,
  shapeBy,
  shapeOf,
  sized,
  string,
  tupleOf,
  upTo,
  whole,
  withIssued,
} from '../base/shape.ts'
export {
  choice,
  count,
  countFrom0,
  either,
  finiteNumber,
  flag,
  fraction,
  interval,
  list,
  type NumberShape,
  noun,
  number,
  numberFrom0,
  ofRound,
  openFraction,
  orNull,
  positiveNumber,
  record,
  type Shape,
  text,
  type Value,
} from '../base/values.ts'
export { CONFORMAL } from '../conformal/conformal.ts'
export { LEVEL } from '../conformal/methods/method.ts'
export { type Kind, type Kinds, kinds } from '../kinds/kinds.ts'
export { EXTERNAL } from '../panels/external.ts'
