import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root, textOf } from './markdown.ts'

/** Each «Adding a …» of CONTRIBUTING, done: its example applied to a copy of the tree, with the files that it names. */

const home = mkdtempSync(join(tmpdir(), 'credence-adding-'))
// Six copies of the tree: on a busy machine that takes minutes.
afterAll(() => rmSync(home, { recursive: true, force: true }), 600_000)

/** The sections with an example, and the tests that touch what they add. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  'Adding a loss': ['packages/core/src/losses', 'packages/core/test', 'packages/recipe'],
  'Adding a panel': ['packages/core/src/panels', 'packages/core/test', 'packages/recipe'],
  'Adding a meta-learner': ['packages/core/src/meta', 'packages/core/test', 'packages/recipe'],
  'Adding a conformal method': ['packages/core/src/conformal', 'packages/core/test', 'packages/recipe'],
  'Adding an input format': ['packages/cli/test/files.test.ts', 'packages/cli/src'],
  'Adding a kernel': ['packages/core/src/gp', 'packages/core/test', 'packages/recipe'],
}

function sectionOf(heading: string): string {
  const text = textOf('CONTRIBUTING.md').split(/^## /m)
  return text.find((section) => section.startsWith(heading)) as string
}

/** A copy of what is committed, with the packages that are installed here and its own in place of ours. */
function copyOfTree(name: string): string {
  const folder = join(home, name.replace(/\W+/g, '-'))
  execFileSync('git', ['clone', '--quiet', root, folder])
  const installed = join(root, 'node_modules')
  const own = execFileSync('git', ['ls-files', '*package.json'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  const names = new Map(
    own.map((path) => [JSON.parse(readFileSync(root + path, 'utf8')).name, dirname(path)]),
  )
  const link = (entry: string): void => {
    const place = names.get(entry)
    symlinkSync(
      place === undefined ? join(installed, entry) : join(folder, place),
      join(folder, 'node_modules', entry),
    )
  }
  mkdirSync(join(folder, 'node_modules', '@credence'), { recursive: true })
  for (const entry of readdirSync(installed)) if (entry !== '@credence' && entry !== '.cache') link(entry)
  for (const entry of readdirSync(join(installed, '@credence'))) link(`@credence/${entry}`)
  for (const place of names.values()) {
    const nested = join(root, place, 'node_modules')
    if (place !== '.' && readdirSync(join(root, place)).includes('node_modules'))
      symlinkSync(nested, join(folder, place, 'node_modules'))
  }
  return folder
}

function run(folder: string, command: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, FULL: '', CREDENCE: '' },
    maxBuffer: 1 << 28,
  })
  expect(status, `${command} ${args.join(' ')}\n${stdout.slice(-4000)}${stderr.slice(-2000)}`).toBe(0)
}

describe.each(Object.entries(SECTIONS))('%s', (heading, tests) => {
  it('takes exactly the files that the page names, and all that touches them passes', () => {
    const section = sectionOf(heading)
    const [, patch] = section.match(/\(examples\/adding\/(\w+\.patch)\)/) as RegExpMatchArray
    const folder = copyOfTree(heading)
    run(folder, 'git', 'apply', join(root, 'examples/adding', patch as string))
    run(folder, 'npx', 'biome', 'check', '--write', 'packages/core/src', 'packages/cli/src')
    run(folder, 'npm', 'run', 'build')
    if (section.includes('npm run alarms')) run(folder, 'npm', 'run', 'alarms', '--', '--update')
    run(folder, 'npx', 'vitest', 'run', ...tests)
    const changed = execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: folder, encoding: 'utf8' })
    const files = changed
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(3))
    const named = [...section.matchAll(/`((?:packages|docs)\/[\w./-]+\.\w+)`/g)].map(([, file]) => file)
    expect(files.sort()).toEqual(named.sort())
  })
})
