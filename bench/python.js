import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingPython, runPython } from './lib/peer.js'
import { printTable, writeTables } from './lib/tables.js'

/**
 * The Python package beside River's own models: rows a second, each predicted and then learnt, and the mean absolute
 * error. Ten features, a signal with a step and a product. Needs Python with River, pandas and polars, and
 * `npm run wheel` for the JavaScript in the package.
 *
 *     node bench/python.js [ROWS] [TURNS]     with --write into docs/benchmarks.md
 */
const [rows = '2000', turns = '3'] = process.argv.slice(2).filter((word) => /^\d+$/.test(word))
const source = fileURLToPath(new URL('../python/src', import.meta.url))
const missing =
  missingPython('river', 'pandas', 'polars') ??
  (existsSync(`${source}/credence/_js/credence.js`) ? undefined : 'no JavaScript in python/: npm run wheel')

if (missing) console.log(missing)
else measure()

function measure() {
  process.env.PYTHONPATH = [source, process.env.PYTHONPATH].filter(Boolean).join(delimiter)
  process.env.CREDENCE_NODE ??= process.execPath
  const { river, found } = runPython('pythonSpeed.py', rows, turns)
  printTable(
    'from Python',
    ['', 'rows a second', 'mean absolute error'],
    found.map(({ path, rate, error }) => [
      path,
      Math.round(rate).toLocaleString('en'),
      error === null ? '' : error.toFixed(3),
    ]),
  )
  console.log(`\nRiver ${river}, ${rows} rows, median of ${turns} turns`)
  writeTables('benchmarks.md')
}
