import { Fenced, type Journal, type Listed, type ListQuery, type Stream } from '../journal.ts'
import { openSqlite, type SqliteDatabase } from './sqliteDriver.ts'
import { migrateSqlite } from './sqliteSchema.ts'

interface StreamRow {
  readonly head: number
  readonly mark: number
  readonly snap: number
  readonly bytes: Uint8Array | null
}

/**
 * A file on this machine. Every commit is one transaction and one sync of the write-ahead log. Calls block the
 * thread: a commit takes a fraction of a millisecond, and what arrives meanwhile goes into the next one.
 */
export async function sqliteJournal(path: string): Promise<Journal> {
  const database = await openSqlite(path)
  database.exec('pragma busy_timeout = 5000')
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  // 64 MB of pages in memory, and the log is folded into the file every 32 MB: measured, a third more events.
  database.exec('pragma cache_size = -65536')
  database.exec('pragma wal_autocheckpoint = 8000')
  migrateSqlite(database)
  const get = database.prepare(
    'select head, mark, snap, bytes from stream left join snapshot using (key) where key = ?',
  )
  const head = database.prepare('select head from stream where key = ?')
  const tail = database.prepare('select body from event where key = ? and seq > ? order by seq')
  const create = database.prepare('insert into stream(key, head) values(?, ?) on conflict(key) do nothing')
  const move = database.prepare('update stream set head = ? where key = ? and head = ?')
  const append = database.prepare('insert into event(key, seq, body) values(?, ?, ?)')
  const snap = database.prepare('update stream set snap = ? where key = ?')
  const keep = database.prepare(
    'insert into snapshot(key, bytes) values(?, ?) on conflict(key) do update set bytes = excluded.bytes',
  )
  const cut = database.prepare('delete from event where key = ? and seq <= ?')
  const rank = database.prepare('update stream set mark = ? where key = ?')
  const lists = new Map<string, ReturnType<SqliteDatabase['prepare']>>()

  const transaction = (begin: string, work: () => void): void => {
    database.exec(begin)
    try {
      work()
      database.exec('commit')
    } catch (error) {
      // A full disk has already rolled back by itself.
      if (inTransaction(database)) database.exec('rollback')
      throw error
    }
  }

  return {
    // Two processes on one file are allowed; they are slow, and right.
    shared: true,
    async load(keys) {
      const found = new Map<string, Stream>()
      transaction('begin', () => {
        for (const key of keys) {
          const row = get.get(key) as StreamRow | undefined
          if (!row) continue
          const entries = tail.all(key, row.snap) as { readonly body: string }[]
          found.set(key, {
            head: row.head,
            mark: row.mark,
            ...(row.bytes ? { snapshot: { seq: row.snap, bytes: row.bytes } } : {}),
            tail: entries.map(({ body }) => body),
          })
        }
      })
      return found
    },
    async heads(keys) {
      const found = new Map<string, number>()
      for (const key of keys) {
        const row = head.get(key) as { readonly head: number } | undefined
        if (row) found.set(key, row.head)
      }
      return found
    },
    async commit(writes) {
      transaction('begin immediate', () => {
        for (const { key, from, entries, snapshot, mark } of writes) {
          const to = from + entries.length
          const moved = from === 0 ? create.run(key, to) : move.run(to, key, from)
          if (Number(moved.changes) !== 1) throw new Fenced(`the head of ${key} moved`)
          if (snapshot) {
            snap.run(from, key)
            keep.run(key, snapshot)
            cut.run(key, from)
          }
          if (mark !== undefined) rank.run(mark, key)
          entries.forEach((body, i) => {
            append.run(key, from + i + 1, body)
          })
        }
      })
    },
    async list(query) {
      const { text, values } = listStatement(query)
      const statement = lists.get(text) ?? database.prepare(text)
      lists.set(text, statement)
      return (statement.all(...values) as Listed[]).map(({ key, head, mark }) => ({ key, head, mark }))
    },
    async count() {
      return (database.prepare('select count(*) as n from stream').get() as { n: number }).n
    },
    async ready() {
      database.prepare('select 1').get()
    },
    async close() {
      database.close()
    },
  }
}

/** The rows after a prefix are a range of the primary key: from it, to it with the largest character behind. */
function listStatement({ prefix, contains, by, after, least = 0, limit }: ListQuery): {
  text: string
  values: unknown[]
} {
  const values: unknown[] = [prefix, `${prefix}\u{10ffff}`, least]
  let text = `select key, head, mark from stream where key >= ? and key < ? and ${least > 0 ? 'mark > 0 and ' : ''}mark >= ?`
  if (contains) {
    text += ' and instr(substr(key, ?), ?) > 0'
    values.push(prefix.length + 1, contains)
  }
  if (after) {
    text += by === 'key' ? ' and key > ?' : ' and (mark < ? or (mark = ? and key > ?))'
    values.push(...(by === 'key' ? [after.key] : [after.mark, after.mark, after.key]))
  }
  text += by === 'key' ? ' order by key limit ?' : ' order by mark desc, key limit ?'
  values.push(limit)
  return { text, values }
}

/** `node:sqlite` says isTransaction from Node 24 on, libsql inTransaction; where neither does, a rollback is tried. */
function inTransaction(database: SqliteDatabase): boolean {
  const { isTransaction, inTransaction: inside } = database as {
    isTransaction?: boolean
    inTransaction?: boolean
  }
  return isTransaction ?? inside ?? true
}
