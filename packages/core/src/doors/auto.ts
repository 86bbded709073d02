// A learner that is told nothing, and its parts.
export * from '../auto/index.ts'
