import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Ended } from '../process.ts'

const RESIDENT = fileURLToPath(new URL('./resident.js', import.meta.url))
/** Milliseconds that a command may take. */
const PATIENCE = 120_000

let resident: { readonly child: ChildProcess; readonly folder: string } | undefined
let asked = 0

/** Runs a command in a process that stays, and waits for its end as `spawnSync` does. @param bin the bundle */
export function askResident(bin: string, args: readonly string[], input: string | Uint8Array): Ended {
  resident ??= begin(bin)
  const { child, folder } = resident
  const number = asked++
  const [inputPath, answer] = [join(folder, `${number}.input`), join(folder, `${number}.json`)]
  writeFileSync(inputPath, input)
  child.send({ args, input: inputPath, answer })
  const start = Date.now()
  const sleep = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(answer)) {
    Atomics.wait(sleep, 0, 0, 1)
    if (Date.now() - start < PATIENCE) continue
    child.kill('SIGKILL')
    resident = undefined
    throw new Error(`no answer to credence ${args.join(' ')}`)
  }
  const ended = JSON.parse(readFileSync(answer, 'utf8')) as Ended
  rmSync(inputPath)
  rmSync(answer)
  return ended
}

function begin(bin: string): NonNullable<typeof resident> {
  const folder = mkdtempSync(join(tmpdir(), 'credence-resident-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const program = join(dirname(bin), 'lib/app/main.js')
  // Pipes, because the command line writes to files and devices by their number.
  const child = spawn(process.execPath, [RESIDENT, bin, program], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref()
  return { child, folder }
}
