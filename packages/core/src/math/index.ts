export {
  choleskyFactor,
  choleskyUpdate,
  logDeterminant,
  solveLower,
  solveLowerTransposed,
} from './cholesky.ts'
export { logAddExp, logSumExp, logWeightedSumExp } from './logSumExp.ts'
export {
  erfc,
  erfcx,
  normalCdf,
  normalLogCdf,
  normalLogPdf,
  normalPdf,
  normalQuantile,
} from './normal.ts'
export { gaussLegendre, type IntegrateOptions, integrate, type QuadratureRule } from './quadrature.ts'
export {
  exponential,
  gamma,
  integerBelow,
  nextUint32,
  normal,
  poisson,
  type Rng,
  seededRng,
  splitRng,
  studentT,
  uniform,
} from './rng.ts'
