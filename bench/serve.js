/**
 * `credence serve` without HTTP: events per second over a journal, beside a plain upsert of the same state bytes after
 * every event into the same database, by turns of a second. 100 callers, one key each at a time, 1000 keys. One caller
 * alone takes turns of 100 ms with commits of one small row: what the disk and the machine take of it, without us.
 *
 * The peer learns from the same events with the same learner in the same process, and writes what `save()` gives: one statement and one
 * commit for each event, prepared, over as many connections to the same server with the same settings, each of them with as many statements under way as
 * there are. It keeps no answers, knows no repeats and measures nothing.
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
import { linearRecipe as recipe } from './lib/linearRecipe.js'

const SECONDS = Number(process.env.SECONDS ?? 5)
const CALLERS = 100
const KEYS = 1000

/** Many callers of each thing, by turns of a second, so that all meet the same disk and the same neighbours. */
async function sideBySide(things) {
  const runs = things.map((once) => ({ once, counts: new Array(CALLERS).fill(0), spent: 0, times: [] }))
  for (let turn = -1; turn < SECONDS; turn++) {
    for (const run of runs) {
      // The first turn warms up.
      if (turn === 0) Object.assign(run, { spent: 0, times: [] })
      const start = performance.now()
      await drive(run, start + 1000)
      run.spent += performance.now() - start
    }
  }
  return runs.map(({ times, spent }) => summary(times, spent))
}

/** All callers at once, each from where it was. */
async function drive({ once, counts, times }, end) {
  await Promise.all(
    counts.map(async (_, caller) => {
      while (performance.now() < end) {
        const before = performance.now()
        await once(caller, counts[caller]++)
        times.push(performance.now() - before)
      }
    }),
  )
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

async function journalled(journal, lanes) {
  const service = await Service.open(journal, buildModel, { lanes })
  await service.registry.change('bench', { op: 'put', model: 'm', recipe, at: 0, limit: 9 })
  const model = service.registry.get('m')
  const life = Math.random()
  return {
    service,
    // A forecast by id, then its outcome: two durable events.
    once(caller, n) {
      const id = `${life}/${caller}/${n >> 1}`
      const event =
        n % 2 === 0 ? { op: 'predict', id, input: inputOf(n) } : { op: 'learn', id, y: Math.cos(n) }
      return service.submit(model, keyOf(caller, n), event, `${event.op}/${id}`)
    },
  }
}

function upserted(write) {
  const { series } = buildModel(recipe)
  const states = new Map()
  return async (caller, n) => {
    const key = keyOf(caller, n)
    const id = `${caller}/${n >> 1}`
    if (!states.has(key)) states.set(key, series.begin())
    const state = states.get(key)
    if (n % 2 === 0) state.predict(inputOf(n), id)
    else state.settle(id, Math.cos(n))
    await write(key, state.save())
  }
}

function show(name, { perSecond, p50, p99 }) {
  const rate = Math.round(perSecond).toLocaleString('en')
  console.log(
    `${name.padEnd(34)} ${rate.padStart(8)} events/s   p50 ${p50.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms`,
  )
}

/** A journal beside the writes of its peers. */
async function compare(name, journal, { lanes = 1, upserts = {}, smallCommit } = {}) {
  const { service, once } = await journalled(journal, lanes)
  const names = Object.keys(upserts)
  const [many, ...plain] = await sideBySide([once, ...names.map((peer) => upserted(upserts[peer]))])
  let sent = 1e6
  const [alone, floor] = await byTurns(4, () => once(0, sent++), ...(smallCommit ? [smallCommit] : []))
  const saved = await service.keyed.read('m/key-1', ({ state }) =>
    [...state.versions.values()][0].series.save(),
  )
  await service.close()
  show(`${name}, 100 callers, ${saved.length} B`, many)
  plain.forEach((result, i) => {
    show(`${name}, ${names[i]}`, result)
    console.log(`${''.padEnd(34)} ${(many.perSecond / result.perSecond).toFixed(1).padStart(8)} ×`)
  })
  show(`${name}, one caller`, alone)
  if (floor) show(`${name}, one small row by turns`, floor)
}

await compare('memory', memoryJournal())

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
await compare('sqlite', await sqliteJournal(join(directory, 'journal.db')), {
  smallCommit: async (n) => count.run(n),
  upserts: {
    async 'state upserted'(key, bytes) {
      put.run(key, bytes)
      // As a request would: let others have their turn.
      await new Promise((resolve) => setImmediate(resolve))
    },
  },
})
rmSync(directory, { recursive: true })

if (postgresBin()) {
  const server = await startPostgres()
  const sql = postgres(server.url, { max: 4, onnotice: () => {} })
  // As a pool without pipelines does it: ten connections, each waits for one statement before it sends the next.
  const pool = postgres(server.url, { max: 10, max_pipeline: 1, onnotice: () => {} })
  // The second table does not try to compress what it is given.
  await sql`create table packed(key text primary key, state bytea)`
  await sql`create table plain(key text primary key, state bytea)`
  await sql`alter table plain alter column state set storage external`
  await sql`create table small(n bigint)`
  await sql`insert into small values(0)`
  const one = postgres(server.url, { max: 1 })
  await compare('postgres', await postgresJournal(server.url), {
    lanes: 2,
    smallCommit: (n) => one`update small set n = ${n}`,
    upserts: {
      'state upserted': (key, bytes) => sql`insert into packed values(${key}, ${Buffer.from(bytes)})
        on conflict(key) do update set state = excluded.state`,
      'state upserted, pool of ten': (
        key,
        bytes,
      ) => pool`insert into packed values(${key}, ${Buffer.from(bytes)})
        on conflict(key) do update set state = excluded.state`,
      'state upserted, not packed': (
        key,
        bytes,
      ) => sql`insert into plain values(${key}, ${Buffer.from(bytes)})
        on conflict(key) do update set state = excluded.state`,
    },
  })
  await one.end()
  await pool.end()
  await sql.end()
  server.remove()
}
