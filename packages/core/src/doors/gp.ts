// Gaussian-process experts.

export { gpMemory, limitGpMemory } from '../gp/fast/pool.ts'
export * from '../gp/index.ts'
export * from '../gp/kernels/index.ts'
export { RELEVANCES, type RelevancesOptions, relevances } from '../gp/relevances.ts'
