import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packAll } from '../tools/packages/pack.js'
import { root, textOf } from './markdown.ts'

/** A stranger with the README, the tarballs and an empty folder. */

const home = mkdtempSync(join(tmpdir(), 'credence-stranger-'))
let tarballs: ReturnType<typeof packAll> = []
beforeAll(() => {
  mkdirSync(join(home, 'tarballs'))
  tarballs = packAll(join(home, 'tarballs'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** An empty folder in which these packages were installed; undefined, with a word, where npm cannot reach what they need. */
function folderWith(name: string, packages: string[], ...flags: string[]): string | undefined {
  const folder = join(home, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const files = tarballs.filter((one) => packages.includes(one.name)).map(({ file }) => file)
  const args = ['install', ...files, '--no-audit', '--no-fund', '--prefer-offline', ...flags]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status === 0) return folder
  if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENOTCACHED|ETIMEDOUT/.test(stderr)) throw new Error(stderr)
  console.warn(`${name}: skipped, npm cannot reach the registry`)
  return undefined
}

const everything = (): string[] => tarballs.map(({ name }) => name)

/** The blocks under a heading of the README. */
function underHeading(heading: string, language: string): string[] {
  const section = textOf('README.md')
    .split(/^#+ /m)
    .find((text) => text.startsWith(heading)) as string
  return [...section.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code)
}

/** Runs a program of the README and expects it to print what the README says. */
function expectAsSaid(folder: string, code: string): void {
  writeFileSync(join(folder, 'first.mjs'), code)
  const printed = execFileSync(process.execPath, ['first.mjs'], { cwd: folder, encoding: 'utf8' })
  expect(printed.trim().split('\n')).toEqual([...code.matchAll(/\/\/=> '(.*)'$/gm)].map(([, value]) => value))
}

/** Runs shell lines of the README but for the installation, which was done from tarballs. */
function shell(folder: string, lines: string): void {
  const rest = lines.split('\n').filter((line) => !line.startsWith('npm install'))
  execFileSync('bash', ['-euo', 'pipefail', '-c', rest.join('\n')], { cwd: folder, stdio: 'pipe' })
}

describe('with the README alone, from tarballs, in an empty folder', () => {
  it('the library installs without a network, and the first program runs', () => {
    const folder = folderWith('library', ['credence'], '--offline') as string
    expectAsSaid(folder, underHeading('Credence', 'ts')[0])
  })

  it('an engineer gets intervals around a forecaster', () => {
    const folder = folderWith('engineer', ['credence'], '--offline') as string
    expectAsSaid(folder, underHeading('An engineer', 'ts')[0])
  })

  it('an analyst gets forecasts and a page from a CSV, without anything native', () => {
    const folder = folderWith('analyst', everything(), '--omit=optional')
    if (folder === undefined) return
    shell(folder, underHeading('An analyst', 'sh')[0])
    expect(readFileSync(join(folder, 'forecasts.csv'), 'utf8').trim().split('\n')).toHaveLength(401)
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain('</html>')
    expect(existsSync(join(folder, 'node_modules/@resvg'))).toBe(false)
    const args = ['credence', 'reproduce', 'uncertainty', '--quick', '--replications', '2']
    const { status, stderr } = spawnSync('npx', args, { cwd: folder, encoding: 'utf8' })
    expect(stderr).toContain('figures are written as SVG only')
    expect(status).toBe(0)
  })

  it('a researcher gets an experiment of the paper, a comparison and a regret', () => {
    const folder = folderWith('researcher', everything())
    if (folder === undefined) return
    shell(folder, underHeading('A researcher', 'sh')[0])
    expect(existsSync(join(folder, 'out/quick/uncertainty/index.html'))).toBe(true)
    expectAsSaid(folder, underHeading('A researcher', 'ts')[0])
  })
})

describe('other projects', () => {
  const source = `import { auto, type AutoOptions } from 'credence'
import { gp } from 'credence/gp'
const options: AutoOptions = { ahead: 2 }
const rule = gp({ inverseBandwidth: 1, noise: 1 })
console.log(typeof auto(options).predict, typeof rule.bind)
`
  const settings = {
    'ESM, nodenext': { type: 'module', module: 'nodenext' },
    'CommonJS, nodenext': { type: 'commonjs', module: 'nodenext' },
    'CommonJS, node20': { type: 'commonjs', module: 'node20' },
    'CommonJS, the old resolution': {
      type: 'commonjs',
      module: 'commonjs',
      moduleResolution: 'node10',
      ignoreDeprecations: '6.0',
    },
    'a bundler': { type: 'module', module: 'esnext', moduleResolution: 'bundler' },
  }
  let folder = ''
  beforeAll(() => {
    folder = folderWith('typescript', ['credence'], '--offline') as string
  })

  it.each(Object.entries(settings))('%s: types resolve, and the program runs', (_, { type, ...options }) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type }))
    writeFileSync(join(folder, 'main.ts'), source)
    const compilerOptions = { strict: true, target: 'es2022', types: [], outDir: 'out', ...options }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
    const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(tsc.stdout).toBe('')
    const printed = execFileSync(process.execPath, ['out/main.js'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    expect(printed.trim()).toBe('function function')
  })
})
