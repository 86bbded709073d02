// kill −9 at any moment of a command that goes on where it was.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, exit } from './command.js'

const random = (() => {
  let state = 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
})()

/** A file, or all files under a folder, as text that is equal for equal bytes. */
function bytesOf(path) {
  if (statSync(path).isFile()) return readFileSync(path, 'latin1')
  const names = readdirSync(path, { recursive: true }).map(String).sort()
  return names
    .filter((name) => statSync(join(path, name)).isFile())
    .map((name) => `${name}\n${readFileSync(join(path, name), 'latin1')}`)
    .join('\n')
}

/**
 * Kills a command until it was killed `count` times. Whenever it ends by itself, `out` must have the bytes of one never
 * killed, in a folder of the same name elsewhere, and it starts from nothing again.
 *
 * @param args what to say to the program in a folder, as things stand there
 */
async function kills(count, folder, args, out) {
  const whole = join(folder, 'whole')
  mkdirSync(whole, { recursive: true })
  execFileSync(process.execPath, [bin, ...args(whole)], { cwd: whole, stdio: 'ignore' })
  const expected = bytesOf(join(whole, out))
  const cwd = join(folder, 'killed')
  let done = 0
  while (done < count) {
    mkdirSync(cwd, { recursive: true })
    for (let longest = 300; ; longest *= 1.3) {
      const child = spawn(process.execPath, [bin, ...args(cwd)], { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      child.stderr.on('data', (text) => {
        said = `${said}${text}`.slice(-2000)
      })
      const timer = setTimeout(() => child.kill('SIGKILL'), longest * random())
      const code = await exit(child)
      clearTimeout(timer)
      if (code === null) done++
      else if (code !== 0) return { done, broken: 1, reason: `exit code ${code}: ${said.trim()}` }
      else break
    }
    const found = bytesOf(join(cwd, out))
    if (found !== expected) return { done, broken: 1, reason: firstDifference(found, expected) }
    rmSync(cwd, { recursive: true })
  }
  return { done, broken: 0 }
}

function firstDifference(found, expected) {
  let at = 0
  while (at < found.length && found[at] === expected[at]) at++
  const near = (text) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 80))
  return `other bytes from ${at} on (${found.length} instead of ${expected.length}): ${near(found)} instead of ${near(expected)}`
}

/** Of `run`, with lines of JSON or CSV out. */
export function killsOfRun(folder, out) {
  return (count) => {
    const rows = Array.from(
      { length: 40_000 },
      (_, t) => `${Math.sin(t)},${Math.cos(3 * t)},${2 * Math.sin(t)}`,
    )
    const data = join(folder, 'd.csv')
    const recipe = join(folder, 'r.json')
    writeFileSync(data, `a,b,y\n${rows.join('\n')}\n`)
    writeFileSync(recipe, JSON.stringify({ target: 'y', experts: [{ kind: 'svb', scale: [0.01, 0.1, 1] }] }))
    const args = (cwd) => {
      const resume = existsSync(join(cwd, 'checkpoint')) ? ['--resume', 'checkpoint'] : []
      return ['run', recipe, data, '-o', out, '--save', 'checkpoint', ...resume]
    }
    return kills(count, join(folder, out), args, out)
  }
}

/** Of `reproduce`, which keeps each replication that it has done. */
export function killsOfReproduce(folder) {
  const args = () => ['reproduce', '--quick', 'gp-stationary', '--replications', '4', '--out', 'out']
  return (count) => kills(count, join(folder, 'reproduce'), args, 'out')
}
