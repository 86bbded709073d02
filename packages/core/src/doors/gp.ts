// Gaussian-process experts.
export * from '../gp/index.ts'
export * from '../gp/kernels/index.ts'
export { gpMemory, limitGpMemory } from '../gp/fast/pool.ts'
export { RELEVANCES, type RelevancesOptions, relevances } from '../gp/relevances.ts'
