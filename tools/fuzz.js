// npm run fuzz [-- --minutes 10 --seed 1 --processes 2]: random programs against every promise, in parallel processes.
//
// Minutes are those of the processor, for each process. SIGINT and SIGTERM end it early, with the table of counts.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { bundled } from './bundled.js'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: String(availableParallelism()) },
    // What the processes are called in a list of processes.
    title: { type: 'string', default: 'credence-fuzz' },
  },
})
const { folder, outfile } = await bundled('main')

const counts = []
const children = []
const ended = Array.from({ length: Number(values.processes) }, (_, i) => {
  const given = ['--minutes', values.minutes, '--seed', values.seed, '--process', String(i)]
  const child = spawn(process.execPath, [`--title=${values.title}`, outfile, ...given], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    argv0: values.title,
  })
  children.push(child)
  child.on('message', (told) => {
    counts[i] = told
  })
  return new Promise((resolve) => {
    child.on('exit', resolve)
  })
})
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM')
    // One that hangs does not hear it.
    setTimeout(() => {
      for (const [i, child] of children.entries()) if (child.exitCode === null) giveUp(i, child)
    }, 30_000).unref()
  })
}
function giveUp(i, child) {
  console.log(`// seed ${counts[i].seed + counts[i].programs}: still running after 30 seconds`)
  child.kill('SIGKILL')
}
const table = () => {
  const rows = counts.filter(Boolean).map((row) => ({ ...row, minutes: Number(row.minutes.toFixed(1)) }))
  if (rows.length > 1) {
    const total = { seed: 'all' }
    for (const name of Object.keys(rows[0]))
      if (name !== 'seed') total[name] = Number(rows.reduce((sum, row) => sum + row[name], 0).toFixed(1))
    rows.push(total)
  }
  console.table(rows)
}
// What a run that is ended by force has done is known to within ten minutes.
const often = setInterval(table, 600_000)
const codes = await Promise.all(ended)
clearInterval(often)
table()
rmSync(folder, { recursive: true })
process.exitCode = codes.every((code) => code === 0) ? 0 : 1
