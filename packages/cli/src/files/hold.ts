import { open, stat } from 'node:fs/promises'
import { UserError } from '../base/failure.ts'
import { isSave } from './isSave.ts'
import { type Lock, lockName } from './lock.ts'
import { identity, type Writes } from './roles.ts'
import { clearBeside } from './writeWhole.ts'

/** Does something while the names of the files that are written whole are this run's alone. */
export async function holdingNames<T>(
  { checkpoint, report, resume }: Writes,
  use: () => Promise<T>,
): Promise<T> {
  const locks: Lock[] = []
  try {
    for (const path of [checkpoint, report]) {
      if (path === undefined) continue
      locks.push(await lockName(path))
      await clearBeside(path)
    }
    // Only now: the run that held the name before may have saved to it.
    if (checkpoint !== undefined) await expectLater(checkpoint, resume)
    return await use()
  } finally {
    for (const lock of locks) await lock.release()
  }
}

/** Refuses to replace a file, unless it is the checkpoint that the run goes on from: then the new one is later. */
async function expectLater(path: string, resume: string | undefined): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found || found.size === 0) return
  if (resume !== undefined && (await identity(resume)) === (await identity(path))) return
  const name = JSON.stringify(path)
  if (await beginsAsSave(path))
    throw new UserError(
      `checkpoint ${name} is there already. To go on from it, add --resume ${path}. To begin again, delete it or give another name`,
    )
  throw new UserError(`checkpoint ${name} is there already, and is no checkpoint: name another file`)
}

async function beginsAsSave(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return isSave(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
