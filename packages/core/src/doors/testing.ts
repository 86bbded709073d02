// Contracts that a loss, a panel or a meta-learner of your own can be held to.
export * from '../testing/index.ts'
