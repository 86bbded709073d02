export type { Beliefs } from './beliefs.ts'
export { ArgumentError, NumericalError } from './errors.ts'
export { type Axis, dyadic, grid } from './grid.ts'
export type { Loss } from './losses/loss.ts'
export type { MetaLearner, Round } from './meta/metaLearner.ts'
export type { Context, Features, Panel, Rule, Settings } from './panel.ts'
export {
  type Batch,
  type ByteSource,
  bytes,
  type Columns,
  type CsvOptions,
  type CsvRecord,
  csv,
  type Dialect,
  type Records,
  type Row,
  type SourceOptions,
  type Table,
  type TableOptions,
  table,
  toReadableStream,
} from './stream/index.ts'
