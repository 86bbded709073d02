import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `use` with a way to name files in a folder of its own, which is gone afterwards. */
export async function inFolder<T>(use: (path: (name: string) => string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'credence-'))
  try {
    return await use((name) => join(folder, name))
  } finally {
    await rm(folder, { recursive: true })
  }
}
