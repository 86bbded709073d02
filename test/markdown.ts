import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root: string = fileURLToPath(new URL('..', import.meta.url))

/** Every page of Markdown that is written for people, by its path from the root. */
export const pages: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
  { cwd: root, encoding: 'utf8' },
)
  .trim()
  .split('\n')
  .filter((page) => !page.includes('/fixtures/'))

export function textOf(page: string): string {
  return readFileSync(root + page, 'utf8')
}

/** The code of a page in one language, block by block. */
export function blocks(page: string, language: string): string[] {
  const fence = new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\``, 'gms')
  return [...textOf(page).matchAll(fence)].map(([, code]) => code)
}

/** A page without its code: what is a link there is one. */
export function proseOf(page: string): string {
  return textOf(page)
    .replace(/^ *```.*?^ *```/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[^`]/g, 'x'))
}

/** The languages of the blocks of a page; the empty one for drawings and output. */
export function languages(page: string): string[] {
  return [...textOf(page).matchAll(/^ *```(\w*)\n.*?^ *```/gms)].map(([, language]) => language)
}
