export { type JournalClause, type JournalContractOptions, journalContract } from './journalContract.ts'
export { type PostgresServer, postgresBin, startPostgres } from './postgresServer.ts'
