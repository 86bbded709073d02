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

async function textOf(bytes: Uint8Array): Promise<string> {
  async function* once() {
    yield bytes
  }
  const pieces: Uint8Array[] = []
  for await (const piece of workbookText(once(), { name: 'out.xlsx' } as never)) pieces.push(piece)
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

it('a zip file that is no workbook is refused with the way out', async () => {
  const file = join(folder, 'no.xlsx')
  writeFileSync(file, 'PK\x03\x04 and so on')
  await expect(textOf(readFileSync(file))).rejects.toThrow('save the sheet as CSV')
})
