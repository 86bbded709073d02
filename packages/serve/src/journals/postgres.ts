import {
  Fenced,
  type Journal,
  type Listed,
  type ListQuery,
  NewerSchema,
  type Stream,
  type Write,
} from '../base/journal.ts'
import { connectPrimary, type Query } from './postgresConnection.ts'
import { COMMIT, HEADS, LOAD, SCHEMA, TABLES } from './postgresStatements.ts'

export interface PostgresOptions {
  /** Connections. @default 4 */
  readonly connections?: number
  /** Spread the tables over the nodes of Citus. @default whether the extension is there */
  readonly citus?: boolean
}

/**
 * PostgreSQL, for any number of workers beside each other. On Citus the tables are spread by key.
 *
 * @param url one URL; or several, separated by commas: the first server that takes writes is used
 */
export async function postgresJournal(url: string, options: PostgresOptions = {}): Promise<Journal> {
  const { query, close } = await connectPrimary(url, options.connections ?? 4)
  let sizeOf: string
  try {
    await expectDurable(query)
    await migrate(query, options.citus)
    sizeOf = await sizeFunction(query)
  } catch (error) {
    await close()
    throw error
  }
  return {
    shared: true,
    async load(keys) {
      const rows = await query(LOAD, [JSON.stringify(keys)])
      return new Map(rows.map((row) => [row.key as string, toStream(row)]))
    },
    async heads(keys) {
      const rows = await query(HEADS, [JSON.stringify(keys)])
      return new Map(
        rows.map(({ key, head, epoch }) => [key as string, { head: Number(head), epoch: Number(epoch) }]),
      )
    },
    async commit(writes, guard = { key: '', head: 0, epoch: 0 }) {
      // Rows in one order, so that two writers never wait for each other in a ring.
      const rows = [...writes].sort((a, b) => (a.key < b.key ? -1 : 1)).map(toRow)
      // A stream that does not exist has nothing to guard.
      const guarded = guard.head === 0 ? '' : guard.key
      try {
        await query(COMMIT, [JSON.stringify(rows), writes.length, guarded, guard.head, guard.epoch])
      } catch (error) {
        const { code = '', message } = error as Error & { code?: string }
        const fenced = FENCES.includes(code) || (code === LOST && (await hasMoved(query, writes)))
        throw fenced ? new Fenced(message) : error
      }
    },
    async list(request) {
      const { text, values } = listStatement(request)
      const rows = (await query(text, values)) as unknown as (Omit<Listed, 'head' | 'seen'> & {
        head: string
        seen: string
      })[]
      return rows.map(({ key, head, mark, seen }) => ({ key, head: Number(head), mark, seen: Number(seen) }))
    },
    async count() {
      const [row] = await query('select count(*)::text as n from credence_stream', [])
      return Number(row?.n)
    },
    async size() {
      const tables = ['credence_stream', 'credence_event', 'credence_name', 'credence_history']
      const all = tables.map((table) => `${sizeOf}('${table}')`).join(' + ')
      const [row] = await query(`select (${all})::text as bytes`, [])
      return Number(row?.bytes)
    },
    async history({ key, from = -(2 ** 53), to = 2 ** 53, after = 0, limit }) {
      const rows = await query(
        `select seq::text, at::text, body from credence_history
         where key = $1 and seq > $2::bigint and at >= $3::bigint and at < $4::bigint order by seq limit $5::bigint`,
        [key, after, from, to, limit],
      )
      return rows.map(({ seq, at, body }) => ({ seq: Number(seq), at: Number(at), body: body as string }))
    },
    async cutHistory(before) {
      // By key as well: on Citus a row is found by the column that the tables are spread by.
      const rows = await query(
        'select key, seq::text from credence_history where at < $1::bigint limit 5000',
        [before],
      )
      if (rows.length === 0) return 0
      const cut = await query(
        `delete from credence_history c using json_to_recordset(($1::text)::json) as r(key text, seq bigint)
         where c.key = r.key and c.seq = r.seq and c.at < $2::bigint returning 1`,
        [JSON.stringify(rows), before],
      )
      return cut.length
    },
    async ready() {
      const [row] = await query('select pg_is_in_recovery() as standby', [])
      if (row?.standby) throw new Error('the database is a standby and takes no writes')
    },
    async purge() {
      // Statements sent together are one transaction, and a vacuum must be alone.
      for (const table of ['credence_stream', 'credence_event', 'credence_name', 'credence_history']) {
        await query.script(`vacuum ${table}`)
      }
    },
    close,
  }
}

