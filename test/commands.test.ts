import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { program } from '../packages/cli/src/main.ts'
import { blocks, pages, root, textOf } from './markdown.ts'

/** Commands that people copy: every `credence …` and `npm run …` of a page exists, with its options. */

const cli = program(new AbortController().signal)
const commands = new Map(cli.commands.map((command) => [command.name(), command] as const))
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))

/** Lines of shell without their comments, continued lines joined. */
function lines(page: string): string[] {
  const shell = blocks(page, 'sh').join('\n').replace(/\\\n/g, ' ')
  const inText = [...textOf(page).matchAll(/`((?:npx )?credence [a-z][^`]*|npm run [^`]*)`/g)].map(
    ([, code]) => code,
  )
  return [...shell.split('\n'), ...inText].map((line) => line.replace(/(^|\s)#.*$/, '').trim())
}

function fault(line: string): string | undefined {
  const script = /npm run ([\w:]+)/.exec(line)
  if (script && !(script[1] in scripts)) return `no script ${script[1]}`
  const called = /(?:^|\s)credence (\w[\w-]*)(.*)$/.exec(line)
  if (!called || line.startsWith('pip')) return undefined
  const command = commands.get(called[1])
  if (!command) return `no command ${called[1]}`
  const known = new Set([...command.options.flatMap(({ long, short }) => [long, short]), '--help'])
  const unknown = [...called[2].matchAll(/(?:^|\s)(--?[a-z][\w-]*)/g)].map(([, flag]) => flag)
  return unknown.filter((flag) => !known.has(flag)).map((flag) => `no option ${flag}`)[0]
}

/** It shows what is wrong on purpose; a test of its own keeps it true. */
const WRONG = 'docs/mistakes.md'

describe.each(pages.filter((page) => page !== WRONG))('%s', (page) => {
  it('shows commands that exist, with options that exist', () => {
    const faults = lines(page)
      .map((line) => [line, fault(line)])
      .filter(([, why]) => why !== undefined)
    expect(faults).toEqual([])
  })
})

it('would find a command, an option and a script that are not there', () => {
  expect(fault('npx credence walk data.csv')).toBe('no command walk')
  expect(fault('npx credence run data.csv --fast')).toBe('no option --fast')
  expect(fault('npm run nothing')).toBe('no script nothing')
  expect(fault('npx credence run data.csv --target y -o out.csv')).toBeUndefined()
})

it('files of the examples that pages name are there', () => {
  for (const page of pages) {
    for (const [path] of textOf(page).matchAll(/\bexamples\/[\w/-]+\.\w+/g))
      expect(existsSync(root + path), path).toBe(true)
  }
})
