export { Client, type ClientOptions, type EventOptions, type PredictOptions } from './client.ts'
export type { LiveOptions } from './live.ts'
export { ProblemError } from './problem.ts'
export type * from './types.ts'
