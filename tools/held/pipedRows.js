import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, exit } from './command.js'

/** Rows through a pipe, in a heap of 100 MB, beyond which the process would be ended: all of them come out. */
export const pipedRows = (folder) => async (count) => {
  const at = (name) => join(folder, name)
  writeFileSync(at('p.json'), JSON.stringify({ target: 'y', experts: [{ kind: 'ogd', learningRate: 0.01 }] }))
  const code = `
    import { resourceUsage } from 'node:process'
    process.on('exit', () => { process.stderr.write('peak ' + resourceUsage().maxRSS + '\\n') })
    process.argv.splice(1, 1, ${JSON.stringify(bin)})
    await import(${JSON.stringify(bin)})`
  writeFileSync(at('peak.mjs'), code)
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=100', at('peak.mjs'), 'run', at('p.json'), '-', '--format', 'csv'],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  let lines = 0
  let said = ''
  child.stdout.on('data', (chunk) => {
    for (const byte of chunk) if (byte === 10) lines++
  })
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = exit(child)
  child.stdin.write('a,y\n')
  for (let row = 0; row < count; row += 1000) {
    const some = Array.from(
      { length: Math.min(1000, count - row) },
      (_, i) => `${(row + i) % 7},${(row + i) % 5}\n`,
    )
    if (!child.stdin.write(some.join(''))) await new Promise((resolve) => child.stdin.once('drain', resolve))
  }
  child.stdin.end()
  const status = await ended
  const peak = Number(/peak (\d+)/.exec(said)?.[1]) / 1024
  console.log(`${lines} lines out; the process held ${peak.toFixed(0)} MB at most`)
  return { done: count, broken: status === 0 && lines >= count ? 0 : 1 }
}
