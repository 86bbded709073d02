import { NewerSchema } from '../base/journal.ts'
import type { SqliteDatabase } from './sqliteDriver.ts'

/**
 * What each version of the schema changed; the last one is the present.
 *
 * A snapshot has a table of its own: beside the head, its kilobytes would be written again with every event.
 */
const STEPS: readonly string[] = [
  `create table if not exists stream(
     key text primary key, head integer not null, mark real not null default 0,
     snap integer not null default 0, state blob
   ) without rowid;
   create table if not exists event(
     key text not null, seq integer not null, body text not null, primary key(key, seq)
   ) without rowid;
   create index if not exists stream_mark on stream(mark desc, key) where mark > 0;`,
  `create table snapshot(key text primary key, bytes blob not null);
   insert into snapshot select key, state from stream where state is not null;
   alter table stream drop column state;`,
  `alter table stream add column epoch integer not null default 0;
   alter table stream add column seen integer not null default 0;
   create table name(key text not null, nth integer not null, bytes blob not null, primary key(key, nth));`,
  `create table history(
     key text not null, seq integer not null, at integer not null, body text not null, primary key(key, seq)
   ) without rowid;
   create index history_at on history(at);`,
]

/** Brings the file to the present schema, in one transaction. @throws {NewerSchema} if a newer program wrote it */
export function migrateSqlite(database: SqliteDatabase): void {
  const read = database.prepare('pragma user_version')
  const version = (): number => (read.get() as { user_version: number }).user_version
  if (version() > STEPS.length) throw new NewerSchema(version(), STEPS.length)
  if (version() === STEPS.length) return
  // Several processes may start at once: the second finds the work done.
  database.exec('begin immediate')
  try {
    for (const step of STEPS.slice(version())) database.exec(step)
    database.exec(`pragma user_version = ${STEPS.length}`)
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
