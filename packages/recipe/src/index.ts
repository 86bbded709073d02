export { type AutoRecipe, buildAuto } from './autoTask.ts'
export { type BuildOptions, buildLearner, needsHorizon } from './build.ts'
export { buildConformal, forecastColumns, readForecast } from './conformalTask.ts'
export { externalColumns } from './expertsTask.ts'
export { type HindsightPlan, planHindsight } from './hindsight.ts'
export { parseRecipe } from './parse.ts'
export { presets } from './presets.ts'
export {
  type ConformalRecipe,
  coverageOf,
  type ExpertsRecipe,
  type Prepare,
  type Recipe,
  recipeJsonSchema,
  type SupervisedRecipe,
} from './schema.ts'
export {
  type Facts,
  type Needs,
  namedColumns,
  type Plan,
  planSession,
  readsText,
  type Session,
  type StepOptions,
} from './session.ts'
export { buildPreparation } from './supervised.ts'
