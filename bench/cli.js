import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The command line as a user meets it: rows a second from a CSV through default conformal to NDJSON, the largest memory
 * of a long pipe, and how long help takes beside bare node.
 *
 *     node bench/cli.js [rows] [rows through the pipe]
 */
const rows = Number(process.argv[2] ?? 200_000)
const piped = Number(process.argv[3] ?? 10_000_000)

const bin = fileURLToPath(new URL('../packages/cli/bin/credence.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'credence-bench-'))
const recipe = join(folder, 'r.json')
const data = join(folder, 'd.csv')
const line = (t) =>
  `${(10 * Math.sin(t / 50)).toFixed(4)},${(10 * Math.sin(t / 50) + Math.sin(t * t)).toFixed(4)}\n`

/** Seconds that a command takes, the fastest of some. */
function seconds(args, times = 5) {
  const taken = Array.from({ length: times }, () => {
    const start = performance.now()
    spawnSync(process.execPath, args, { stdio: 'ignore' })
    return (performance.now() - start) / 1000
  })
  return Math.min(...taken)
}

function through(file) {
  const taken = seconds([bin, 'run', recipe, data, '-o', join(folder, file), '--quiet'], 3)
  console.log(
    `CSV in, default conformal, ${file.split('.')[1]} out: ${Math.round(rows / taken)} rows a second`,
  )
}

/** Megabytes that a process held at most. */
function peak(pid) {
  const [, kilobytes = 'NaN'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function pipe() {
  const child = spawn(process.execPath, [bin, 'run', recipe, '-', '-o', '/dev/null', '--quiet'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const start = performance.now()
  child.stdin.write('forecast,y\n')
  const seen = []
  for (let t = 0; t < piped; ) {
    let text = ''
    for (const end = Math.min(piped, t + 10_000); t < end; t++) text += line(t)
    if (!child.stdin.write(text)) await new Promise((resolve) => child.stdin.once('drain', resolve))
    if (process.platform === 'linux' && t % Math.ceil(piped / 4) < 10_000)
      seen.push(Math.round(peak(child.pid)))
  }
  child.stdin.end()
  await new Promise((resolve) => child.once('close', resolve))
  const speed = Math.round((1000 * piped) / (performance.now() - start))
  console.log(
    `${piped} rows through a pipe: ${speed} a second; largest memory on the way ${seen.join(', ')} MB`,
  )
}

try {
  writeFileSync(recipe, '{"task":"conformal","target":"y","forecast":"forecast"}')
  writeFileSync(data, `forecast,y\n${Array.from({ length: rows }, (_, t) => line(t)).join('')}`)
  const bare = seconds(['-e', '0'])
  console.log(
    `credence --help: ${Math.round(1000 * (seconds([bin, '--help']) - bare))} ms more than bare node`,
  )
  through('o.ndjson')
  through('o.csv')
  await pipe()
} finally {
  rmSync(folder, { recursive: true })
}
