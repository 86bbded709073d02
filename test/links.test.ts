import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pages, proseOf, root, textOf } from './markdown.ts'

/** The anchor that GitHub and the site make of a heading. Of code in a heading they make different ones. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

function anchors(page: string): Set<string> {
  const text = textOf(page).replace(/^ *```.*?^ *```/gms, '')
  return new Set([...text.matchAll(/^#+ ([^`\n]*)$/gm)].map(([, heading]) => anchorOf(heading)))
}

/** What is wrong with a link of a page, or nothing. Addresses of other sites are not asked. */
function fault(page: string, link: string): string | undefined {
  if (/^(https?|mailto):/.test(link)) return link.startsWith('http:') ? 'not https' : undefined
  const [path, anchor] = link.split('#')
  const target = path === '' ? page : posix.join(posix.dirname(page), decodeURI(path))
  if (!existsSync(root + target)) return 'no such file'
  if (anchor !== undefined && !(target.endsWith('.md') && anchors(target).has(anchor)))
    return 'no such heading'
  return undefined
}

describe.each(pages)('%s', (page) => {
  it('has no dead link', () => {
    const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link)
    const dead = links.map((link) => [link, fault(page, link)]).filter(([, why]) => why !== undefined)
    expect(dead).toEqual([])
  })
})

it('would find a file, an anchor and a scheme that are not there', () => {
  expect(fault('README.md', 'docs/nothing.md')).toBe('no such file')
  expect(fault('README.md', 'docs/concepts.md#nothing')).toBe('no such heading')
  expect(fault('README.md', 'http://example.org')).toBe('not https')
  expect(fault('docs/README.md', '../README.md')).toBeUndefined()
  expect(fault('docs/choosing.md', '#the-rate-γ')).toBeUndefined()
})

it('every page of the docs is in their table of contents', () => {
  const contents = proseOf('docs/README.md')
  const missing = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
  expect(missing.filter((page) => !contents.includes(`(${posix.relative('docs', page)})`))).toEqual([])
})
