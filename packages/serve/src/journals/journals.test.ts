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

  it('refuses a file that a newer program made', async () => {
    const path = join(directory, 'newer.db')
    const database = await openSqlite(path)
    database.exec('pragma user_version = 9')
    database.close()
    await expect(sqliteJournal(path)).rejects.toThrow('has schema 9, and this program knows 1')
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

  it('refuses a database that a newer program made, and one that answers before the disk has it', async () => {
    const { connectPrimary } = await import('./postgresConnection.ts')
    const { query, close } = await connectPrimary(url(), 1)
    await query.script('insert into credence_schema values(9)')
    await expect(postgresJournal(url())).rejects.toThrow('has schema 9, and this program knows 1')
    await query.script(`alter database d${databases} set synchronous_commit = off`)
    await expect(postgresJournal(url())).rejects.toThrow('synchronous_commit = off')
    await close()
  })
})
