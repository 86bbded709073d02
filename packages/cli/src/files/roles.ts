import { type BigIntStats, fstatSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UserError } from '../base/failure.ts'
import { targetOf } from './targetOf.ts'
import { isBeside } from './writeWhole.ts'

/** Files that a run reads, by what they are for. */
export type Reads = Readonly<Record<string, string | readonly string[]>>

export interface Writes {
  /** Absent: standard output. */
  readonly output?: string | undefined
  readonly checkpoint?: string | undefined
  /** A page about the run. */
  readonly report?: string | undefined
  /** An earlier checkpoint, which the new one may replace and nothing else. */
  readonly resume?: string | undefined
}

interface Named {
  readonly role: string
  readonly path: string
}

/**
 * Refuses a run that would write over what it reads, or into a folder that is not there, before it has begun.
 *
 * Two paths are one file if device and inode are the same: symbolic links, hard links and the file behind standard input count.
 */
export async function checkPaths(
  reads: Reads,
  { output, checkpoint, resume, report }: Writes,
): Promise<void> {
  const taken = new Map<string, string>()
  const read = Object.entries(reads).flatMap(([role, paths]): Named[] =>
    [paths].flat().map((path) => ({ role, path })),
  )
  for (const { role, path } of read) taken.set(path === '-' ? behind(0) : await identity(path), role)
  const earlier = resume === undefined ? undefined : await identity(resume)
  if (earlier !== undefined) taken.set(earlier, 'checkpoint')
  const claim = (role: string, path: string, place: string): void => {
    const other = taken.get(place)
    if (other)
      throw new UserError(`${role} ${JSON.stringify(path)} would overwrite the ${other}: name another file`)
    taken.set(place, role)
  }
  if (output === undefined) claim('standard output', 'redirected', behind(1))
  else {
    claim('output', output, await identity(output))
    await expectWritable('output', output)
  }
  if (report !== undefined) {
    claim('report', report, await identity(report))
    await expectReplaceable('report', report)
  }
  if (checkpoint !== undefined) {
    if (earlier !== undefined) taken.delete(earlier)
    claim('checkpoint', checkpoint, await identity(checkpoint))
    await expectReplaceable('checkpoint', checkpoint)
  }
  const written = named({ report, checkpoint })
  await expectNotBeside([...read, ...named({ output, report, checkpoint, resume })], written)
}

function named(paths: Readonly<Record<string, string | undefined>>): Named[] {
  return Object.entries(paths).flatMap(([role, path]) => (path === undefined ? [] : [{ role, path }]))
}

/** Refuses files called as unfinished ones beside those that are written whole: they would be removed as leftovers. */
async function expectNotBeside(all: readonly Named[], written: readonly Named[]): Promise<void> {
  for (const whole of written) {
    const target = await targetOf(whole.path)
    for (const { role, path } of all) {
      if (!isBeside(await targetOf(path), target)) continue
      throw new UserError(
        `${role} ${JSON.stringify(path)} is called as what is left of an unfinished ${whole.role} ${JSON.stringify(whole.path)}: rename one of them`,
      )
    }
  }
}

/** What makes two paths one file; of a file that is not there yet, the path that is meant. */
export async function identity(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found ? inodeOf(found) : targetOf(path)
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

/** What is written beside and renamed would make a file of a pipe, a device or a folder. */
async function expectReplaceable(role: string, path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found && !found.isFile())
    throw new UserError(`${role} ${JSON.stringify(path)} is there already, and is no file`)
  await expectFolder(role, path)
}

async function expectFolder(role: string, path: string): Promise<void> {
  await access(dirname(await targetOf(path)), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'ENOENT'
        ? 'its folder is not there. Create the folder first, or name another'
        : 'its folder cannot be written to. Name another'
    throw new UserError(`${role} ${JSON.stringify(path)}: ${why}`)
  })
}
