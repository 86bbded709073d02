export { GP, type GpOptions, gp } from './gp.ts'
export { type Replay, replayGp } from './replay.ts'
