import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root, textOf } from './markdown.ts'

const page = textOf('docs/concepts.md')

/** A path of the page: below `packages`, below the core, or in the repository. */
function placeOf(path: string): string | undefined {
  return [path, `packages/${path}`, `packages/core/src/${path}`].find((place) => existsSync(root + place))
}

it('names only files and folders that are there', () => {
  const named = [...page.matchAll(/(?:^|[\s`(])((?:[\w-]+\/)+[\w-]+(?:\.ts)?)(?=[\s`),]|$)/gm)].map(
    ([, path]) => path as string,
  )
  const paths = named.filter((path) => /\.ts$|^(cli|core|recipe|report|serve)\//.test(path))
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => placeOf(path) === undefined)).toEqual([])
})

it('names only calls that their files have', () => {
  const rows = [...page.matchAll(/^\| (`[\w.`, ]+`) \| .* \| `([\w/]+\.ts)` \|$/gm)]
  expect(rows.length).toBeGreaterThan(12)
  for (const [, calls, file] of rows) {
    const text = textOf(placeOf(file as string) as string)
    for (const [, owner, method] of (calls as string).matchAll(/`(?:(\w+)\.)?(\w+)`/g)) {
      if (owner) expect(text, `${file}: ${owner}`).toContain(`class ${owner}`)
      expect(text, `${file}: ${method}`).toMatch(
        owner ? new RegExp(`^  (static async )?${method}\\(`, 'm') : new RegExp(`function ${method}\\b`),
      )
    }
  }
})
