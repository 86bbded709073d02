// Seeded draws, and the normal distribution.
export { normalCdf, normalLogCdf, normalPdf, normalQuantile } from '../math/normal.ts'
export {
  exponential,
  gamma,
  integerBelow,
  normal,
  poisson,
  type Rng,
  seededRng,
  splitRng,
  studentT,
  uniform,
} from '../math/rng.ts'
