export { type JournalClause, type JournalContractOptions, journalContract } from './journalContract.ts'
