// Intervals around forecasts: rules that move a threshold, methods made of them, scores of an outcome.
export * from '../conformal/index.ts'
export * from '../models/index.ts'
