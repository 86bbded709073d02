// Streams whose law is known.
export * from '../stream/synthetic/index.ts'
