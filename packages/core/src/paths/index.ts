export type { PathPlan, PathState } from './parts.ts'
export { Path, PathForecast, StepForecast } from './path.ts'
export { type PathInput, type PathIssued, PathModel, type PathRound } from './pathModel.ts'
export { PATHS, type PathLearner, type PathOptions, paths } from './paths.ts'
