import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { journalContract } from '../testing/journalContract.ts'
import { type PostgresServer, postgresBin, startPostgres } from '../testing/postgresServer.ts'
import { memoryJournal } from './memory.ts'
import { postgresJournal } from './postgres.ts'
import { sqliteJournal } from './sqlite.ts'
import { openSqlite } from './sqliteDriver.ts'
import { threadedSqlite } from './threaded.ts'

describe('memory', () => {
  for (const { promise, check } of journalContract({ create: async () => memoryJournal() }))
    it(promise, check)
})

describe('sqlite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'credence-sqlite-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  let files = 0
  const contract = journalContract({
    create: () => sqliteJournal(join(directory, `${++files}.db`)),
    again: () => sqliteJournal(join(directory, `${files}.db`)),
  })
  for (const { promise, check } of contract) it(promise, check)

  describe('in a thread of its own', () => {
    const contract = journalContract({
      create: () => threadedSqlite(join(directory, `${++files}.db`)),
      again: () => threadedSqlite(join(directory, `${files}.db`)),
    })
    for (const { promise, check } of contract) it(promise, check)

    it('says why it cannot open, and refuses what comes after its end', async () => {
      await expect(threadedSqlite(join(directory, 'no such folder', 'a.db'))).rejects.toThrow('no such file')
      const journal = await threadedSqlite(join(directory, `${++files}.db`))
      await journal.close()
      await expect(journal.count()).rejects.toThrow('has ended')
    })
  })

  it('can be copied while it is written, and the copy goes on', async () => {
    const path = join(directory, 'served.db')
    const copy = join(directory, 'copy.db')
    const journal = await sqliteJournal(path)
    for (let n = 0; n < 30; n++) await journal.commit([{ key: 'a', from: n, entries: [`${n}`] }])
    const other = await openSqlite(path)
    other.exec(`vacuum into '${copy}'`)
    other.close()
    await journal.commit([{ key: 'a', from: 30, entries: ['later'] }])
    const restored = await sqliteJournal(copy)
    expect((await restored.load(['a'])).get('a')).toMatchObject({ head: 30 })
    await restored.commit([{ key: 'a', from: 30, entries: ['own'] }])
    await Promise.all([journal.close(), restored.close()])
  })

  it('brings a file of the first schema to the present one, with its snapshots', async () => {
    const path = join(directory, 'older.db')
    const database = await openSqlite(path)
    database.exec(`create table stream(key text primary key, head integer not null,
        mark real not null default 0, snap integer not null default 0, state blob) without rowid;
      create table event(key text not null, seq integer not null, body text not null,
        primary key(key, seq)) without rowid;
      insert into stream values('a', 3, 0, 2, x'0102'), ('b', 1, 7, 0, null);
      insert into event values('a', 3, 'third'), ('b', 1, 'first');
      pragma user_version = 1`)
    database.close()
    const journal = await sqliteJournal(path)
    const found = await journal.load(['a', 'b'])
    const snapshot = { seq: 2, bytes: Uint8Array.of(1, 2) }
    expect(found.get('a')).toMatchObject({ head: 3, snapshot: { seq: 2 }, tail: ['third'] })
    expect(Uint8Array.from(found.get('a')?.snapshot?.bytes ?? [])).toEqual(snapshot.bytes)
    expect(found.get('b')).toEqual({ head: 1, epoch: 0, mark: 7, tail: ['first'], names: [] })
    await journal.commit([{ key: 'a', from: 3, entries: ['fourth'], snapshot: Uint8Array.of(9) }])
    await journal.close()
  })

  it('refuses a file that a newer program made', async () => {
    const path = join(directory, 'newer.db')
    const database = await openSqlite(path)
    database.exec('pragma user_version = 9')
    database.close()
    await expect(sqliteJournal(path)).rejects.toThrow('has schema 9, and this program knows 4')
  })
})

describe.skipIf(!postgresBin())('postgres', () => {
  let server: PostgresServer
  let databases = 0
  const url = (): string => server.url.replace(/\/postgres$/, `/d${databases}`)
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server?.remove())
  const contract = journalContract({
    create: async () => {
      const { connectPrimary } = await import('./postgresConnection.ts')
      const { query, close } = await connectPrimary(server.url, 1)
      await query.script(`create database d${++databases}`)
      await close()
      return postgresJournal(url())
    },
    again: () => postgresJournal(url()),
  })
  for (const { promise, check } of contract) it(promise, check)

  it('brings a database of the first schema to the present one, with its snapshots', async () => {
    const { connectPrimary } = await import('./postgresConnection.ts')
    const root = await connectPrimary(server.url, 1)
    await root.query.script('create database older')
    await root.close()
    const older = server.url.replace(/\/postgres$/, '/older')
    const { query, close } = await connectPrimary(older, 1)
    await query.script(`create table credence_schema(version integer not null);
      create table credence_stream(key text collate "C" primary key, head bigint not null,
        mark double precision not null default 0, snap bigint not null default 0, state bytea);
      create table credence_event(key text collate "C" not null, seq bigint not null, body text not null,
        primary key(key, seq));
      insert into credence_schema values(1);
      insert into credence_stream values('a', 3, 0, 2, '\\x0102'), ('b', 1, 7, 0, null);
      insert into credence_event values('a', 3, 'third'), ('b', 1, 'first')`)
    await close()
    for (let start = 0; start < 2; start++) {
      const journal = await postgresJournal(older)
      const found = await journal.load(['a', 'b'])
      expect(found.get('a')).toMatchObject({ head: 3 + start, epoch: 0, snapshot: { seq: 2 }, names: [] })
      expect(found.get('b')).toEqual({ head: 1, epoch: 0, mark: 7, tail: ['first'], names: [] })
      await journal.commit([{ key: 'a', from: 3 + start, entries: [`${start}`] }])
      await journal.close()
    }
  })

  it('leaves a connection that gives no answer, and goes on with another', async () => {
    const { connectPrimary } = await import('./postgresConnection.ts')
    const { query, close } = await connectPrimary(server.url, 1, 2000)
    const asked = query('select pg_sleep(60)', [])
    await expect(asked).rejects.toMatchObject({ code: 'CONNECTION_TIMEOUT' })
    expect(await query('select 1 as one', [])).toEqual([{ one: 1 }])
    await close()
  })

  it('refuses a database that a newer program made, and one that answers before the disk has it', async () => {
    const { connectPrimary } = await import('./postgresConnection.ts')
    const { query, close } = await connectPrimary(url(), 1)
    await query.script('insert into credence_schema values(9)')
    await expect(postgresJournal(url())).rejects.toThrow('has schema 9, and this program knows 3')
    await query.script(`alter database d${databases} set synchronous_commit = off`)
    await expect(postgresJournal(url())).rejects.toThrow('synchronous_commit = off')
    await close()
  })
})
