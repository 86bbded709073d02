export { Client, type ClientOptions, type EventOptions } from './client.ts'
export type { LiveOptions } from './live.ts'
export { ProblemError } from './problem.ts'
export type {
  BatchAnswer,
  BatchEvent,
  DryRun,
  Forecast,
  ForecastRecord,
  Health,
  Input,
  KeptRound,
  KeyList,
  KeyView,
  LiveEvent,
  Model,
  Outcome,
  Path,
  PathStep,
  Round,
  RoundRecord,
  ShadowRound,
  TrialRecord,
  Waiting,
} from './types.ts'
