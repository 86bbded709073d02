import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ArgumentError } from 'credence'

/**
 * Makes a folder and those above it, one by one.
 *
 * Node's recursive way never ends where a file system takes no new folders, as /proc does not.
 */
export function makeFolder(path: string): void {
  const full = resolve(path)
  const above = dirname(full)
  if (above !== full) makeFolder(above)
  const found = statSync(full, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw new ArgumentError(`${JSON.stringify(path)} is no folder`)
  try {
    mkdirSync(full, { mode: 0o700 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Another process may have been faster.
    if (code !== 'EEXIST') throw new ArgumentError(`no folder can be made there: ${message}`)
  }
}
