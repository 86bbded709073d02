import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { workbookText } from '../input/workbook.ts'
import { openOutput } from './openOutput.ts'

const folder = mkdtempSync(join(tmpdir(), 'credence-workbook-'))
const path = join(folder, 'out.xlsx')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function textOf(bytes: Uint8Array, notes: string[] = []): Promise<string> {
  async function* once() {
    yield bytes
  }
  const pieces: Uint8Array[] = []
  const text = workbookText(once(), { name: 'out.xlsx' } as never, (note) => notes.push(note))
  for await (const piece of text) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

const installed = ['read-excel-file/node', 'write-excel-file/node'].every((name) => {
  try {
    return createRequire(import.meta.url).resolve(name) !== ''
  } catch {
    return false
  }
})

it.skipIf(!installed)('records written as a workbook are the same rows when it is read', async () => {
  const output = await openOutput({ path })
  output.write({ t: 1, y: 2.5, label: 'a, "b"', held: true, set: ['x', 'y'], gap: null })
  output.write({ t: 2, y: -1e-7, label: '=1+1', held: false, set: [], gap: 3 })
  await output.finish()
  await output.close()
  expect(await textOf(readFileSync(path))).toBe(
    't,y,label,held,set,gap\n1,2.5,"a, ""b""",true,x|y,\n2,-1e-7,=1+1,false,,3\n',
  )
})

it.skipIf(!installed)('dates are dates in a workbook, and infinite ends have no cell', async () => {
  const dates = join(folder, 'dates.xlsx')
  const output = await openOutput({ path: dates })
  output.write({ day: '2026-03-31', at: '2026-03-31T05:00', no: '2026-02-30', lower: -Infinity, upper: 3 })
  await output.finish()
  await output.close()
  expect(await textOf(readFileSync(dates))).toBe(
    'day,at,no,lower,upper\n2026-03-31,2026-03-31T05:00,2026-02-30,,3\n',
  )
  const { default: read } = (await import('read-excel-file/node' as string)) as {
    default(path: string): Promise<{ data: unknown[][] }[]>
  }
  const [day, at, no] = (await read(dates))[0]?.data[1] ?? []
  expect([day, at].every((cell) => cell instanceof Date)).toBe(true)
  expect(no).toBe('2026-02-30')
})

it.skipIf(!installed)('of several sheets the first that holds a table is read, below its title', async () => {
  const { default: write } = (await import('write-excel-file/node' as string)) as {
    default(sheets: object[]): { toBuffer(): Promise<Uint8Array> }
  }
  const sheet = (name: string, rows: (string | number | null)[][]): object => ({
    sheet: name,
    data: rows.map((row) => row.map((value) => (value === null ? null : { value }))),
  })
  const book = await write([
    sheet('Notes', [['a note'], ['another']]),
    sheet('Data', [
      ['Sales of our shop', null],
      [null, null],
      ['day', 'sales'],
      ['Mon', 3],
      [null, null],
      ['Tue', 4],
    ]),
  ]).toBuffer()
  const notes: string[] = []
  expect(await textOf(book, notes)).toBe('\n\nday,sales\nMon,3\n\nTue,4\n')
  expect(notes).toEqual([])
  const rows = [
    ['day', 'sales'],
    ['Mon', 3],
  ]
  expect(await textOf(await write([sheet('May', rows), sheet('June', rows)]).toBuffer(), notes)).toBe(
    'day,sales\nMon,3\n',
  )
  expect(notes).toEqual([expect.stringMatching(/^out.xlsx has 2 sheets with a table, and "May" is read/)])
})

it('a zip file that is no workbook is refused with the way out', async () => {
  const file = join(folder, 'no.xlsx')
  writeFileSync(file, 'PK\x03\x04 and so on')
  await expect(textOf(readFileSync(file))).rejects.toThrow('Save the sheet as CSV')
})
