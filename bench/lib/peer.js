import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Programs of other people that a benchmark runs beside ours, if they are there. */

const made = join(process.env.CREDENCE_PEERS ?? join(homedir(), '.cache/credence-peers'), 'bin/python')

/** The one that is named, the one that `bench/peers/setup` made, or the system's. */
export const python = process.env.CREDENCE_PYTHON ?? (existsSync(made) ? made : 'python3')

/** Why Python or one of its packages cannot be used; undefined if it can. */
export function missingPython(...packages) {
  const { status } = spawnSync(python, ['-c', packages.map((name) => `import ${name}`).join('\n') || 'pass'])
  if (status === 0) return undefined
  return `no Python with ${packages.join(', ')} here: bench/peers/setup makes one, or CREDENCE_PYTHON names one`
}

/** Why R cannot be used; undefined if it can. */
export function missingR() {
  return spawnSync('Rscript', ['--version']).status === 0 ? undefined : 'no Rscript here'
}

/** Runs bench/peers/SCRIPT and reads the JSON it prints. */
export const runPython = (script, ...args) => runPeer(python, script, args)
export const runR = (script, ...args) => runPeer('Rscript', script, args)

function runPeer(program, script, args) {
  const path = fileURLToPath(new URL(`../peers/${script}`, import.meta.url))
  const { status, stdout, stderr } = spawnSync(program, [path, ...args.map(String)], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`)
  return JSON.parse(stdout)
}
