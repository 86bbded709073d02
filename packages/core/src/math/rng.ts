export { exponential, gamma, normal, poisson, studentT } from './distributions.ts'
export { integerBelow, nextUint32, type Rng, seededRng, splitRng, uniform } from './xoroshiro.ts'
