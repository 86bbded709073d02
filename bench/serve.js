/**
 * `credence serve` without HTTP: events per second over a journal, beside a plain upsert of the same state bytes after
 * every event into the same database, in the same run. 100 callers, one key each at a time, 1000 keys. One caller alone
 * takes turns of 100 ms with commits of one small row: what the disk and the machine take of it, without us.
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
  return summary(times, performance.now() - start)
}

function summary(times, milliseconds) {
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))]
  return { perSecond: (1000 * times.length) / milliseconds, p50: at(0.5), p99: at(0.99) }
}

/** Two things by turns, one at a time, so that both meet the same disk and the same neighbours. */
async function byTurns(seconds, ...things) {
  const times = things.map(() => [])
  const spent = things.map(() => 0)
  const end = performance.now() + 1000 * seconds * things.length
  for (let n = 0, turn = 0; performance.now() < end; turn++) {
    const which = turn % things.length
    const start = performance.now()
    for (let before = start; before < start + 100; n++) {
      await things[which](n)
      const now = performance.now()
      times[which].push(now - before)
      before = now
    }
    spent[which] += performance.now() - start
  }
  return times.map((own, i) => summary(own, spent[i]))
}

const keyOf = (caller, n) => `key-${(caller + CALLERS * Math.floor(n / 2)) % KEYS}`
const inputOf = (n) => [Math.sin(n), 1]

async function journalled(journal, { lanes = 1, smallCommit } = {}) {
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
  let sent = 2e6
  const [alone, floor] = await byTurns(4, () => once(0, sent++), ...(smallCommit ? [smallCommit] : []))
  const bytes = await service.keyed.read('m/key-1', ({ state }) =>
    [...state.versions.values()][0].series.save(),
  )
  await service.close()
  return { many, alone, floor, bytes: bytes.length }
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
    `${name.padEnd(34)} ${rate.padStart(8)} events/s   p50 ${p50.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms`,
  )
}

function report(name, { many, alone, floor, bytes }, upsert) {
  show(`${name}, 100 callers, ${bytes} B`, many)
  show(`${name}, one caller`, alone)
  if (floor) show(`${name}, one small row by turns`, floor)
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
database.exec('create table small(n integer); insert into small values(0)')
const count = database.prepare('update small set n = ?')
report(
  'sqlite',
  await journalled(await sqliteJournal(join(directory, 'journal.db')), {
    smallCommit: async (n) => count.run(n),
  }),
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
  await sql`create table small(n bigint)`
  await sql`insert into small values(0)`
  const one = postgres(server.url, { max: 1 })
  const smallCommit = (n) => one`update small set n = ${n}`
  report(
    'postgres',
    await journalled(await postgresJournal(server.url), { lanes: 2, smallCommit }),
    await upserted(
      (key, bytes) => sql`insert into s values(${key}, ${Buffer.from(bytes)})
        on conflict(key) do update set state = excluded.state`,
    ),
  )
  await one.end()
  await sql.end()
  server.remove()
}
