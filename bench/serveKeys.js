/**
 * A million keys in the embedded database, each with a real state: what they weigh on disk, how long a cold key takes,
 * and what a worker weighs that holds 10,000 of them. `KEYS=100000 node bench/serveKeys.js` for less.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildModel, memoryJournal, Service, sqliteJournal } from '@credence/serve'
import { linearRecipe as recipe } from './lib/linearRecipe.js'

const KEYS = Number(process.env.KEYS ?? 1_000_000)
const HOT = 10_000
const put = { op: 'put', model: 'm', recipe, at: 0, limit: 9 }

/** The snapshot of a key after 65 events, and the head it belongs to. */
async function snapshot() {
  const journal = memoryJournal()
  const service = await Service.open(journal, buildModel)
  await service.registry.change('keys', put)
  for (let n = 0; n < 66; n++) {
    const id = `${n >> 1}`
    const event =
      n % 2 === 0 ? { op: 'predict', id, input: [Math.sin(n), 1] } : { op: 'learn', id, y: Math.cos(n) }
    await service.submit(service.registry.get('m'), 'a', event, `${event.op}/${id}`)
  }
  const { snapshot } = (await journal.load(['m/a'])).get('m/a')
  await service.close()
  return snapshot.bytes
}

const directory = mkdtempSync(join(tmpdir(), 'credence-keys-'))
const path = join(directory, 'keys.db')
const bytes = await snapshot()
const journal = await sqliteJournal(path)
const entry = JSON.stringify({ i: 'x', b: { op: 'skip', id: 'x' }, s: { m: 1, v: [1], t: 0 } })
const start = performance.now()
for (let from = 0; from < KEYS; from += 1000) {
  const keys = Array.from(
    { length: Math.min(1000, KEYS - from) },
    (_, i) => `m/sensor-${String(from + i).padStart(9, '0')}`,
  )
  await journal.commit(keys.map((key) => ({ key, from: 0, entries: [entry] })))
  await journal.commit(keys.map((key) => ({ key, from: 1, entries: [], snapshot: bytes })))
}
console.log(
  `${KEYS} keys of ${bytes.length} B written in ${((performance.now() - start) / 1000).toFixed(0)} s`,
)

const service = await Service.open(journal, buildModel, { cache: HOT })
await service.registry.change('keys', put)
const model = service.registry.get('m')
const times = []
const cold = (n) => `sensor-${String((n * 7919) % KEYS).padStart(9, '0')}`
for (let n = 0; n < 2000; n++) {
  const before = performance.now()
  await service.submit(model, cold(n), { op: 'learn', input: [1, 1], y: 1 }, `n${n}`)
  times.push(performance.now() - before)
}
times.sort((a, b) => a - b)
console.log(`an event of a cold key: p50 ${times[1000].toFixed(1)} ms, p99 ${times[1980].toFixed(1)} ms`)
for (let n = 0; n < HOT + 2000; n += 100) {
  await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      service.submit(model, cold(n + i), { op: 'learn', input: [1, 1], y: 1 }, `h${n + i}`),
    ),
  )
}
globalThis.gc?.()
const megabytes = (size) => `${Math.round(size / 1e6)} MB`
console.log(`${service.keyed.live} keys in memory: ${megabytes(process.memoryUsage().rss)} resident`)
const listed = performance.now()
await service.list(model, { order: 'key', search: '999', limit: 100 })
console.log(`a search over all keys: ${(performance.now() - listed).toFixed(0)} ms`)
await service.close()
console.log(`on disk: ${megabytes(statSync(path).size)}, ${Math.round(statSync(path).size / KEYS)} B a key`)
rmSync(directory, { recursive: true })
