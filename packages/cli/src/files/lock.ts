import { createHash } from 'node:crypto'
import { stat, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { UserError } from '../base/failure.ts'
import { inodeOf } from './roles.ts'
import { targetOf } from './targetOf.ts'

/** Held until `release`, or until the process ends in whatever way. */
export interface Lock {
  release(): Promise<void>
}

/** Takes a file that is there for this process alone, under whatever name, or says that another run writes to it. */
export async function lockFile(path: string): Promise<Lock> {
  return lock(inodeOf(await stat(path, { bigint: true })), path)
}

/** The same for a name in a folder: the file of that name may be replaced. */
export async function lockName(path: string): Promise<Lock> {
  const target = await targetOf(path)
  const folder = inodeOf(await stat(dirname(target), { bigint: true }))
  return lock(`${folder}/${basename(target)}`, path)
}

/**
 * The lock is a local socket named after what is locked: the kernel gives it back when a process dies, also by
 * kill −9, and nothing stays behind in the user's folder.
 */
async function lock(key: string, path: string): Promise<Lock> {
  const name = `credence-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
  const server = await listen(socketPath(name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new UserError(`another run is writing to ${path}: wait for it, or name another file`)
  })
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

function socketPath(name: string): string {
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

async function listen(path: string): Promise<Server> {
  try {
    return await bind(path)
  } catch (error) {
    // A socket that is a file outlives a killed process; one that no process answers is free.
    if (!path.endsWith('.sock') || (await answers(path))) throw error
    await unlink(path)
    return bind(path)
  }
}

function bind(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen({ path }, () => {
      server.unref()
      resolve(server)
    })
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
