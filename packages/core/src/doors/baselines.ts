// The online regressors that the paper compares with.
export * from '../trees/index.ts'
