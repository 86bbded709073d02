import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))
const examples = readdirSync(folder).filter(
  (file) => /\.(js|ts|html)$/.test(file) && !file.includes('.test.'),
)
const textOf = (file: string): string => readFileSync(folder + file, 'utf8')

/** What an example says that it prints: its lines that begin with `//>`. */
const saidBy = (file: string): string =>
  [...textOf(file).matchAll(/^\/\/> ?(.*)$/gm)].map(([, line]) => line).join('\n')

describe.each(examples)('%s', (file) => {
  it('is shorter than 40 lines, and its first says how to start it', () => {
    const lines = textOf(file).trim().split('\n')
    expect(lines.filter((line) => !line.startsWith('//>')).length).toBeLessThan(40)
    expect(lines.slice(0, 2).join(' ')).toContain(`examples/${file}`)
  })
})

const run = promisify(execFile)
it.concurrent.each(examples.filter((file) => file.endsWith('.js')))(
  '%s prints what it says, started as a reader would',
  async (file) => {
    const { stdout } = await run(process.execPath, [`examples/${file}`], { cwd: root })
    expect(stdout.trim().split('\n').slice(-5).join('\n')).toBe(saidBy(file))
  },
)
