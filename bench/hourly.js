/**
 * `credence run FILE --target y` on three hourly series, one row and 24 rows ahead, beside what others forecast.
 *
 *     CREDENCE_SERIES=FOLDER node bench/hourly.js [--write]
 *
 * FOLDER holds the files that bench/peers/series.py writes; what it scored is in bench/peers/series.json. Rows before 400
 * are not scored. `--write` puts the table into docs/auto.md.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printTable, writeTables } from './lib/tables.js'

const FIRST = 400
const folder = process.env.CREDENCE_SERIES
const cli = fileURLToPath(new URL('../packages/cli/bin/credence.js', import.meta.url))
const peers = JSON.parse(readFileSync(new URL('peers/series.json', import.meta.url), 'utf8'))
if (!folder) throw new Error('CREDENCE_SERIES must name the folder that bench/peers/series.py has filled')

/** Root mean squared error and coverage of what the shell command says. */
function follow(name, ahead) {
  const file = join(folder, `${name}.csv`)
  const argv = [
    cli,
    'run',
    file,
    '--target',
    'y',
    '--quiet',
    ...(ahead > 1 ? ['--ahead', String(ahead)] : []),
  ]
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, {
    maxBuffer: 1 << 28,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  const records = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .slice(FIRST)
  const squares = records.reduce((sum, { y, mean }) => sum + (y - mean) ** 2, 0)
  const covered = records.filter(({ y, lower, upper }) => lower <= y && y <= upper).length
  return { rmse: Math.sqrt(squares / records.length), coverage: covered / records.length }
}

const rows = Object.entries(peers).flatMap(([name, byAhead]) =>
  Object.entries(byAhead).map(([ahead, peer]) => {
    const { rmse, coverage } = follow(name, Number(ahead))
    const numbers = [rmse, peer.naive, peer.river, peer.smoothing].map((value) => value.toPrecision(4))
    const [own, naive, river, smoothing] = numbers
    return [name, ahead, own, naive, `${river} (${peer.bestOfRiver})`, smoothing, coverage.toFixed(3)]
  }),
)
printTable(
  'Series',
  ['series', 'rows ahead', '`credence run`', 'seasonal naive', 'River', 'exponential smoothing', 'coverage'],
  rows,
)
writeTables('auto.md')
