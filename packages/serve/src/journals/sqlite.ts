import { closeSync, fchmodSync, openSync } from 'node:fs'
import {
  Fenced,
  type Head,
  type HistoryQuery,
  type Journal,
  type Kept,
  type Listed,
  type ListQuery,
  type NameChunk,
  type Stream,
  type Write,
} from '../base/journal.ts'
import { turn } from '../base/slices.ts'
import { openSqlite, type SqliteDatabase } from './sqliteDriver.ts'
import { migrateSqlite } from './sqliteSchema.ts'

interface StreamRow {
  readonly head: number
  readonly epoch: number
  readonly mark: number
  readonly snap: number
  readonly bytes: Uint8Array | null
}

/**
 * A file on this machine. Every commit is one transaction and one sync of the write-ahead log. Calls block the thread that
 * makes them: see `threadedSqlite`.
 */
export async function sqliteJournal(path: string): Promise<Journal> {
  makePrivate(path)
  const database = await openSqlite(path)
  database.exec('pragma busy_timeout = 5000')
  // Of a new file: what is removed later can be given back.
  database.exec('pragma auto_vacuum = incremental')
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  // 64 MB of pages in memory, and the log is folded into the file every 32 MB: measured, a third more events.
  database.exec('pragma cache_size = -65536')
  database.exec('pragma wal_autocheckpoint = 8000')
  database.exec('pragma secure_delete = on')
  migrateSqlite(database)
  const get = database.prepare(
    'select head, epoch, mark, snap, bytes from stream left join snapshot using (key) where key = ?',
  )
  const head = database.prepare('select head, epoch from stream where key = ?')
  const tail = database.prepare('select body from event where key = ? and seq > ? order by seq')
  const chunks = database.prepare('select nth, bytes from name where key = ? order by nth')
  const write = writer(database)
  const forget = database.prepare(
    'delete from history where (key, seq) in (select key, seq from history where at < ? limit ?)',
  )
  const free = (): number =>
    (database.prepare('pragma freelist_count').get() as { freelist_count: number }).freelist_count
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
            epoch: row.epoch,
            mark: row.mark,
            ...(row.bytes ? { snapshot: { seq: row.snap, bytes: row.bytes } } : {}),
            tail: entries.map(({ body }) => body),
            // libsql returns the blobs of a list as bare buffers.
            names: (chunks.all(key) as NameChunk[]).map(({ nth, bytes }) => ({
              nth,
              bytes: new Uint8Array(bytes),
            })),
          })
        }
      })
      return found
    },
    async heads(keys) {
      const found = new Map<string, Head>()
      for (const key of keys) {
        const row = head.get(key) as Head | undefined
        if (row) found.set(key, { head: row.head, epoch: row.epoch })
      }
      return found
    },
    async commit(writes, guard) {
      transaction('begin immediate', () => {
        for (const one of writes) write(one)
        if (!guard) return
        const found = head.get(guard.key) as Head | undefined
        if ((found?.head ?? 0) !== guard.head || (found && found.epoch !== guard.epoch)) {
          throw new Fenced(`the head of ${guard.key} moved`)
        }
      })
    },
    async list(query) {
      const { text, values } = listStatement(query)
      const statement = lists.get(text) ?? database.prepare(text)
      lists.set(text, statement)
      return (statement.all(...values) as Listed[]).map(({ key, head, mark, seen }) => ({
        key,
        head,
        mark,
        seen,
      }))
    },
    async count() {
      return (database.prepare('select count(*) as n from stream').get() as { n: number }).n
    },
    async size() {
      const { bytes } = database
        .prepare(
          `select (page_count - freelist_count) * page_size as bytes
           from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`,
        )
        .get() as { bytes: number }
      return bytes
    },
    async history(query) {
      const { text, values } = historyStatement(query)
      return (database.prepare(text).all(...values) as Kept[]).map(({ seq, at, body }) => ({ seq, at, body }))
    },
    async cutHistory(before) {
      return Number(forget.run(before, CUT).changes)
    },
    async ready() {
      database.prepare('select 1').get()
    },
    async purge() {
      // Deleted rows are overwritten with zeros; what is left of them is in the log.
      for (let left = free(); left > 0; ) {
        database.exec(`pragma incremental_vacuum(${PAGES})`)
        await turn()
        const now = free()
        // Another process, or a file that was made before it could shrink.
        if (now >= left) break
        left = now
      }
      database.exec('pragma wal_checkpoint(truncate)')
    },
    async close() {
      database.close()
    },
  }
}

