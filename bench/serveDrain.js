/**
 * How long a worker of `credence serve` takes to go, with 10,000 keys of `conformal` in memory, each with events after its last
 * snapshot: on SQLite, on PostgreSQL, and on PostgreSQL whose processes are frozen just before. Units allow 30 s.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@credence/serve/testing'

const KEYS = 10_000
const EVENTS = 3
const BATCH = 500
const program = fileURLToPath(new URL('../packages/cli/bin/credence.js', import.meta.url))

async function drained(place, freeze = () => {}) {
  const server = spawn(process.execPath, [program, 'serve', '--port', '0', ...place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = []
  const url = await new Promise((resolve) => {
    server.stdout.on('data', (text) => {
      lines.push(...`${text}`.trim().split('\n'))
      const [found] = /http:\/\/[^"\s]+/.exec(text) ?? []
      if (found) resolve(found)
    })
  })
  const send = async (method, path, type, body) => {
    const answer = await fetch(url + path, { method, headers: { 'content-type': type }, body })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.arrayBuffer()
  }
  await send('PUT', '/models/m', 'application/json', '{"task":"conformal"}')
  for (let n = 0; n < KEYS * EVENTS; n += BATCH) {
    const events = Array.from({ length: BATCH }, (_, i) =>
      JSON.stringify({
        model: 'm',
        key: `k${(n + i) % KEYS}`,
        op: 'learn',
        input: { forecast: 1 },
        y: i % 3,
      }),
    )
    await send('POST', '/events', 'application/x-ndjson', events.join('\n'))
  }
  freeze()
  const start = performance.now()
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  const seconds = (performance.now() - start) / 1000
  const left = lines.findLast((line) => line.includes('without a snapshot'))
  return `${seconds.toFixed(1)} s | ${left ? JSON.parse(left).left : 0}`
}

/** All processes of the server: what is frozen answers nothing, and closes no connection. */
function signal(directory, name) {
  const [pid] = readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n')
  const children = execFileSync('pgrep', ['-P', pid], { encoding: 'utf8' }).trim().split('\n')
  for (const one of [...children, pid]) process.kill(Number(one), name)
}

console.log(
  `load average ${loadavg()[0].toFixed(1)} at the start\n| store | gone after | keys without a snapshot |\n|---|---|---|`,
)
const folder = mkdtempSync(join(tmpdir(), 'credence-drain-'))
console.log(`| SQLite | ${await drained(['--data', folder])} |`)
rmSync(folder, { recursive: true })
const postgres = await startPostgres()
try {
  console.log(`| PostgreSQL | ${await drained(['--database', postgres.url])} |`)
  const { directory } = postgres
  const frozen = await drained(['--database', postgres.url], () => signal(directory, 'SIGSTOP'))
  console.log(`| PostgreSQL, frozen | ${frozen} |`)
} finally {
  signal(postgres.directory, 'SIGCONT')
  postgres.remove()
}
console.log(`load average ${loadavg()[0].toFixed(1)} at the end`)
