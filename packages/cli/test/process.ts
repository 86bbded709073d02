import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { askResident } from './resident/askResident.ts'

/** The bundle that `vitest.command.ts` made; slow tests start the command as npm installs it. */
export const bin: string =
  process.env.CREDENCE ?? fileURLToPath(new URL('../bin/credence.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The command line in another process, until it ends. `run` gives no summary unless it is asked for data. */
export function credence(args: readonly string[], input: string | Uint8Array = ''): Ended {
  return aloud(quietly(args), input)
}

function quietly(args: readonly string[]): readonly string[] {
  return args[0] === 'run' ? [...args, '--quiet'] : args
}

/** The same, with the summary of a run. Where there is a bundle, one process takes all commands of a worker. */
export function aloud(args: readonly string[], input: string | Uint8Array = ''): Ended {
  return process.env.CREDENCE ? askResident(bin, args, input) : alone(args, input)
}

/** The command line in a new process, until it ends: for what one process must not owe to another. */
export function alone(args: readonly string[], input: string | Uint8Array = ''): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return { code: status, out: stdout, err: stderr }
}

/** The objects of NDJSON, one a line. */
export function records<T = Record<string, unknown>>(text: string): T[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

/** A shell command in which `credence` is the command line. */
export function shell(command: string): Ended {
  const script = `credence() { "${process.execPath}" "${bin}" "$@"; }; ${command.replace(/credence run/g, 'credence run --quiet')}`
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}

/** The command line, started: to be written to, and stopped. */
export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended & { readonly signal: NodeJS.Signals | null }>
}

export function start(args: readonly string[]): Running {
  const child = spawn(process.execPath, [bin, ...quietly(args)])
  let out = ''
  let err = ''
  child.stdout.on('data', (text) => {
    out += text
  })
  child.stderr.on('data', (text) => {
    err += text
  })
  // What a killed process did not read is no error of the test.
  child.stdin.on('error', () => {})
  const ended = new Promise<Ended & { signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, out, err, signal }))
  })
  return { child, ended }
}

/** Waits until `ready` holds. */
export async function until(ready: () => boolean): Promise<void> {
  while (!ready()) await new Promise((resolve) => setTimeout(resolve, 10))
}
