import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { UserError } from '../base/failure.ts'

/** Links in a chain at most, as the kernel counts them. */
const LONGEST = 40

/** The path that is meant: where symbolic links lead, whether or not anything is there yet. */
export async function targetOf(path: string): Promise<string> {
  let place = await placeOf(path)
  for (let links = 0; links < LONGEST; links++) {
    const next = await readlink(place).catch(() => undefined)
    if (next === undefined) return place
    place = await placeOf(resolve(dirname(place), next))
  }
  throw new UserError(`${JSON.stringify(path)} is a symbolic link that leads to no end`)
}

/** A path in its folder without links. */
async function placeOf(path: string): Promise<string> {
  const whole = resolve(path)
  const folder = await realpath(dirname(whole)).catch(() => dirname(whole))
  return join(folder, basename(whole))
}
