import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** The members of a union of texts, as the source writes it. */
function union(name: string): readonly string[] {
  const source = read('packages/core/src/base/errors.ts')
  const [, members] = new RegExp(`export type ${name} =\\n((?: {2}\\| '[a-z-]+'\\n)+)`).exec(source) ?? []
  return [...(members ?? '').matchAll(/'([a-z-]+)'/g)].map(([, code]) => code)
}

/** The first column of the tables in one section of the page. */
function documented(heading: string): readonly string[] {
  const section = read('docs/errors.md')
    .split('\n## ')
    .find((part) => part.startsWith(`\`${heading}`))
  return [...(section ?? '').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code)
}

it.each([
  ['ArgumentError', 'ArgumentCode'],
  ['NumericalError', 'NumericalCode'],
])('docs/errors.md lists every code of %s, and no other', (heading, name) => {
  expect(union(name).length).toBeGreaterThan(4)
  expect([...documented(heading)].sort()).toEqual([...union(name)].sort())
})
