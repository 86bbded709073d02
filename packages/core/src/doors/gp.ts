// Gaussian-process experts.
export * from '../gp/index.ts'
