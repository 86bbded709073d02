import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { STATUSES } from './seriesFold.ts'

it('docs/errors.md states the status of every code that has one of its own', () => {
  const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \|.*\| (\d+) \|$/gm)]
  expect(Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))).toEqual(STATUSES)
})
