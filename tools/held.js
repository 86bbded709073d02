// npm run held [-- --share 0.1 --only certificates]: what held under attack still holds, at the scale of the attack.
//
// A share of less than 1 does that part of each count.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

const { values } = parseArgs({
  options: { share: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
})
const folder = mkdtempSync(join(tmpdir(), 'credence-held-'))
const at = (name) => join(folder, name)
const bin = fileURLToPath(new URL('../packages/cli/bin/credence.js', import.meta.url))

await build({
  entryPoints: [fileURLToPath(new URL('../packages/core/test/held/main.ts', import.meta.url))],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile: at('held.mjs'),
})
const inCore = (name) => (count) =>
  JSON.parse(execFileSync(process.execPath, [at('held.mjs'), name, String(count)], { encoding: 'utf8' }))

const exit = (child) => new Promise((resolve) => child.on('exit', (code) => resolve(code)))
const random = (() => {
  let state = 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
})()

/** kill −9 at any moment of a command that goes on where it was: in the end the bytes are those of one never killed. */
async function kills(count, whole, again, file) {
  execFileSync(process.execPath, [bin, ...whole], { stdio: 'ignore' })
  const expected = readFileSync(file('whole'))
  let done = 0
  let broken = 0
  while (done < count) {
    for (let longest = 300; ; longest *= 1.3) {
      const child = spawn(process.execPath, [bin, ...again()], { stdio: 'ignore' })
      const timer = setTimeout(() => child.kill('SIGKILL'), longest * random())
      const code = await exit(child)
      clearTimeout(timer)
      if (code === 0) break
      if (code === null) done++
      else broken++
      if (broken > 0) return { done, broken }
    }
    if (!readFileSync(file('out')).equals(expected)) broken++
    for (const name of ['out', 'c']) rmSync(file(name), { recursive: true, force: true })
  }
  return { done, broken }
}

function killsOfRun(count) {
  const rows = Array.from(
    { length: 40_000 },
    (_, t) => `${Math.sin(t)},${Math.cos(3 * t)},${2 * Math.sin(t)}`,
  )
  writeFileSync(at('d.csv'), `a,b,y\n${rows.join('\n')}\n`)
  writeFileSync(
    at('r.json'),
    JSON.stringify({ target: 'y', experts: [{ kind: 'svb', scale: [0.01, 0.1, 1] }] }),
  )
  const run = ['run', at('r.json'), at('d.csv')]
  const again = () => [
    ...run,
    '-o',
    at('out'),
    '--save',
    at('c'),
    ...(existsSync(at('c')) ? ['--resume', at('c')] : []),
  ]
  return kills(count, [...run, '-o', at('whole')], again, at)
}

/** Rows through a pipe, in a heap of 100 MB, beyond which the process would be ended: all of them come out. */
async function pipedRows(count) {
  writeFileSync(at('p.json'), JSON.stringify({ target: 'y', experts: [{ kind: 'ogd', learningRate: 0.01 }] }))
  const code = `
    import { resourceUsage } from 'node:process'
    process.on('exit', () => { process.stderr.write('peak ' + resourceUsage().maxRSS + '\\n') })
    process.argv.splice(1, 1, ${JSON.stringify(bin)})
    await import(${JSON.stringify(bin)})`
  writeFileSync(at('peak.mjs'), code)
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=100', at('peak.mjs'), 'run', at('p.json'), '-', '--format', 'csv'],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  let lines = 0
  let said = ''
  child.stdout.on('data', (chunk) => {
    for (const byte of chunk) if (byte === 10) lines++
  })
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = exit(child)
  child.stdin.write('a,y\n')
  for (let row = 0; row < count; row += 1000) {
    const some = Array.from(
      { length: Math.min(1000, count - row) },
      (_, i) => `${(row + i) % 7},${(row + i) % 5}\n`,
    )
    if (!child.stdin.write(some.join(''))) await new Promise((resolve) => child.stdin.once('drain', resolve))
  }
  child.stdin.end()
  const status = await ended
  const peak = Number(/peak (\d+)/.exec(said)?.[1]) / 1024
  console.log(`${lines} lines out; the process held ${peak.toFixed(0)} MB at most`)
  return { done: count, broken: status === 0 && lines >= count ? 0 : 1 }
}

const PARTS = [
  ['decimals read right', 4_000_000, inCore('decimals')],
  ['texts read right', 80_000, inCore('texts')],
  ['damaged saves refused', 110_004, inCore('damagedSaves')],
  ['streams for the confidence sequences', 44_000, inCore('confidenceSequences')],
  ['conformal certificates', 635_168, inCore('certificates')],
  ['restores in lock-step', 336_000, inCore('lockStepRestores')],
  ['bounds of the ledger', 7_900_000, inCore('ledgerBounds')],
  ['rows through a pipe', 5_000_000, pipedRows],
  ['kill −9 of run', 231, killsOfRun],
]
const table = []
for (const [what, count, run] of PARTS.filter(([what]) => what.includes(values.only))) {
  const start = performance.now()
  const { done, broken } = await run(Math.ceil(Number(values.share) * count))
  const row = { what, once: count, done, broken, seconds: Math.round((performance.now() - start) / 1000) }
  console.log(JSON.stringify(row))
  table.push(row)
}
rmSync(folder, { recursive: true })
console.table(table)
process.exitCode = table.every(({ broken }) => broken === 0) ? 0 : 1
