import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { doors } from './doors.ts'

it('keeps the root small, and has a door for everything else', () => {
  expect(Object.keys(doors.credence as object).length).toBeLessThanOrEqual(58)
  const exported = Object.keys(manifest.exports)
    .filter((path) => path !== './package.json')
    .map((path) => path.replace(/^\./, 'credence'))
  expect(exported.sort()).toEqual(Object.keys(doors).sort())
})

it('shows TypeScript at most 120 names at the root, each listed', () => {
  const root = readFileSync(new URL('../src/doors/index.ts', import.meta.url), 'utf8')
  expect(root).not.toMatch(/export (type )?\*/)
  const names = [...root.matchAll(/\{([^}]*)\}/g)].flatMap(
    ([, list]) => (list as string).match(/\w[^,]*/g) ?? [],
  )
  expect(names.length).toBeGreaterThan(80)
  expect(names.length).toBeLessThanOrEqual(120)
})
