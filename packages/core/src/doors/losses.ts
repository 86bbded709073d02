// Losses with their integrals under a normal, for learners and for rules of your own.
export * from '../losses/index.ts'
