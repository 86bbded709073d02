import { type BigIntStats, fstatSync } from 'node:fs'
import { access, constants, open, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { UserError } from '../failure.ts'
import { isSave } from './isSave.ts'

/** Files of a run that must not be one and the same, by what they are for. */
export type Roles = Readonly<Record<string, string | undefined>>

export interface Writes {
  /** Absent: standard output. */
  readonly output?: string | undefined
  readonly checkpoint?: string | undefined
  /** A page about the run. */
  readonly report?: string | undefined
  /** An earlier checkpoint, which the new one may replace and nothing else. */
  readonly resume?: string | undefined
}

/**
 * Refuses a run that would write over what it reads, or into a folder that is not there, before it has begun.
 *
 * Two paths are one file if device and inode are the same: symbolic links, hard links and the file behind standard input count.
 */
export async function checkPaths(
  reads: Roles,
  { output, checkpoint, resume, report }: Writes,
): Promise<void> {
  const taken = new Map<string, string>()
  for (const [role, path] of Object.entries(reads))
    if (path !== undefined) taken.set(path === '-' ? behind(0) : await identity(path), role)
  const earlier = resume === undefined ? undefined : await identity(resume)
  if (earlier !== undefined) taken.set(earlier, 'checkpoint')
  const claim = (role: string, path: string, place: string): void => {
    const other = taken.get(place)
    if (other) throw new UserError(`${role} ${JSON.stringify(path)} would overwrite the ${other}`)
    taken.set(place, role)
  }
  if (output === undefined) claim('standard output', 'redirected', behind(1))
  else {
    claim('output', output, await identity(output))
    await expectWritable('output', output)
  }
  if (report !== undefined) {
    claim('report', report, await identity(report))
    await expectFolder('report', report)
  }
  if (checkpoint === undefined) return
  if (earlier !== undefined) taken.delete(earlier)
  claim('checkpoint', checkpoint, await identity(checkpoint))
  await expectFolder('checkpoint', checkpoint)
  await expectCheckpoint(checkpoint)
}

/** What makes two paths one file; of a file that is not there yet, its path in its folder without links. */
async function identity(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found ? inodeOf(found) : placeOf(path)
}

async function placeOf(path: string): Promise<string> {
  const whole = resolve(path)
  const folder = await realpath(dirname(whole)).catch(() => dirname(whole))
  return join(folder, basename(whole))
}

/** The regular file behind an open descriptor; a terminal, a pipe or a device is no file to lose. */
function behind(descriptor: number): string {
  try {
    const found = fstatSync(descriptor, { bigint: true })
    return found.isFile() ? inodeOf(found) : `descriptor ${descriptor}`
  } catch {
    return `descriptor ${descriptor}`
  }
}

export function inodeOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`
}

async function expectWritable(role: string, path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return expectFolder(role, path)
  if (found.isDirectory())
    throw new UserError(`${role} ${JSON.stringify(path)} is a folder: name a file in it`)
  await access(path, constants.W_OK).catch(() => {
    throw new UserError(`${role} ${JSON.stringify(path)} cannot be written to`)
  })
}

async function expectFolder(role: string, path: string): Promise<void> {
  await access(dirname(resolve(path)), constants.W_OK).catch(() => {
    throw new UserError(`${role} ${JSON.stringify(path)}: its folder is not there, or cannot be written to`)
  })
}

/** A checkpoint replaces a file: only an earlier checkpoint may be lost that way. */
async function expectCheckpoint(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return
  if (!found.isFile())
    throw new UserError(`checkpoint ${JSON.stringify(path)} is there already, and is no file`)
  if (found.size === 0) return
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    if (isSave(buffer.subarray(0, bytesRead))) return
  } finally {
    await file.close()
  }
  throw new UserError(
    `checkpoint ${JSON.stringify(path)} is there already, and is no checkpoint: name another file`,
  )
}
