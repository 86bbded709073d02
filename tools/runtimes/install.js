import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Runtimes from npm are kept here, outside the lock file and the repository. */
const folder = process.env.CREDENCE_RUNTIMES ?? join(homedir(), '.cache/credence-runtimes')

/** The program that a package of npm holds, installed if need be; undefined where it cannot be had. */
export function installed(name, version, path) {
  const home = join(folder, `${name}-${version}`)
  const program = join(home, 'node_modules', path)
  if (existsSync(program)) return program
  try {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'package.json'), '{}')
    execFileSync('npm', ['install', `${name}@${version}`, '--no-audit', '--no-fund'], {
      cwd: home,
      stdio: 'ignore',
    })
  } catch {
    return undefined
  }
  return existsSync(program) ? program : undefined
}

export const node = (major) => installed('node', major, 'node/bin/node')
