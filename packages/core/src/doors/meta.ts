// Meta-learners and their rates: all of them, with the parts that one of your own needs.
export * from '../meta/index.ts'