/** One write as the statement reads it. */
function toRow(write: Write): object {
  const { key, from, epoch = 0, entries, snapshot, names, history = [], mark, seen, remove } = write
  return {
    key,
    was: from,
    will: from + entries.length,
    epoch,
    ...(snapshot ? { snap: from, state: base64(snapshot) } : {}),
    ...(names
      ? { first: names.first, names: names.chunks.map(({ nth, bytes }) => [nth, base64(bytes)]) }
      : {}),
    ...(mark === undefined ? {} : { mark }),
    ...(seen === undefined ? {} : { seen }),
    ...(remove ? { gone: true } : {}),
    ...(history.length > 0 ? { k: history.map(({ seq, at, body }) => [seq, at, body]) } : {}),
    w: entries,
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
}

function toStream({ head, epoch, mark, snap, state, tail, names }: Record<string, unknown>): Stream {
  const chunks = names ? (JSON.parse(names as string) as [number, string][]) : []
  return {
    head: Number(head),
    epoch: Number(epoch),
    mark: Number(mark),
    ...(state ? { snapshot: { seq: Number(snap), bytes: Buffer.from(state as string, 'base64') } } : {}),
    tail: tail ? (JSON.parse(tail as string) as string[]) : [],
    names: chunks.map(([nth, bytes]) => ({ nth, bytes: Buffer.from(bytes, 'base64') })),
  }
}

/** Division by zero is our own fence; a row that is there already, a deadlock and a serialisation failure are others. */
const FENCES = ['22012', '23505', '40P01', '40001']
/** Citus hands on what a node reported, and loses its code. */
const LOST = 'XX000'

/** Whether another worker has written one of these keys. */
async function hasMoved(query: Query, writes: readonly Write[]): Promise<boolean> {
  const rows = await query(HEADS, [JSON.stringify(writes.map(({ key }) => key))])
  const heads = new Map(rows.map(({ key, head }) => [key, Number(head)]))
  return writes.some(({ key, from }) => (heads.get(key) ?? 0) !== from)
}

function listStatement({ prefix, contains, by, after, least = 0, limit }: ListQuery): {
  text: string
  values: (string | number)[]
} {
  const values: (string | number)[] = [prefix, `${prefix}\u{10ffff}`, least]
  const next = (value: string | number): string => `$${values.push(value)}`
  let text = `select key, head::text, mark, seen::text from credence_stream
    where key >= $1 and key < $2 and ${least > 0 ? 'mark > 0 and ' : ''}mark >= $3::double precision`
  if (contains)
    text += ` and strpos(substr(key, ${next(prefix.length + 1)}::int), ${next(contains)}::text) > 0`
  if (after && by === 'key') text += ` and key > ${next(after.key)}`
  if (after && by === 'mark') {
    const mark = `${next(after.mark)}::double precision`
    text += ` and (mark < ${mark} or (mark = ${mark} and key > ${next(after.key)}))`
  }
  text += ` order by ${by === 'key' ? 'key' : 'mark desc, key'} limit ${next(limit)}::bigint`
  return { text, values }
}

/** A server that answers before its disk has it would break every promise: refuse it. */
async function expectDurable(query: Query): Promise<void> {
  const [row] = await query(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('synchronous_standby_names') as standbys`,
    [],
  )
  const { fsync, commit, standbys } = row as Record<string, string>
  if (fsync === 'off')
    throw new Error('the database has fsync = off: it would lose what it said it had written')
  if (commit === 'off' || (standbys !== '' && commit === 'local')) {
    throw new Error(`the database has synchronous_commit = ${commit}: it answers before the write is safe`)
  }
}

/** What measures a table: one that is spread over nodes has nothing where it is asked for. */
async function sizeFunction(query: Query): Promise<string> {
  const own = 'pg_total_relation_size'
  const [citus] = await query(`select to_regclass('pg_dist_partition') is not null as yes`, [])
  if (!citus?.yes) return own
  const spread = `select 1 from pg_dist_partition where logicalrelid = 'credence_stream'::regclass`
  const [found] = await query(`select exists (${spread}) as yes`, [])
  return found?.yes ? 'citus_total_relation_size' : own
}

async function migrate(query: Query, citus?: boolean): Promise<void> {
  // Several workers may start at once: one creates, the others wait.
  const lock = 7_239_411
  const create = TABLES.join(';\n')
  const [there] = await query(`select to_regclass('credence_schema') is not null as yes`, [])
  if (there?.yes) {
    const [row] = await query('select max(version) as version from credence_schema', [])
    const found = Number(row?.version ?? 0)
    if (found > SCHEMA) throw new NewerSchema(found, SCHEMA)
    if (found === SCHEMA) return
  }
  const [extension] = await query(`select count(*)::int as n from pg_extension where extname = 'citus'`, [])
  const spread = citus ?? extension?.n === 1
  const distribute = `
    select create_distributed_table('credence_stream', 'key')
      where not exists (select 1 from pg_dist_partition where logicalrelid = 'credence_stream'::regclass);
    select create_distributed_table('credence_event', 'key', colocate_with => 'credence_stream')
      where not exists (select 1 from pg_dist_partition where logicalrelid = 'credence_event'::regclass);
    select create_distributed_table('credence_name', 'key', colocate_with => 'credence_stream')
      where not exists (select 1 from pg_dist_partition where logicalrelid = 'credence_name'::regclass);
    select create_distributed_table('credence_history', 'key', colocate_with => 'credence_stream')
      where not exists (select 1 from pg_dist_partition where logicalrelid = 'credence_history'::regclass);`
  // Statements sent together are one transaction.
  await query.script(`select pg_advisory_xact_lock(${lock}); ${create};
    ${spread ? distribute : ''}
    insert into credence_schema(version)
      select ${SCHEMA} where not exists (select 1 from credence_schema where version >= ${SCHEMA})`)
}
