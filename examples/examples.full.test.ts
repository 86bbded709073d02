import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { coverageMissed } from '../test/coverageMissed.ts'
import { full } from '../test/full.ts'

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

/** Those that take seconds last; `experiment.js` is started below as well. */
const LONG = ['experiment.js', 'many-series.js', 'series-ahead.js']
const programs = examples.filter((file) => file.endsWith('.js') && !LONG.includes(file))

const run = promisify(execFile)
const counted = new URL('../test/coverageOfExample.js', import.meta.url).href
it.concurrent.each(full([...programs, ...LONG], programs.length))(
  '%s prints what it says, started as a reader would, and its intervals cover as often as asked',
  async (file) => {
    const { stdout, stderr } = await run(process.execPath, ['--import', counted, `examples/${file}`], {
      cwd: root,
    })
    expect(stdout.trim().split('\n').slice(-5).join('\n')).toBe(saidBy(file))
    const [, counts = '[]'] = /^coverage: (.*)$/m.exec(stderr) ?? []
    expect(coverageMissed(JSON.parse(counts))).toEqual([])
  },
)

it.each(examples)('%s says coverages within 0.005 of 0.9', (file) => {
  const said = [...saidBy(file).matchAll(/\b0\.[89]\d\d\b|\b\d\d\.\d(?= % )|covered \d\d\.\d/g)]
  for (const [text] of said) {
    const value = Number(text.replace('covered ', ''))
    expect(Math.abs((value > 1 ? value / 100 : value) - 0.9)).toBeLessThanOrEqual(0.005 + 1e-12)
  }
})

it('experiment.js runs with seeds, resuming, page and tables, started as its first line says', async () => {
  const out = await mkdtemp(join(tmpdir(), 'credence-'))
  const start = (): Promise<{ stdout: string }> =>
    run(
      process.execPath,
      [
        'packages/cli/bin/credence.js',
        'reproduce',
        'examples/experiment.js',
        '--replications',
        '5',
        '--out',
        out,
        '--latex',
      ],
      { cwd: root },
    )
  try {
    const { stdout } = await start()
    expect(stdout).toContain('1 of 1 sentences hold; 0 fail, 0 are inconclusive.')
    expect(stdout).toMatch(
      /holds {2,}a share helps where the function changes\n {6}−133\.3 ± 2\.4, claimed < 0/,
    )
    expect(stdout).toContain('10 replications run')
    expect((await start()).stdout).toContain('0 replications run, 10 found finished')
    const page = await readFile(join(out, 'shares/index.html'), 'utf8')
    expect(page).toContain('“a share helps where the function changes”')
    expect(page).toContain('<figure')
    expect(await readFile(join(out, 'shares/sentences.tex'), 'utf8')).toContain('\\toprule')
  } finally {
    await rm(out, { recursive: true })
  }
}, 60_000)
