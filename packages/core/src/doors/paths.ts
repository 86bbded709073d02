// The next rows of a series, jointly; and of rows as a table has them, with times, gaps and known columns.
export * from '../crowd/index.ts'
export * from '../paths/index.ts'
export * from '../series/index.ts'
