import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PostgresServer {
  readonly url: string
  readonly port: number
  readonly directory: string
  /** Ends it as a lost power supply does. */
  kill(): void
  /** Starts it again on the same directory. */
  start(): Promise<void>
  promote(): void
  remove(): void
}

export interface PostgresServerOptions {
  /** Lines for postgresql.conf. */
  readonly settings?: readonly string[]
  /** Start as a standby of this server. */
  readonly standbyOf?: PostgresServer
  readonly bin?: string
}

/** Where this machine keeps PostgreSQL, or undefined. */
export function postgresBin(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const places = [process.env.POSTGRES_BIN, ...versions.map((version) => join(debian, version, 'bin'))]
  return places.find((place) => place !== undefined && existsSync(join(place, 'initdb')))
}

/** A PostgreSQL of our own in a temporary directory, on a free port of this machine. */
export async function startPostgres(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const bin = options.bin ?? postgresBin()
  if (!bin) throw new Error('there is no PostgreSQL on this machine')
  const directory = mkdtempSync(join(tmpdir(), 'credence-postgres-'))
  const port = await freePort()
  const user = unprivileged()
  if (user) chownSync(directory, user.uid, user.gid)
  const run = (command: string, args: readonly string[]): void => {
    execFileSync(join(bin, command), args, { stdio: 'pipe', cwd: directory, ...user })
  }
  const { standbyOf, settings = [] } = options
  const data = join(directory, 'data')
  if (standbyOf) {
    run('pg_basebackup', ['-h', '127.0.0.1', '-p', `${standbyOf.port}`, '-U', 'postgres', '-D', data, '-R'])
  } else run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'])
  const flags = ['listen_addresses=127.0.0.1', `unix_socket_directories=${directory}`, ...settings]
  let child: ChildProcess | undefined
  const server: PostgresServer = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    directory,
    kill() {
      // The postmaster alone: its children end when they find it gone, as after a crash.
      child?.kill('SIGKILL')
    },
    async start() {
      const before = child
      if (before && before.exitCode === null && before.signalCode === null) {
        await new Promise((resolve) => before.once('exit', resolve))
      }
      for (let tries = 0; tries < 100; tries++) {
        child = spawn(
          join(bin, 'postgres'),
          ['-D', data, '-p', `${port}`, ...flags.flatMap((f) => ['-c', f])],
          {
            stdio: 'ignore',
            cwd: directory,
            ...user,
          },
        )
        if (await answers(bin, port, child)) return
      }
      throw new Error('PostgreSQL does not start')
    },
    promote: () => run('pg_ctl', ['promote', '-D', data]),
    remove() {
      child?.kill('SIGKILL')
      rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
  await server.start()
  return server
}

async function answers(bin: string, port: number, child: ChildProcess): Promise<boolean> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) {
      await pause(100)
      return false
    }
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', `${port}`], { stdio: 'pipe' })
      return true
    } catch {
      await pause(50)
    }
  }
  return false
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
