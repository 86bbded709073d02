export { type AutoRowsState, autoRows } from './autoRows.ts'
export { type AutoRecipe, buildAuto } from './autoTask.ts'
export { type BuildOptions, buildLearner, needsHorizon } from './build.ts'
export { buildConformal, forecastColumns, readForecast } from './conformalTask.ts'
export { externalColumns } from './expertsTask.ts'
export { type HindsightPlan, planHindsight } from './hindsight.ts'
export { parseRecipe } from './parse.ts'
export {
  type Facts,
  inputColumns,
  keyColumns,
  type Needs,
  namedColumns,
  planRecipe,
  type RowPlan,
  readsText,
  textColumns,
} from './plan.ts'
export { presets } from './presets.ts'
export {
  type ClassificationRecord,
  type ClassRecord,
  type ConformalRecord,
  type ExpertsRecord,
  type NumberRecord,
  type NumericRecord,
  type RegressionRecord,
  type RowRecord,
  recordJsonSchema,
} from './record.ts'
export { addKind, PLUGIN_NOUNS } from './registry.ts'
export { type ComingRow, RowLearners } from './rowLearners.ts'
export { type RecordOptions, RowLearner, type RowModel, type RowState } from './rowModel.ts'
export {
  aheadOf,
  type ConformalRecipe,
  coverageOf,
  type ExpertsRecipe,
  type Prepare,
  type Recipe,
  recipeJsonSchema,
  type SupervisedRecipe,
} from './schema.ts'
export { buildPreparation } from './supervised.ts'
