// npm run held [-- --share 0.1 --only certificates]: what held under attack still holds, at the scale of the attack.
//
// A share of less than 1 does that part of each count.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { killsOfReproduce, killsOfRun } from './held/kills.js'
import { pipedRows } from './held/pipedRows.js'

const { values } = parseArgs({
  options: { share: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
})
const folder = mkdtempSync(join(tmpdir(), 'credence-held-'))
const at = (name) => join(folder, name)

await build({
  entryPoints: [fileURLToPath(new URL('../packages/core/test/held/main.ts', import.meta.url))],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile: at('held.mjs'),
})
const inCore = (name) => (count) =>
  JSON.parse(execFileSync(process.execPath, [at('held.mjs'), name, String(count)], { encoding: 'utf8' }))

const PARTS = [
  ['decimals read right', 4_000_000, inCore('decimals')],
  ['texts read right', 80_000, inCore('texts')],
  ['damaged saves refused', 110_004, inCore('damagedSaves')],
  ['streams for the confidence sequences', 44_000, inCore('confidenceSequences')],
  ['conformal certificates', 635_168, inCore('certificates')],
  ['restores in lock-step', 336_000, inCore('lockStepRestores')],
  ['bounds of the ledger', 7_900_000, inCore('ledgerBounds')],
  ['rows through a pipe', 5_000_000, pipedRows(folder)],
  ['kill −9 of run', 231, killsOfRun(folder, 'out.ndjson')],
  ['kill −9 of run with CSV out', 231, killsOfRun(folder, 'out.csv')],
  ['kill −9 of reproduce', 13, killsOfReproduce(folder)],
]
const table = []
for (const [what, count, run] of PARTS.filter(([what]) => what.includes(values.only))) {
  const start = performance.now()
  const { done, broken, reason } = await run(Math.ceil(Number(values.share) * count))
  const row = { what, once: count, done, broken, seconds: Math.round((performance.now() - start) / 1000) }
  console.log(JSON.stringify(reason === undefined ? row : { ...row, reason }))
  table.push(row)
}
// What broke stays there to be looked at.
if (table.every(({ broken }) => broken === 0)) rmSync(folder, { recursive: true })
else console.log(`the files are in ${folder}`)
console.table(table)
process.exitCode = table.every(({ broken }) => broken === 0) ? 0 : 1
