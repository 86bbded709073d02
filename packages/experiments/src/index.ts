export { digits } from './digits.ts'
export {
  type Experiment,
  type ExperimentOptions,
  experiment,
  type Figure,
  type Result,
  type Results,
  type Summary,
  type Wishes,
} from './experiment.ts'
export { type Cell, type Judged, type RollUp, rollUp, rollUpWords, tally } from './judged.ts'
export { loadExperiments } from './loadExperiments.ts'
export { meanCurve } from './meanCurve.ts'
export type { Overrides } from './overrides.ts'
export type { Chapter } from './page/parts.ts'
export { citation, paper } from './paper.ts'
export { duration } from './progress.ts'
export { type RankedPair, type Ranking, rankLearners } from './ranks.ts'
export { type Detail, describeReading, type Reading, type Way } from './reading.ts'
export { experiments } from './registry.ts'
export { type Reproduced, type ReproduceOptions, reproduce } from './reproduce.ts'
export {
  claimedSide,
  deciding,
  judge,
  type Measure,
  type MeasureOptions,
  measure,
  type Sentence,
  type SentenceOptions,
  sentence,
  type Verdict,
} from './sentence.ts'
export { type Estimate, estimate } from './statistics.ts'
