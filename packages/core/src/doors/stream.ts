// Rows from files and streams; features and targets in a common scale.
export { fixedTarget, standardizeTarget, type TargetScale } from '../models/targetScale.ts'
export * from '../stream/index.ts'
