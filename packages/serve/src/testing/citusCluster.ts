import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { type PostgresServer, postgresBin, startPostgres } from './postgresServer.ts'

export interface CitusCluster {
  readonly coordinator: PostgresServer
  readonly nodes: readonly PostgresServer[]
  remove(): void
}

/** Whether the PostgreSQL of this machine has the extension. */
export function hasCitus(): boolean {
  const bin = postgresBin()
  if (!bin) return false
  const shared = execFileSync(join(bin, 'pg_config'), ['--sharedir'], { encoding: 'utf8' }).trim()
  return existsSync(join(shared, 'extension', 'citus.control'))
}

/** A coordinator and two nodes that keep the rows, all on this machine. */
export async function startCitus(): Promise<CitusCluster> {
  const settings = [
    'shared_preload_libraries=citus',
    'citus.node_conninfo=sslmode=disable',
    'max_prepared_transactions=100',
    // Enough to spread the keys; each commit looks at all of them.
    'citus.shard_count=8',
  ]
  const servers: PostgresServer[] = []
  const remove = (): void => {
    for (const server of servers) server.remove()
  }
  try {
    for (let i = 0; i < 3; i++) servers.push(await startPostgres({ settings }))
    for (const { url } of servers) await run(url, 'create extension citus')
    const [coordinator, ...nodes] = servers as [PostgresServer, ...PostgresServer[]]
    const add = nodes.map(({ port }) => `select citus_add_node('127.0.0.1', ${port})`)
    await run(coordinator.url, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`, ...add)
    return { coordinator, nodes, remove }
  } catch (error) {
    remove()
    throw error
  }
}

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    for (const statement of statements) await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
