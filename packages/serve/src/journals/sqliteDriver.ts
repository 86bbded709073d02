/** What is used of an SQLite library: the part that `node:sqlite` and `libsql` share. */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
  close(): void
}

export interface SqliteStatement {
  run(...values: readonly unknown[]): { readonly changes: number | bigint }
  get(...values: readonly unknown[]): unknown
  all(...values: readonly unknown[]): unknown[]
}

/** Node's own SQLite where it has one (22.13 and later), else the binary inside `libsql`. */
export async function openSqlite(path: string): Promise<SqliteDatabase> {
  const own = await nodeSqlite()
  if (own) return new own.DatabaseSync(path) as unknown as SqliteDatabase
  const { default: Database } = (await import('libsql')) as unknown as {
    readonly default: new (path: string) => SqliteDatabase
  }
  return new Database(path)
}

interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => unknown
}

async function nodeSqlite(): Promise<NodeSqlite | undefined> {
  try {
    return (await import('node:sqlite' as string)) as NodeSqlite
  } catch {
    return undefined
  }
}
