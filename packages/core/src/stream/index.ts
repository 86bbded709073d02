export { type ColumnStatistics, columnStatistics } from './columnStatistics.ts'
export { type ColumnBatch, type ColumnHead, columnTable } from './columnTable.ts'
export { type CsvOptions, type CsvRecord, csv, type Records } from './csv.ts'
export { type TableOptions, table } from './csvTable.ts'
export type { Dialect } from './dialect.ts'
export { type Encoding, encodingNamed } from './encoding.ts'
export type { NumberStyle } from './localNumber.ts'
export {
  type JsonRecord,
  type NdjsonOptions,
  type NdjsonTableOptions,
  ndjson,
  ndjsonTable,
} from './ndjson.ts'
export { LONGEST_NUMBER, putNumber } from './putNumber.ts'
export { type CsvForm, type RecognisedCsv, type RecogniseOptions, recogniseCsv } from './recogniseCsv.ts'
export { type ArqueroLike, type ArrowLike, type PolarsLike, rowsOf } from './rowsOf.ts'
export type { BadRow, BadRows } from './scanner.ts'
export { type ByteSource, bytes, type SourceOptions, toReadableStream } from './source.ts'
export {
  asIs,
  minmaxFile,
  type Preparation,
  type PreparationOptions,
  type RunningOptions,
  type StandardizeOptions,
  type StandardizeState,
  standardize,
  standardizeFile,
} from './standardize.ts'
export type { Batch, Columns, Row, Selection, Table } from './table.ts'