/** Rows of history removed, and pages given back, at a time. */
const CUT = 2000
const PAGES = 500

function historyStatement({ key, from, to, after = 0, limit }: HistoryQuery): {
  text: string
  values: unknown[]
} {
  const text = 'select seq, at, body from history where key = ? and seq > ? and at >= ? and at < ?'
  const times = [from ?? -(2 ** 53), to ?? 2 ** 53]
  return { text: `${text} order by seq limit ?`, values: [key, after, ...times, limit] }
}

/** Others on this machine do not read it. SQLite gives its log the same mode. */
function makePrivate(path: string): void {
  if (path === ':memory:') return
  const file = openSync(path, 'a', 0o600)
  try {
    fchmodSync(file, 0o600)
  } catch {
    // It belongs to another user, who chose its mode.
  } finally {
    closeSync(file)
  }
}

/** Writes one stream, inside a transaction. */
function writer(database: SqliteDatabase): (write: Write) => void {
  const create = database.prepare(
    'insert into stream(key, head, epoch) values(?, ?, ?) on conflict(key) do nothing',
  )
  const move = database.prepare('update stream set head = ? where key = ? and head = ? and epoch = ?')
  const append = database.prepare('insert into event(key, seq, body) values(?, ?, ?)')
  const keepRound = database.prepare('insert or replace into history(key, seq, at, body) values(?, ?, ?, ?)')
  const snap = database.prepare('update stream set snap = ? where key = ?')
  const keep = database.prepare(
    'insert into snapshot(key, bytes) values(?, ?) on conflict(key) do update set bytes = excluded.bytes',
  )
  const cut = database.prepare('delete from event where key = ? and seq <= ?')
  const rank = database.prepare('update stream set mark = ? where key = ?')
  const note = database.prepare('update stream set seen = ? where key = ?')
  const name = database.prepare(
    `insert into name(key, nth, bytes) values(?, ?, ?)
     on conflict(key, nth) do update set bytes = excluded.bytes`,
  )
  const unname = database.prepare('delete from name where key = ? and nth < ?')
  const leave = database.prepare('delete from stream where key = ? and head = ? and epoch = ?')
  const rest = ['event', 'snapshot', 'name', 'history'].map((table) =>
    database.prepare(`delete from ${table} where key = ?`),
  )
  return ({ key, from, epoch = 0, entries, snapshot, names, history = [], mark, seen, remove }) => {
    const to = from + entries.length
    const moved = remove
      ? leave.run(key, from, epoch)
      : from === 0
        ? create.run(key, to, epoch)
        : move.run(to, key, from, epoch)
    if (Number(moved.changes) !== 1) throw new Fenced(`the head of ${key} moved`)
    if (remove) {
      for (const statement of rest) statement.run(key)
      return
    }
    if (snapshot) {
      snap.run(from, key)
      keep.run(key, snapshot)
      cut.run(key, from)
    }
    if (names) {
      for (const { nth, bytes } of names.chunks) name.run(key, nth, bytes)
      unname.run(key, names.first)
    }
    if (mark !== undefined) rank.run(mark, key)
    if (seen !== undefined) note.run(seen, key)
    entries.forEach((body, i) => {
      append.run(key, from + i + 1, body)
    })
    for (const { seq, at, body } of history) keepRound.run(key, seq, at, body)
  }
}

/** The rows after a prefix are a range of the primary key: from it, to it with the largest character behind. */
function listStatement({ prefix, contains, by, after, least = 0, limit }: ListQuery): {
  text: string
  values: unknown[]
} {
  const values: unknown[] = [prefix, `${prefix}\u{10ffff}`, least]
  let text = `select key, head, mark, seen from stream where key >= ? and key < ? and ${least > 0 ? 'mark > 0 and ' : ''}mark >= ?`
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
