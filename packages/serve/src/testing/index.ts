export { type JournalClause, type JournalContractOptions, journalContract } from './journalContract.ts'
export { freePort, type PostgresServer, postgresBin, startPostgres } from './postgresServer.ts'
