/**
 * What the shell adds to a row: processor time of `credence run` outside the learner, the start taken off.
 *
 *     node bench/shell.js [rows] [--write]     `--write` puts the table into docs/auto.md
 *
 * Samples of the profiler are counted as the library's if a function of core's live learners or of a session's own
 * forecasts is under way, and else as the shell's: reading, records, statistics, text, collecting. A run of a quarter
 * of the rows is taken off, so that the start does not count.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printTable, writeTables } from './lib/tables.js'

const rows = Number(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 8000)
const bin = fileURLToPath(new URL('../packages/cli/bin/credence.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'credence-bench-'))

const cells = (t) => {
  const [a, b] = [Math.sin(t * t), Math.cos(t / 7)]
  return `${a.toFixed(4)},${b.toFixed(4)},${(a * b + Math.sin(t / 50) + Math.sin(t * t * t)).toFixed(4)}\n`
}

/** Milliseconds of processor in the library, elsewhere, and collecting. */
function spent(recipe, count) {
  const data = join(folder, `${count}.csv`)
  writeFileSync(data, `a,b,y\n${Array.from({ length: count }, (_, t) => cells(t)).join('')}`)
  const profiles = mkdtempSync(join(folder, 'profiles-'))
  const args = ['--cpu-prof', `--cpu-prof-dir=${profiles}`, bin, 'run', recipe, data, '--target', 'y']
  const { status, stderr } = spawnSync(process.execPath, [...args, '-o', join(folder, 'o.ndjson')])
  if (status !== 0) throw new Error(`credence run ${recipe} ended with ${status}: ${stderr}`)
  const sums = { library: 0, shell: 0 }
  for (const name of readdirSync(profiles)) {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(profiles, name), 'utf8'))
    const kinds = new Map()
    const mark = (node, within) => {
      const { functionName, url } = node.callFrame
      const kind =
        within ??
        (/core\/dist\/live\//.test(url) ? 'library' : functionName === '(idle)' ? 'idle' : undefined)
      kinds.set(node.id, kind ?? 'shell')
      for (const child of node.children ?? []) mark(byId.get(child), kind)
    }
    const byId = new Map(nodes.map((node) => [node.id, node]))
    mark(nodes[0])
    samples.forEach((id, i) => {
      const kind = kinds.get(id)
      if (kind !== 'idle') sums[kind] += timeDeltas[i] / 1000
    })
  }
  return sums
}

try {
  const lines = ['auto', 'gp-ea', 'oga-ea'].map((recipe) => {
    const [few, many] = [rows / 4, rows].map((count) => spent(recipe, count))
    const of = (kind) => ((1000 * (many[kind] - few[kind])) / (0.75 * rows)).toFixed(1)
    return [recipe, of('library'), of('shell')]
  })
  printTable('Share of the shell', ['recipe', 'library, µs a row', 'shell, µs a row'], lines)
  writeTables('auto.md')
} finally {
  rmSync(folder, { recursive: true })
}
