import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Shelf } from '../../files/shelf/shelf.ts'
import { findInput } from '../../input/input.ts'
import { ask } from './ask.ts'
import { asBefore, joinRows } from './joinRows.ts'
import { readTable, type TextTable } from './readTable.ts'
import { readSavedRows, type SavedTable, saveRows } from './savedRows.ts'

const folder = mkdtempSync(join(tmpdir(), 'credence-'))
const shelf = new Shelf()
afterAll(() => {
  shelf.close()
  rmSync(folder, { recursive: true })
})

const HOURS = Array.from({ length: 4200 }, (_, t) => {
  const at = new Date(Date.UTC(2026, 0, 1) + t * 3_600_000).toISOString().slice(0, 16)
  return `${at},${t % 24}`
})

async function hours(from: number, to: number): Promise<TextTable> {
  const path = join(folder, 'hours.csv')
  writeFileSync(path, `at,y\n${HOURS.slice(from, to).join('\n')}\n`)
  return readTable(await findInput(path), shelf, new AbortController().signal)
}

/** Saves these rows after those of a checkpoint, and reads them again. */
async function saved(fresh: TextTable, before?: SavedTable): Promise<SavedTable> {
  const path = join(folder, 'state')
  const options = before ? asBefore({}, before.saved) : {}
  const table = before ? joinRows(before, fresh, options).table : fresh
  await saveRows(path, table, ask(table, 'hours.csv', options), {}, before?.saved)
  return readSavedRows(path, shelf)
}

it('lets no row come back that was left out, however many mornings ago', async () => {
  const first = await saved(await hours(0, 4150))
  expect(first.table.rows).toBe(4150 - 1024)
  const second = await saved(await hours(4150, 4160), first)
  const third = await saved(await hours(900, 4170), second)
  expect(third.table.rows).toBe(4170 - 1024)
})
