// The online regressors that the paper compares with.
export * from '../baselines/index.ts'
