// The next rows of a series, jointly.
export * from '../paths/index.ts'
