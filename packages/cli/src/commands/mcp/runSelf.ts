import { spawn } from 'node:child_process'
import { UserError } from '../../base/failure.ts'

/** Milliseconds that one call may take. */
const PATIENCE = 600_000
/** Characters that a client gets back. */
const MOST = 200_000

/** Runs this command line in a process of its own, and returns all that it printed; its refusals are errors. */
export function runSelf(args: readonly string[], cwd: string, signal: AbortSignal): Promise<string> {
  const program = process.argv[1] as string
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE,
      signal,
    })
    const said = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.out = (said.out + text).slice(0, MOST)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.err = (said.err + text).slice(-MOST)
    })
    child.once('error', reject)
    child.once('close', (code, killed) => {
      if (code === 0) resolve([said.out, said.err].filter((text) => text.trim() !== '').join('\n'))
      else if (killed)
        reject(new UserError(`stopped after ${PATIENCE / 1000} s: the file is too large for this`))
      else reject(new UserError(said.err.trim() || `exit code ${code}`))
    })
  })
}
