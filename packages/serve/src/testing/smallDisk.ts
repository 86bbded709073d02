import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly directory: string
  /** Leaves no byte free for a while. */
  fill(milliseconds: number): Promise<void>
  remove(): void
}

/** A disk of some megabytes in memory; undefined where we may not mount one. */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'credence-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], { stdio: 'pipe' })
  } catch {
    rmSync(directory, { recursive: true })
    return undefined
  }
  return {
    directory,
    async fill(milliseconds) {
      const ballast = join(directory, 'ballast')
      const file = openSync(ballast, 'w')
      for (const block of [Buffer.alloc(1 << 20), Buffer.alloc(1 << 10)]) {
        try {
          for (;;) writeSync(file, block)
        } catch {}
      }
      closeSync(file)
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      unlinkSync(ballast)
    },
    remove() {
      execFileSync('umount', ['-l', directory])
      rmSync(directory, { recursive: true })
    },
  }
}
