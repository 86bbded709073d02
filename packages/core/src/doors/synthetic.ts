// Streams whose distribution is known.
export * from '../stream/synthetic/index.ts'
