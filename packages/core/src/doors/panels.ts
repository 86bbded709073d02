// Update rules and what can be put around them: all of them, with their declarations.
export * from '../panels/index.ts'
