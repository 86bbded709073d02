// What series of a table learn from each other: auto({ by }) beside the same with every series alone.
//
//     node bench/pool.js TABLE.csv…      columns time,key,…,y, sorted by time
//
// Errors of a series are in units of its own errors alone, so that no big series drowns the rest.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { auto } from 'credence'

/** Rows up to which tables are read: keys beyond are left out. */
const MOST = 1600

function load(path) {
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const names = head.split(',')
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i], cell])))
  const keys = [...new Set(rows.map(({ key }) => key))]
  const kept = new Set(keys.slice(0, Math.max(3, Math.floor((keys.length * MOST) / rows.length))))
  return rows.filter(({ key, y }) => kept.has(key) && y !== '').slice(0, 1.5 * MOST)
}

function pass(rows, options) {
  const many = auto({ by: 'key', task: 'regression', ...options })
  const sums = new Map()
  const begun = process.cpuUsage().user
  for (const { y, ...row } of rows) {
    const { known, mean, lower, upper, covered } = many.learn(row, Number(y))
    if (!known) continue
    const sum = sums.get(row.key) ?? { rows: 0, squares: 0, errors: 0, promised: 0, covered: 0, score: 0 }
    const error = Math.abs(Number(y) - mean)
    sum.rows++
    sum.squares += error * error
    sum.errors += error
    if (Number.isFinite(upper - lower)) {
      sum.promised++
      sum.covered += covered ? 1 : 0
      sum.score += upper - lower + 20 * Math.max(0, lower - Number(y), Number(y) - upper)
    }
    sums.set(row.key, sum)
  }
  return { sums, milliseconds: (process.cpuUsage().user - begun) / 1e3 / rows.length }
}

console.log('table            rows keys |  RMSE   MAE  interval score | covered alone | ms a row alone')
for (const path of process.argv.slice(2)) {
  const rows = load(path)
  const [pooled, alone] = [pass(rows, {}), pass(rows, { alone: true })]
  const total = { rows: 0, squares: 0, errors: 0, score: 0, scored: 0 }
  const covered = [pooled, alone].map(({ sums }) => {
    const all = [...sums.values()]
    return all.reduce((sum, one) => sum + one.covered, 0) / all.reduce((sum, one) => sum + one.promised, 0)
  })
  for (const [key, own] of alone.sums) {
    const with_ = pooled.sums.get(key)
    if (!(own.errors > 0)) continue
    total.rows += own.rows
    total.squares += (own.rows * Math.log(with_.squares / own.squares)) / 2
    total.errors += own.rows * Math.log(with_.errors / own.errors)
    if (!(own.score > 0 && with_.score > 0)) continue
    total.scored += own.promised
    total.score += own.promised * Math.log(with_.score / with_.promised / (own.score / own.promised))
  }
  const ratio = (sum, count) => Math.exp(sum / count).toFixed(3)
  console.log(
    `${basename(path, '.csv').padEnd(15)} ${String(rows.length).padStart(5)} ${String(alone.sums.size).padStart(4)} | ${ratio(total.squares, total.rows)} ${ratio(total.errors, total.rows)} ${ratio(total.score, total.scored)} | ${covered.map((part) => part.toFixed(3)).join(' ')} | ${pooled.milliseconds.toFixed(1)} ${alone.milliseconds.toFixed(1)}`,
  )
}
