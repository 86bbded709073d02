import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, describe, expect, it } from 'vitest'
import type { Journal } from '../base/journal.ts'
import { postgresJournal } from '../journals/postgres.ts'
import { sqliteJournal } from '../journals/sqlite.ts'
import { buildModel } from '../recipes/buildModel.ts'
import { type ChaosOptions, type ChaosResult, runChaos } from './chaos.ts'
import { CHAOS_RECIPE, EARLIER_RECIPE } from './chaosRecipe.ts'
import { chaosScript } from './chaosScript.ts'
import { hasCitus, startCitus } from './citusCluster.ts'
import { journalContract } from './journalContract.ts'
import { MUTANTS } from './mutants.ts'
import { type PostgresServer, postgresBin, startPostgres } from './postgresServer.ts'
import { smallDisk } from './smallDisk.ts'

const directory = mkdtempSync(join(tmpdir(), 'credence-chaos-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const input = (draw: () => number): unknown => [draw(), draw() - 0.5]
const large = chaosScript({ keys: 200, events: 20_000, seed: 1, input })
const small = chaosScript({ keys: 60, events: 6000, seed: 2, input })
/** What a mistake must not get through. */
const smallest = chaosScript({ keys: 30, events: 3000, seed: 4, input })
// Before the script its keys belonged to another model of the same name; on the way some of them break.
const before = { script: chaosScript({ keys: 30, events: 600, seed: 3, input }), recipe: EARLIER_RECIPE }
const passing = { recipes: [CHAOS_RECIPE, EARLIER_RECIPE] as const, input: [0.5, 0.1] }
const learner = { build: buildModel, recipe: CHAOS_RECIPE, before, passing, poison: 10 }
/** With a standby and on Citus: CHAOS=large takes as many events as elsewhere, and a quarter of an hour. */
const distributed = process.env.CHAOS === 'large' ? large : small

const sound = { lost: 0, learntTwice: 0, left: 0, differing: [], wrong: [], misanswered: [] }

function expectSound(result: ChaosResult): void {
  console.log(JSON.stringify(result))
  expect(result).toMatchObject({ ...sound, equal: result.keys })
  const { repeats, lateRepeats, cuts, contended, strays } = result
  expect(Math.min(repeats, lateRepeats, cuts, contended, strays)).toBeGreaterThan(100)
  expect(result.healed).toBeGreaterThan(0)
  expect(result.changes).toBeGreaterThan(10)
}

function isSound({ lost, learntTwice, left, equal, keys, ...result }: ChaosResult): boolean {
  const { differing, wrong, misanswered } = result
  return lost + learntTwice + left + [...differing, ...wrong, ...misanswered].length === 0 && equal === keys
}

/** For JSON: how long lists are. */
function lengths(_name: string, value: unknown): unknown {
  return Array.isArray(value) ? value.length : value
}

let files = 0
const onSqlite = (
  options: Omit<ChaosOptions, 'database' | 'build' | 'recipe' | 'passing'>,
  place = directory,
) => {
  const path = join(place, `${++files}.db`)
  return runChaos({ database: `sqlite:${path}`, ...learner, ...options }, () => sqliteJournal(path))
}

describe('sqlite', () => {
  it('loses nothing when its worker is killed ten times, and the disk is full once', async () => {
    const disk = smallDisk(64)
    const incidents = disk ? [() => disk.fill(500)] : []
    try {
      expectSound(await onSqlite({ script: large, workers: 1, kills: 10, incidents }, disk?.directory))
    } finally {
      disk?.remove()
    }
  })

  it('loses nothing when three processes share the file, and one is frozen', async () => {
    expectSound(await onSqlite({ script: small, workers: 3, kills: 3 }))
  })

  for (const mutant of MUTANTS) {
    it(`finds out a server with the mistake ${mutant}`, async () => {
      const settings = { workers: 2, kills: 4, repeatEvery: 5, patience: 60_000 }
      const result = await onSqlite({ script: smallest, mutant, ...settings })
      const [first] = [...result.wrong, ...result.differing, ...result.misanswered]
      console.log(mutant, JSON.stringify(result, lengths), first)
      expect(isSound(result)).toBe(false)
    })
  }
})

describe.skipIf(!postgresBin())('postgres', () => {
  const on = (url: string, options: Omit<ChaosOptions, 'database' | 'build' | 'recipe' | 'passing'>) =>
    runChaos({ database: url, ...learner, ...options }, () => postgresJournal(url))
  const killServer = (server: PostgresServer) => async () => {
    server.kill()
    await server.start()
  }

  it('loses nothing with three workers, killed ten times and frozen once, and its server killed three times', async () => {
    const server = await startPostgres()
    try {
      const incidents = Array.from({ length: 3 }, () => killServer(server))
      expectSound(await on(server.url, { script: large, workers: 3, kills: 10, incidents }))
    } finally {
      server.remove()
    }
  })

  it('loses nothing when the primary dies for good and its synchronous standby takes over', async () => {
    const primary = await startPostgres({ settings: ['synchronous_standby_names=*', 'wal_level=replica'] })
    const standby = await startPostgres({ standbyOf: primary })
    try {
      const incidents = [
        () => {
          primary.kill()
          standby.promote()
        },
      ]
      const both = `${primary.url},${standby.url}`
      expectSound(await on(both, { script: distributed, workers: 3, kills: 3, incidents }))
    } finally {
      standby.remove()
      primary.remove()
    }
  })

  it('finds out a server that writes where the head has moved', async () => {
    const server = await startPostgres()
    try {
      const result = await on(server.url, {
        script: smallest,
        workers: 3,
        kills: 3,
        mutant: 'no-compare-and-set',
      })
      expect(isSound(result)).toBe(false)
    } finally {
      server.remove()
    }
  })
})

describe.skipIf(!hasCitus())('citus', () => {
  it('loses nothing over two nodes, with three workers killed and frozen, and a node killed twice', async () => {
    const { coordinator, nodes, remove } = await startCitus()
    const [first] = nodes as [PostgresServer]
    const killNode = async (): Promise<void> => {
      first.kill()
      await first.start()
    }
    try {
      const options = { script: distributed, workers: 3, kills: 3, incidents: [killNode, killNode] }
      const { url } = coordinator
      const reopen = () => postgresJournal(url)
      expectSound(await runChaos({ database: url, ...learner, ...options }, reopen))
    } finally {
      remove()
    }
  })

  it('keeps the contract of journals', async () => {
    const { coordinator, remove } = await startCitus()
    try {
      const contract = journalContract({
        create: () => freshTables(coordinator.url),
        again: () => postgresJournal(coordinator.url),
      })
      for (const { promise, check } of contract) await expect(check(), promise).resolves.toBeUndefined()
      const journal = await freshTables(coordinator.url)
      const empty = await journal.size()
      const entries = Array.from({ length: 1000 }, (_, i) => `${i}`.repeat(100))
      await journal.commit([{ key: 'a', from: 0, entries }])
      expect(await journal.size(), 'the nodes hold the rows').toBeGreaterThan(empty)
      await journal.close()
    } finally {
      remove()
    }
  })
})

async function freshTables(url: string): Promise<Journal> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.unsafe(
    'drop table if exists credence_stream, credence_event, credence_name, credence_history, credence_schema',
  )
  await sql.end()
  return postgresJournal(url)
}
