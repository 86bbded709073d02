export { type BuildOptions, buildLearner, needsHorizon } from './build.ts'
export { type HindsightPlan, planHindsight } from './hindsight.ts'
export { parseRecipe } from './parse.ts'
export { presets } from './presets.ts'
export { type Prepare, type Recipe, recipeJsonSchema, type SupervisedRecipe } from './schema.ts'
export {
  type Facts,
  type Needs,
  namedColumns,
  type Plan,
  planSession,
  type Session,
  type StepOptions,
} from './session.ts'
