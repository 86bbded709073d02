import { access, constants, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { UserError } from './failure.ts'

/** Files of a run that must not be one and the same, by what they are for. */
export type Roles = Readonly<Record<string, string | undefined>>

/** Refuses a run that would write over what it reads, or into a folder that is not there, before it has begun. */
export async function checkPaths(reads: Roles, writes: Roles): Promise<void> {
  const taken = new Map<string, string>()
  for (const [role, path] of Object.entries(reads))
    if (path !== undefined) taken.set(await settled(path), role)
  for (const [role, path] of Object.entries(writes)) {
    if (path === undefined) continue
    const place = await settled(path)
    const other = taken.get(place)
    if (other) throw new UserError(`${role} ${JSON.stringify(path)} would overwrite the ${other}`)
    taken.set(place, role)
    await access(dirname(place), constants.W_OK).catch(() => {
      throw new UserError(`${role} ${JSON.stringify(path)}: its folder is not there, or cannot be written to`)
    })
  }
}

/** The path without links; of a file that is not there yet, that of its folder. */
async function settled(path: string): Promise<string> {
  return realpath(path).catch(async () => {
    const whole = resolve(path)
    const folder = await realpath(dirname(whole)).catch(() => dirname(whole))
    return join(folder, basename(whole))
  })
}
