/**
 * `credence serve` without HTTP: events per second over a journal, beside a plain upsert of the same state bytes after
 * every event into the same database, in the same run. 100 callers, one key each at a time, 1000 keys.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  buildModel,
  memoryJournal,
  openSqlite,
  postgresJournal,
  Service,
  sqliteJournal,
} from '@credence/serve'
import { postgresBin, startPostgres } from '@credence/serve/testing'
import postgres from 'postgres'

const SECONDS = Number(process.env.SECONDS ?? 5)
const CALLERS = 100
const KEYS = 1000

const recipe = {
  task: 'regression',
  features: ['a', 'b'],
  experts: [{ kind: 'conjugate', noise: [0.5, 1, 2], priorVariance: [0.1, 1, 10] }],
  loss: 'log-density',
}

async function drive(callers, seconds, once) {
  const times = []
  const end = performance.now() + 1000 * seconds
  const start = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let n = 0; performance.now() < end; n++) {
        const before = performance.now()
        await once(caller, n)
        times.push(performance.now() - before)
      }
    }),
  )
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))]
  return { perSecond: (1000 * times.length) / (performance.now() - start), p50: at(0.5), p99: at(0.99) }
}

const keyOf = (caller, n) => `key-${(caller + CALLERS * Math.floor(n / 2)) % KEYS}`
const inputOf = (n) => [Math.sin(n), 1]

async function journalled(journal, lanes = 1) {
  const service = await Service.open(journal, buildModel, { lanes })
  await service.registry.change('bench', { op: 'put', model: 'm', recipe, at: 0, limit: 9 })
  const model = service.registry.get('m')
  const life = Math.random()
  // A forecast by id, then its outcome: two durable events.
  const once = (caller, n) => {
    const id = `${life}/${caller}/${n >> 1}`
    const event = n % 2 === 0 ? { op: 'predict', id, input: inputOf(n) } : { op: 'learn', id, y: Math.cos(n) }
    return service.submit(model, keyOf(caller, n), event, `${event.op}/${id}`)
  }
  await drive(CALLERS, 1, once)
  const many = await drive(CALLERS, SECONDS, (caller, n) => once(caller, n + 1e6))
  const alone = await drive(1, 2, (caller, n) => once(caller, n + 2e6))
  const bytes = await service.keyed.read('m/key-1', ({ state }) =>
    [...state.versions.values()][0].series.save(),
  )
  await service.close()
  return { many, alone, bytes: bytes.length }
}

async function upserted(write) {
  const { series } = buildModel(recipe)
  const states = Array.from({ length: KEYS }, () => series.begin())
  const once = async (caller, n) => {
    const k = (caller + CALLERS * Math.floor(n / 2)) % KEYS
    if (n % 2 === 0) states[k].predict(inputOf(n), `${caller}/${n >> 1}`)
    else states[k].settle(`${caller}/${n >> 1}`, Math.cos(n))
    await write(`key-${k}`, states[k].save())
  }
  await drive(CALLERS, 1, once)
  return drive(CALLERS, SECONDS, (caller, n) => once(caller, n + 1e6))
}

function show(name, { perSecond, p50, p99 }) {
  const rate = Math.round(perSecond).toLocaleString('en')
  console.log(
    `${name.padEnd(34)} ${rate.padStart(8)} events/s   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms`,
  )
}

function report(name, { many, alone, bytes }, upsert) {
  show(`${name}, 100 callers, ${bytes} B`, many)
  show(`${name}, one caller`, alone)
  if (!upsert) return
  show(`${name}, state upserted`, upsert)
  console.log(`${''.padEnd(34)} ${(many.perSecond / upsert.perSecond).toFixed(1).padStart(8)} ×`)
}

report('memory', await journalled(memoryJournal()))

const directory = mkdtempSync(join(tmpdir(), 'credence-bench-'))
const database = await openSqlite(join(directory, 'upsert.db'))
database.exec(
  'pragma journal_mode = wal; pragma synchronous = full; create table s(key text primary key, state blob)',
)
const put = database.prepare(
  'insert into s values(?, ?) on conflict(key) do update set state = excluded.state',
)
report(
  'sqlite',
  await journalled(await sqliteJournal(join(directory, 'journal.db'))),
  await upserted(async (key, bytes) => {
    put.run(key, bytes)
    // As a request would: let others have their turn.
    await new Promise((resolve) => setImmediate(resolve))
  }),
)
rmSync(directory, { recursive: true })

if (postgresBin()) {
  const server = await startPostgres()
  const sql = postgres(server.url, { max: 4, onnotice: () => {} })
  await sql`create table s(key text primary key, state bytea)`
  report(
    'postgres',
    await journalled(await postgresJournal(server.url), 2),
    await upserted(
      (key, bytes) => sql`insert into s values(${key}, ${Buffer.from(bytes)})
        on conflict(key) do update set state = excluded.state`,
    ),
  )
  await sql.end()
  server.remove()
}
