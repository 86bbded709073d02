export { type Answer, answer, Behind, type Fold } from './base/fold.ts'
export {
  Fenced,
  type Journal,
  type Listed,
  type ListQuery,
  NewerSchema,
  type Snapshot,
  type Stream,
  Unavailable,
  type Write,
} from './base/journal.ts'
export { createApp } from './http/app.ts'
export { parseScopes, SCOPES, type Scope, type TokenRecord } from './http/tokens.ts'
export { memoryJournal } from './journals/memory.ts'
export { openJournal } from './journals/open.ts'
export { type PostgresOptions, postgresJournal } from './journals/postgres.ts'
export { sqliteJournal } from './journals/sqlite.ts'
export { openSqlite, type SqliteDatabase } from './journals/sqliteDriver.ts'
export type { Entry, KeyedEvent } from './keyed/entry.ts'
export { Busy, Draining, Keyed, type KeyedOptions } from './keyed/keyed.ts'
export type { LaneWatch } from './keyed/lane.ts'
export type { Outcome } from './keyed/task.ts'
export { buildModel } from './recipes/buildModel.ts'
export { openServer, serveCommand, stdioCommand } from './server/command.ts'
export type { ServeCommandOptions } from './server/options.ts'
export { type RunningServer, type ServerOptions, startServer } from './server/server.ts'
export { tokenCommand, tokensCommand } from './server/tokenCommands.ts'
export { Service, type ServiceOptions } from './service/service.ts'
