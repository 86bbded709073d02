import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArgumentError } from 'credence'
import pino from 'pino'
import { afterAll, expect, it } from 'vitest'
import { memoryJournal } from '../journals/memory.ts'
import { toyModel } from '../testing/toyModel.ts'
import { openServer } from './command.ts'
import { startServer } from './server.ts'

const directory = mkdtempSync(join(tmpdir(), 'credence-command-'))
afterAll(() => rmSync(directory, { recursive: true }))

it('refuses what it cannot start with, and says which', async () => {
  const options = {
    port: 0,
    logLevel: 'silent',
    data: join(directory, 'a/b'),
  }
  const refused = async (changed: object, words: RegExp): Promise<void> => {
    const opened = openServer({ ...options, ...changed })
    await expect(opened).rejects.toThrow(words)
    await expect(opened).rejects.toThrow(ArgumentError)
  }
  await refused({ port: 99_999 }, /^port must be in \[0, 65535\]; received 99999$/)
  await refused({ host: '0.0.0.0' }, /needs a token file/)
  await refused({ webhook: 'notaurl' }, /^webhook must be an http or https address; received "notaurl"$/)
  await refused({ webhook: 'https://example.org/' }, /secret of 16 characters/)
  await refused({ database: 'mysql://x' }, /must be postgres/)
  const nobody = 'postgres://me:hidden@127.0.0.1:1/x'
  await refused({ database: nobody }, /^the database cannot be opened: ((?!hidden).)*$/)
  writeFileSync(
    join(directory, 'credence.db'),
    'not a database, but long enough to have a header '.repeat(99),
  )
  await refused({ data: directory }, /^the database in .* cannot be opened: file is not a database$/)
})

it('goes when it is asked to, also where the database does not answer any more', async () => {
  const journal = memoryJournal()
  let frozen = false
  const never = new Promise<never>(() => {})
  const lines: string[] = []
  const server = await startServer({
    journal: {
      ...journal,
      shared: true,
      commit: (...given) => (frozen ? never : journal.commit(...given)),
      heads: (keys) => (frozen ? never : journal.heads(keys)),
    },
    build: toyModel,
    log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    port: 0,
    drain: 100,
  })
  const send = (method: string, path: string, body: unknown): Promise<Response> =>
    fetch(server.url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await send('PUT', '/models/m', { task: 'toy' })
  expect((await send('POST', '/models/m/keys/a/learn', { input: 1, y: 2 })).status).toBe(200)
  frozen = true
  const asked = send('POST', '/models/m/keys/a/learn', { input: 1, y: 3 }).catch(() => 'cut off')
  await server.close()
  expect(await asked).toBe('cut off')
  expect(lines.join()).toContain('"left":1')
})
