// Rows from files and streams, and features in a common scale.
export * from '../stream/index.ts'
