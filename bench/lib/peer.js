import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Programs of other people that a benchmark runs beside ours, if they are there. */

const python = process.env.CREDENCE_PYTHON ?? 'python3'

/** Why Python or one of its packages cannot be used; undefined if it can. */
export function missingPython(...packages) {
  const { status } = spawnSync(python, ['-c', packages.map((name) => `import ${name}`).join('\n') || 'pass'])
  if (status === 0) return undefined
  return `no Python with ${packages.join(', ')} here: set CREDENCE_PYTHON to one that has them`
}

/** Runs bench/peers/SCRIPT and reads the JSON it prints. */
export function runPython(script, ...args) {
  const path = fileURLToPath(new URL(`../peers/${script}`, import.meta.url))
  const { status, stdout, stderr } = spawnSync(python, [path, ...args.map(String)], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`)
  return JSON.parse(stdout)
}
