export { type ClassForecast, GovernedForecast as AutoForecast } from '../models/governed.ts'
export {
  type ColumnShare,
  type Explaining,
  type Reason,
  type Reasons,
  sharesOfParts,
  sharesOfReasons,
} from '../models/reasons.ts'
export type { Cell } from '../rows/cell.ts'
export type { ColumnReport, RawRow } from '../rows/rows.ts'
export { AUTO, type AutoEachOptions, type AutoLearner, type AutoOptions, auto } from './auto.ts'
export type { AutoEach } from './autoEach.ts'
export { type AutoAnswer, AutoModel, type AutoState } from './autoModel.ts'
export type { AutoRound } from './autoRound.ts'
export { autoFamilies, type WrittenRule } from './families.ts'
export { fewWholeNumbers, findTask, type Task } from './task.ts'
