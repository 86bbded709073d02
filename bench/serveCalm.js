/**
 * How long `/healthz` of `credence serve` waits while one caller does the worst it may: batches of 500 events of `auto`, 300
 * watchers of all events, a recipe of 900,000 experts, an export of all keys. One process, SQLite. A thread of its own asks for
 * a sign of life every few milliseconds, over one connection.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const SECONDS = Number(process.env.SECONDS ?? 8)

if (isMainThread) await main()
else await probe(workerData)

/** Asks until it is told to stop, and tells how long each answer took. */
async function probe(url) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const times = []
  let running = true
  parentPort.once('message', () => {
    running = false
  })
  while (running) {
    const start = performance.now()
    await new Promise((resolve, reject) => {
      const request = http.get(`${url}/healthz`, { agent }, (response) => {
        response.resume()
        response.once('end', resolve)
      })
      request.once('error', reject)
    })
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  agent.destroy()
  parentPort.postMessage(times)
}

async function main() {
  const program = fileURLToPath(new URL('../packages/cli/bin/credence.js', import.meta.url))
  const directory = mkdtempSync(join(tmpdir(), 'credence-calm-'))
  const args = [program, 'serve', '--port', '0', '--data', directory]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise((resolve) => {
    server.stdout.on('data', (text) => {
      const [found] = /http:\/\/[^"\s]+/.exec(text) ?? []
      if (found) resolve(found)
    })
  })
  const send = async (method, path, body, type = 'application/json') => {
    const given = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await fetch(url + path, { method, headers: { 'content-type': type }, body: given })
    return { status: answer.status, text: await answer.text() }
  }
  let fresh = 0
  const batch = (model, events, keys, input, of = 'k') => {
    const lines = Array.from({ length: events }, (_, i) =>
      JSON.stringify({ model, key: `${of}${i % keys}`, op: 'learn', input: input(i), y: Math.sin(i) }),
    )
    return send('POST', '/events', lines.join('\n'), 'application/x-ndjson')
  }
  const automatic = (i) => ({ a: Math.sin(i), b: i % 7 })
  const trouble = {
    'nothing else': () => new Promise((resolve) => setTimeout(resolve, 3000)),
    'batches of 500 events of auto, ten keys': async () => {
      for (let n = 0; n < 8; n++) await batch('auto', 500, 10, automatic)
    },
    'batches of 500 events of auto, new keys': async () => {
      for (let n = 0; n < 4; n++) await batch('auto', 500, 500, automatic, `${fresh++}/`)
    },
    'batches of 500 events of conformal': async () => {
      for (let n = 0; n < 40; n++) await batch('conformal', 500, 50, () => ({ forecast: 1 }))
    },
    '300 watchers, batches of 500 events': () =>
      watched(url, 300, async () => {
        for (let n = 0; n < 6; n++) await batch('conformal', 500, 50, () => ({ forecast: 1 }))
      }),
    'a recipe of 900,000 experts': () =>
      send('PUT', '/models/grid', {
        task: 'regression',
        features: ['a', 'b'],
        loss: 'log-density',
        experts: [
          {
            kind: 'conjugate',
            noise: Array.from({ length: 1000 }, (_, i) => (i + 1) / 10),
            priorVariance: Array.from({ length: 900 }, (_, i) => (i + 1) / 10),
          },
        ],
      }),
    'export of all keys': async () => {
      for (let n = 0; n < 2; n++) await (await fetch(`${url}/export`)).arrayBuffer()
    },
  }
  try {
    await send('PUT', '/models/auto', { task: 'auto', features: ['a', 'b'] })
    await send('PUT', '/models/conformal', { task: 'conformal' })
    console.log(`load average ${loadavg()[0].toFixed(1)} at the start`)
    console.log('| while | answers | p50 / p99 / p99.9 / longest ms | seconds |\n|---|---|---|---|')
    for (const [name, work] of Object.entries(trouble)) {
      if (process.argv[2] && !name.includes(process.argv[2])) continue
      const prober = new Worker(new URL(import.meta.url), { workerData: url })
      await new Promise((resolve) => setTimeout(resolve, 200))
      const start = performance.now()
      let result
      // Long enough for a share of one in a thousand to mean something.
      do result = await work()
      while (performance.now() < start + 1000 * SECONDS)
      const seconds = (performance.now() - start) / 1000
      const times = await new Promise((resolve) => {
        prober.once('message', resolve)
        prober.postMessage('stop')
      })
      times.sort((a, b) => a - b)
      const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1)
      const row = [at(0.5), at(0.99), at(0.999), at(1)].join(' / ')
      console.log(`| ${name} | ${times.length} | ${row} | ${seconds.toFixed(1)} |`)
      if (result?.status >= 400) console.log(`  ${result.status} ${result.text.slice(0, 160)}`)
    }
    console.log(`load average ${loadavg()[0].toFixed(1)} at the end`)
  } finally {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Does the work while so many connections read all events. */
async function watched(url, count, work) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: count })
  const requests = []
  const watch = () =>
    new Promise((resolve) => {
      const request = http.get(`${url}/live`, { agent }, (response) => {
        response.resume()
        resolve(request)
      })
      request.on('error', () => {})
    })
  // As pages come: not all in one moment.
  while (requests.length < count) requests.push(...(await Promise.all(Array.from({ length: 20 }, watch))))
  await work()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  for (const request of requests) request.destroy()
}
