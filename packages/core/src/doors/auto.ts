// A learner that is told nothing, and its parts.
export * from '../auto/index.ts'
export * from '../classes/index.ts'
export {
  type ClassesInEpochsState,
  type ClassIssued,
  type ClassProbabilities,
  type ClassRound,
  classesInEpochs,
  type Label,
  MOST_CLASSES,
} from '../models/classesInEpochs.ts'
export {
  type EncodedIssued,
  type EncodedLearner,
  type EncodedOptions,
  type EncodedState,
  encoded,
} from '../models/encoded.ts'
export {
  GOVERNED,
  type GovernedIssued,
  type GovernedOptions,
  type GovernedRound,
  type GovernedState,
  governed,
} from '../models/governed.ts'
export { inEpochs } from '../models/inEpochs.ts'
export type { EpochForecast, EpochIssued, EpochRound, InEpochsState } from '../models/inEpochsState.ts'
// How it reads cells and times, for programs that must read the same.
export { seasonsOf } from '../rows/calendar.ts'
export { isInstant, isMissing, type Kind, kindOf, numberOf, plainNumber } from '../rows/cell.ts'
export {
  findTimes,
  goesBack,
  readTime,
  type TimesFound,
  type TimesWish,
  type UnreadDates,
  unreadDates,
} from '../rows/findTimes.ts'
export { type DateOrder, orderOf, type TimeForm } from '../rows/time.ts'
