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
  return `${at}Z,${t % 24}`
})

async function hours(from: number, to: number): Promise<TextTable> {
  const path = join(folder, 'hours.csv')
  writeFileSync(path, `at,y\n${HOURS.slice(from, to).join('\n')}\n`)
  return readTable(await findInput(path), shelf, new AbortController().signal)
}

/** These rows, after those of a checkpoint if there is one. */
function rowsAfter(fresh: TextTable, zone: string, before: SavedTable | undefined) {
  const options = before ? asBefore({ zone }, before.saved) : { zone }
  return { table: before ? joinRows(before, fresh, options).table : fresh, options }
}

async function saved(fresh: TextTable, zone: string, before?: SavedTable): Promise<SavedTable> {
  const path = join(folder, 'state')
  const { table, options } = rowsAfter(fresh, zone, before)
  await saveRows(path, table, ask(table, 'hours.csv', options), {}, before?.saved)
  return readSavedRows(path, shelf)
}

it.each(['UTC', 'America/New_York', 'Asia/Tokyo'])(
  'lets no row come back that was left out, however many mornings ago, in %s',
  async (zone) => {
    const first = await saved(await hours(0, 4150), zone)
    expect(first.table.rows).toBe(4150 - 1024)
    const second = await saved(await hours(4150, 4160), zone, first)
    expect(rowsAfter(await hours(900, 4170), zone, second).table.rows).toBe(4170 - 1024)
  },
)
