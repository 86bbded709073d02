/**
 * `credence serve` over HTTP, one process, SQLite: events per second, latency and processor time of the server per event, for
 * single events over 1, 16 and 128 connections and for batches of 200, and memory per key. On a busy machine only the processor
 * time per event says something: 1e6 / µs is what one free core takes.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SECONDS = Number(process.env.SECONDS ?? 5)
const KEYS = 200
const program = fileURLToPath(new URL('../packages/cli/bin/credence.js', import.meta.url))

const learners = {
  conformal: { recipe: { task: 'conformal', coverage: 0.9 }, input: () => ({ forecast: 10 }) },
  auto: {
    recipe: { task: 'auto', features: ['a', 'b'] },
    input: (n) => ({ a: Math.sin(n), b: n % 7 }),
  },
}

const directory = mkdtempSync(join(tmpdir(), 'credence-http-'))
const server = spawn(process.execPath, [program, 'serve', '--port', '0', '--data', directory], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = await new Promise((resolve) => {
  server.stdout.on('data', (text) => {
    const [found] = /http:\/\/[^"\s]+/.exec(text) ?? []
    if (found) resolve(found)
  })
})

function ask(agent, method, path, body, type = 'application/json') {
  return new Promise((resolve, reject) => {
    const headers =
      body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }
    const request = http.request(url + path, { agent, method, headers }, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

async function measured() {
  const { text } = await ask(undefined, 'GET', '/metrics')
  const lines = text.split('\n')
  const read = (name) => Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1))
  return {
    cpu: read('process_cpu_seconds_total'),
    keys: read('credence_live_keys'),
    bytes: read('credence_live_bytes'),
    resident: read('process_resident_memory_bytes'),
  }
}

/** Sends until the time is over. @param events in one request */
async function load(connections, events, send) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const times = []
  const before = await measured()
  const start = performance.now()
  const end = start + 1000 * SECONDS
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let n = 0; performance.now() < end; n++) {
        const sent = performance.now()
        const { status, text } = await send(agent, connection, n)
        if (status !== 200) throw new Error(`${status} ${text}`)
        times.push(performance.now() - sent)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const { cpu } = await measured()
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1)
  const count = events * times.length
  const micro = Math.round((1e6 * (cpu - before.cpu)) / count)
  return `${Math.round(count / seconds)} | ${at(0.5)} / ${at(0.99)} / ${at(0.999)} | ${micro}`
}

console.log(`load average ${loadavg()[0].toFixed(1)} at the start`)
console.log(
  '| learner | connections | events/s | p50 / p99 / p99.9 ms | server CPU, µs an event |\n|---|---|---|---|---|',
)
try {
  for (const [name, { recipe, input }] of Object.entries(learners)) {
    await ask(undefined, 'PUT', `/models/${name}`, JSON.stringify(recipe))
    const memory = await measured()
    const keyOf = (connection, n) => `k${(connection * 31 + n) % KEYS}`
    const event = (connection, n) => ({ input: input(n), y: 10 + Math.sin(n + connection) })
    for (const connections of [1, 16, 128]) {
      const row = await load(connections, 1, (agent, c, n) =>
        ask(agent, 'POST', `/models/${name}/keys/${keyOf(c, n)}/learn`, JSON.stringify(event(c, n))),
      )
      console.log(`| ${name} | ${connections} | ${row} |`)
    }
    const batch = await load(1, 200, (agent, c, n) => {
      const lines = Array.from({ length: 200 }, (_, i) =>
        JSON.stringify({ model: name, key: keyOf(c, i), op: 'learn', ...event(c, n + i) }),
      )
      return ask(agent, 'POST', '/events', lines.join('\n'), 'application/x-ndjson')
    })
    console.log(`| ${name}, batches of 200 | 1 | ${batch} |`)
    const after = await measured()
    const each = (after.bytes - memory.bytes) / (after.keys - memory.keys)
    console.log(
      `${name}: ${Math.round(each / 1000)} kB a key as measured; resident ${Math.round(after.resident / 1e6)} MB`,
    )
  }
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(directory, { recursive: true, force: true })
}
console.log(`load average ${loadavg()[0].toFixed(1)} at the end`)
